"use strict";
// Pages through lives. Every word of a life reaches the page as text (textContent), never as markup.
(() => {
  const $ = (id) => document.getElementById(id);
  const study = JSON.parse($("study").textContent);
  if (!study.people.length) return;
  const opened = new Map(); // people whose block has been unpacked
  let now = { person: 0, method: null, at: 0 };

  const make = (tag, className, text) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  // The page names the columns of a row, in their order.
  const unpack = (row, words) => {
    const word = (at) => (at === null ? null : words[at]);
    const all = (list) => list.map(word);
    const e = Object.fromEntries(study.columns.map((name, at) => [name, row[at]]));
    return {
      phase: word(e.phase), pass: e.pass, request: word(e.request), options: all(e.options),
      heard: e.heard.map(([question, alternatives, answer, after = 0, why = null]) => ({
        question: word(question), alternatives: all(alternatives), answer: word(answer), after: after === 1, why: word(why),
      })),
      thing: word(e.thing), place: word(e.place), sure: e.sure, because: word(e.because), unasked: word(e.unasked),
      reaction: word(e.reaction),
      right: e.right === null ? null : e.right === 1,
      opened: all(e.opened), closed: all(e.closed), confirmed: all(e.confirmed), broke: word(e.broke),
    };
  };

  const livesOf = (person) => {
    if (!opened.has(person)) {
      const block = JSON.parse($(`life-${person}`).textContent);
      opened.set(person, new Map(block.lives.map(([name, rows]) => [name, rows.map((row) => unpack(row, block.words))])));
    }
    return opened.get(person);
  };
  const life = () => livesOf(now.person).get(now.method);
  const phaseName = (phase) => (Object.hasOwn(study.phases, phase) ? study.phases[phase] : phase);
  const isExam = (phase) => phase === "phase2" || phase === "phase4";
  const isChanged = (phase) => phase === "phase3" || phase === "phase4";
  const samePass = (a, b) => a.phase === b.phase && a.pass === b.pass;
  const outcome = (episode) => (episode.broke !== null || episode.right === null ? "broke" : episode.right ? "right" : "wrong");
  const verdictText = { right: "Right", wrong: "Wrong", broke: "Not scored" };

  // What is believed after an episode: replay every note up to it. Two beliefs may read alike, so copies are counted;
  // a closed note that was not believed before was opened in the same episode, so it goes again.
  const believed = (episodes, upTo) => {
    const held = new Map();
    episodes.slice(0, upTo + 1).forEach((episode, at) => {
      const passing = [];
      for (const note of episode.closed) {
        const belief = held.get(note);
        if (!belief) passing.push(note);
        else if (--belief.copies === 0) held.delete(note);
      }
      for (const note of episode.opened) {
        const gone = passing.indexOf(note);
        if (gone >= 0) passing.splice(gone, 1);
        else held.set(note, { since: at, last: at, times: 0, copies: 1 + (held.get(note)?.copies ?? 0) });
      }
      for (const note of episode.confirmed) {
        const belief = held.get(note);
        if (belief) Object.assign(belief, { last: at, times: belief.times + 1 });
      }
    });
    return [...held].sort(([, a], [, b]) => b.last - a.last || b.since - a.since);
  };

  const rate = (episodes) => {
    const scored = episodes.filter((episode) => isExam(episode.phase) && episode.right !== null);
    return scored.length ? `${Math.round((100 * scored.filter((e) => e.right).length) / scored.length)} % in exams` : "no exam scored";
  };

  const drawMethods = () => {
    const field = $("methods");
    field.querySelectorAll("label").forEach((old) => old.remove());
    for (const [name, episodes] of livesOf(now.person)) {
      const label = make("label");
      const input = make("input");
      Object.assign(input, { type: "radio", name: "method", value: name, checked: name === now.method });
      input.addEventListener("change", () => go({ ...now, method: name }));
      const face = make("span", "", name);
      face.append(make("small", "", rate(episodes)));
      if (Object.hasOwn(study.does, name)) label.title = study.does[name];
      label.append(input, face);
      field.append(label);
    }
  };

  const drawStrip = () => {
    const strip = $("strip");
    strip.replaceChildren();
    let taste, row, before;
    life().forEach((episode, at) => {
      if (!before || isChanged(before.phase) !== isChanged(episode.phase)) {
        taste = make("div", "taste");
        taste.append(make("h3", "", isChanged(episode.phase) ? "Every taste has changed" : "First taste"));
        strip.append(taste);
      }
      if (!before || !samePass(before, episode)) {
        const line = make("div", "pass");
        row = make("div", "cells");
        line.append(make("span", "", isExam(episode.phase) ? "exam" : `${phaseName(episode.phase)} ${episode.pass}`), row);
        taste.append(line);
      }
      const cell = make("button", `cell ${outcome(episode)}${episode.heard.length ? " asked" : ""}`);
      cell.type = "button";
      cell.tabIndex = -1;
      cell.dataset.at = at;
      cell.title = `${at + 1}: ${episode.request}`;
      cell.setAttribute("aria-label", `Episode ${at + 1}, ${verdictText[outcome(episode)]}${episode.heard.length ? ", asked first" : ""}`);
      cell.addEventListener("click", () => go({ ...now, at }));
      row.append(cell);
      before = episode;
    });
  };

  const say = (who, text, kind) => {
    const bubble = make("div", `say ${kind || ""}`);
    bubble.append(make("b", "", who), make("p", "", text));
    return bubble;
  };

  const chips = (names, taken) => {
    const list = make("ul", "chips");
    for (const name of names) list.append(make("li", taken.includes(name) ? "taken" : "", name));
    return list;
  };

  const did = (episode) => {
    if (episode.broke !== null) return `Broke: ${episode.broke}`;
    if (episode.thing === null && episode.place === null) return "None of these fits; nothing done";
    return episode.place === null ? episode.thing : `${episode.thing ?? "it"} → ${episode.place}`;
  };

  const drawTalk = (episodes, episode) => {
    const talk = $("talk");
    const person = study.people[now.person];
    talk.replaceChildren();
    const previous = episodes[now.at - 1];
    if (isChanged(episode.phase) && previous && !isChanged(previous.phase)) {
      talk.append(make("p", "changed", `The moment of change: from here on, every taste of ${person} is another.`));
    }
    const request = say(`${person} requests`, episode.request);
    if (episode.options.length) {
      request.append(make("b", "", "On offer"), chips(episode.options, [episode.thing, episode.place]));
    }
    talk.append(request);
    const exchange = ({ question, alternatives, answer, why }) => {
      const asked = say("Agent asks", question, "agent");
      const fresh = alternatives.filter((name) => !episode.options.includes(name));
      if (fresh.length) asked.append(chips(fresh, []));
      if (why !== null) asked.append(make("p", "because", `Why it asked: ${why}`));
      talk.append(asked, say(`${person} answers`, answer));
    };
    episode.heard.filter(({ after }) => !after).forEach(exchange);
    const act = say("Agent acts", did(episode), "agent");
    if (episode.because) act.append(make("p", "because", `Because: ${episode.because}`));
    if (episode.unasked !== null) {
      const more = episode.heard.some(({ after }) => !after) ? " more" : "";
      act.append(make("p", "because", `Why it did not ask${more}: ${episode.unasked}`));
    }
    if (episode.sure !== null && episode.broke === null) {
      const sure = make("div", "sure");
      const bar = make("span", "bar");
      bar.append(make("i"));
      bar.firstChild.style.width = `${100 * episode.sure}%`;
      sure.append(bar, `${Math.round(100 * episode.sure)} % sure`);
      act.append(sure);
    }
    talk.append(act);
    if (episode.reaction !== null) talk.append(say(`${person} says`, episode.reaction));
    else talk.append(say(person, isExam(episode.phase) ? "says nothing: this is an exam" : "says nothing", "quiet"));
    episode.heard.filter(({ after }) => after).forEach(exchange); // it asked back about the reaction
    const kind = outcome(episode);
    talk.append(make("span", `verdict ${kind}`, { right: "✓ Right", wrong: "✗ Wrong", broke: "Broke, not scored" }[kind]));
    drawOthers(talk, episode);
  };

  // The same task under the other methods, each a link to it.
  const drawOthers = (talk, episode) => {
    const others = make("p", "others", "The same task under other methods: ");
    for (const [name, episodes] of livesOf(now.person)) {
      const twin = episodes[now.at];
      if (name === now.method || !twin || !samePass(twin, episode) || twin.request !== episode.request) continue;
      const link = make("a", "", `${name}: ${verdictText[outcome(twin)].toLowerCase()}`);
      link.href = address({ ...now, method: name });
      others.append(link);
    }
    if (others.childElementCount) talk.append(others);
  };

  const note = (kind, text, told) => {
    const item = make("li", kind);
    item.append(make("span", "", text));
    if (told) item.append(make("em", "", told));
    return item;
  };

  const drawMind = (episodes, episode) => {
    const mind = $("mind");
    mind.replaceChildren(make("h3", "", "Learned in this episode"));
    const learned = make("ul", "learned");
    for (const text of episode.closed) learned.append(note("closed", text, "no longer believed"));
    for (const text of episode.opened) learned.append(note("opened", text, "new"));
    for (const text of episode.confirmed) learned.append(note("confirmed", text, "confirmed"));
    mind.append(learned.childElementCount ? learned : make("p", "empty", isExam(episode.phase) ? "Nothing: in an exam nothing is learned." : "Nothing."));
    const held = believed(episodes, now.at);
    mind.append(make("h3", "", `Believed now: ${held.length}`));
    if (!held.length) return mind.append(make("p", "empty", "Nothing yet."));
    const list = make("ul", "beliefs");
    list.tabIndex = 0;
    list.setAttribute("aria-label", "What is believed now, last touched first");
    for (const [text, { since, last, times }] of held) {
      const kind = since === now.at ? "opened" : last === now.at ? "confirmed" : "";
      const told = since === now.at ? "new in this episode" : `since episode ${since + 1}`;
      list.append(note(kind, text, times ? `${told}, confirmed ${times === 1 ? "once" : `${times} times`}` : told));
    }
    mind.append(list);
  };

  const address = ({ person, method, at }) =>
    `#${encodeURIComponent(study.people[person])}/${encodeURIComponent(method)}/${at + 1}`;

  const placeOf = (episodes, at) => {
    const inPass = episodes.map((episode, index) => [episode, index]).filter(([episode]) => samePass(episode, episodes[at]));
    return { task: inPass.findIndex(([, index]) => index === at), tasks: inPass.length };
  };

  const go = (wanted, { quiet = false } = {}) => {
    const lives = livesOf(wanted.person);
    const method = lives.has(wanted.method) ? wanted.method : [...lives.keys()].pop();
    const redraw = wanted.person !== now.person || method !== now.method;
    const last = lives.get(method).length - 1;
    now = { person: wanted.person, method, at: Math.max(0, Math.min(wanted.at, last)) };
    if (redraw) { drawMethods(); drawStrip(); }
    $("person").value = String(now.person);
    const episodes = life();
    const episode = episodes[now.at];
    const { task, tasks } = placeOf(episodes, now.at);
    const phase = isExam(episode.phase) ? phaseName(episode.phase) : `${phaseName(episode.phase)}, pass ${episode.pass}`;
    $("where").textContent = `${phase}, task ${task + 1} of ${tasks} · episode ${now.at + 1} of ${episodes.length}`;
    $("strip").querySelectorAll("[aria-current]").forEach((old) => { old.removeAttribute("aria-current"); old.tabIndex = -1; });
    const cell = $("strip").querySelector(`[data-at="${now.at}"]`);
    cell.setAttribute("aria-current", "true");
    cell.tabIndex = 0;
    if ($("strip").contains(document.activeElement)) cell.focus({ preventScroll: true });
    $("first").disabled = $("back").disabled = now.at === 0;
    $("next").disabled = now.at === last;
    $("mistake").disabled = nextMistake() < 0;
    drawTalk(episodes, episode);
    drawMind(episodes, episode);
    if (!quiet) try { history.replaceState(null, "", address(now)); } catch { /* some browsers limit how often */ }
  };

  const nextMistake = () => life().findIndex((episode, at) => at > now.at && outcome(episode) === "wrong");
  const step = (by) => go({ ...now, at: now.at + by });

  // The same task one pass up or down.
  const leap = (by) => {
    const episodes = life();
    const starts = episodes.map((_, at) => at).filter((at) => at === 0 || !samePass(episodes[at - 1], episodes[at]));
    const row = starts.filter((at) => at <= now.at).length - 1;
    if (starts[row + by] === undefined) return;
    const end = starts[row + by + 1] ?? episodes.length;
    go({ ...now, at: Math.min(starts[row + by] + now.at - starts[row], end - 1) });
  };

  const fromAddress = () => {
    const parts = location.hash.slice(1).split("/");
    if (parts.length < 3) return false;
    try {
      const [person, method, number] = parts.map(decodeURIComponent);
      const found = study.people.indexOf(person);
      if (found < 0) return false;
      go({ person: found, method, at: (parseInt(number, 10) || 1) - 1 }, { quiet: true });
      return true;
    } catch { return false; }
  };

  study.people.forEach((name, at) => $("person").append(Object.assign(make("option", "", name), { value: String(at) })));
  $("person").addEventListener("change", (event) => go({ ...now, person: Number(event.target.value) }));
  $("first").addEventListener("click", () => go({ ...now, at: 0 }));
  $("back").addEventListener("click", () => step(-1));
  $("next").addEventListener("click", () => step(1));
  $("mistake").addEventListener("click", () => go({ ...now, at: nextMistake() }));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("select, input, .wide")) return;
    const inStrip = $("strip").contains(event.target);
    const moves = { ArrowLeft: () => step(-1), ArrowRight: () => step(1) };
    if (inStrip) Object.assign(moves, {
      ArrowUp: () => leap(-1), ArrowDown: () => leap(1), Home: () => go({ ...now, at: 0 }), End: () => go({ ...now, at: Infinity }),
    });
    if (!Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    moves[event.key]();
  });
  window.addEventListener("hashchange", fromAddress);
  $("reader").hidden = false;
  if (fromAddress()) $("life").scrollIntoView();
  else go(now, { quiet: true });
})();
