// The time line: first how tastes changed, then everything that happened, day by day, newest first.

import { get } from "./api.js";
import { $, button, clockOf, dayOf, make, span, spoken } from "./dom.js";
import { at, person } from "./person.js";
import { around, occasion, sentence } from "./words.js";

const AT_ONCE = 60;
const STEPS = 5; // of one change; earlier ones stand below, day by day
const SAID = { opened: "learned", confirmed: "confirmed", doubted: "doubted", closed: "given up" };

export async function drawTimeline() {
  const moments = [];
  let cursor = "";
  do {
    const page = await get(at(`timeline?limit=1000${cursor && `&cursor=${cursor}`}`));
    moments.push(...page.moments);
    cursor = page.next ?? "";
  } while (cursor);
  const body = $("timeline-body");
  if (!moments.length) return body.replaceChildren(make("p", { class: "empty" }, "Nothing has happened yet."));
  const lines = changes(person.beliefs);
  const parts = [];
  if (lines.length) parts.push(make("h3", {}, "Changes of taste"), make("div", { class: "changes" }, ...lines.map(change)));
  parts.push(make("h3", {}, "Day by day"), days(told(moments).reverse()));
  return body.replaceChildren(...parts);
}

// Lines of beliefs that replaced one another, where what is believed really changed; the latest change first.
export function changes(beliefs) {
  const byId = new Map(beliefs.map((one) => [one.id, one]));
  const replaced = new Set(beliefs.map((one) => one.replaces));
  const lines = beliefs.filter((one) => !replaced.has(one.id)).map((last) => {
    const line = [];
    for (let one = last; one && line.length < 50; one = byId.get(one.replaces)) line.unshift(one);
    return line.filter((one, index) => index === 0 || differs(one, line[index - 1]));
  });
  return lines.filter((line) => line.length > 1).sort((a, b) => b.at(-1).since.localeCompare(a.at(-1).since));
}

const differs = (one, other) => one.value !== other.value || one.stance !== other.stance;

function change(line) {
  const last = line.at(-1);
  const about = occasion(last) || last.topic || last.whom || "In general";
  const steps = line.slice(-STEPS).map((one) => {
    const now = one === last && one.until === null;
    const step = make("li", { class: now ? "step now" : "step" }, make("span", { class: "bar", "aria-hidden": "true" }),
      make("p", { class: "what", dir: "auto" }, make("span", { class: "lead" }, around(one)[0]), make("b", {}, one.value)),
      make("p", { class: "help" }, ...span(one.since, one.until)),
      one.words ? make("p", { class: "help" }, spoken("q", one.words)) : "");
    step.style.flexGrow = String(share(one, line.slice(-STEPS)));
    return step;
  });
  return make("article", { class: "change" }, spoken("h4", about), make("ol", { class: "steps" }, ...steps));
}

// How wide a step is: by how long it held, but none so narrow that it cannot be read.
function share(one, line) {
  const end = (each) => Date.parse(each.until ?? new Date().toISOString());
  const whole = end(line.at(-1)) - Date.parse(line[0].since) || 1;
  return 1 + (end(one) - Date.parse(one.since)) / whole;
}

// A change is one thing to a person: what was given up for something else is told with that.
function told(moments) {
  const byReplaced = new Map(moments.filter(({ what }) => what === "opened").map(({ preference }) => [preference.replaces, preference]));
  return moments.filter(({ what, words, preference }) => {
    const newer = byReplaced.get(preference.id);
    return !newer || (what !== "closed" && (what !== "doubted" || words !== newer.words));
  });
}

function days(moments) {
  const box = make("div", { class: "days" });
  const add = (from) => {
    let list = box.lastElementChild?.matches("ol") ? box.lastElementChild : null;
    let day = list?.dataset.day;
    for (const one of moments.slice(from, from + AT_ONCE)) {
      if (dayOf(one.at) !== day) {
        day = dayOf(one.at);
        list = make("ol", { class: "moments", "data-day": day });
        box.append(make("h4", {}, day), list);
      }
      list.append(moment(one));
    }
    const left = moments.length - from - AT_ONCE;
    if (left <= 0) return;
    const more = button(`Show ${Math.min(left, AT_ONCE)} earlier of ${left}`, () => { more.remove(); add(from + AT_ONCE); }, { class: "more" });
    box.append(more);
  };
  add(0);
  return box;
}

function moment({ at: when, what, words, preference }) {
  const old = what === "opened" && person.beliefs.find((one) => one.id === preference.replaces);
  const again = old && !differs(preference, old) && preference.use === old.use; // as after an undo
  return make("li", { class: `moment ${what}` }, make("time", { datetime: when }, clockOf(when)), make("span", { class: "mark" }, old ? (again ? "believed again" : "changed") : SAID[what]),
    make("div", {}, spoken("p", sentence(preference)), old && differs(preference, old) ? make("p", { class: "help", dir: "auto" }, "before: ", make("s", {}, old.value)) : "", words && words !== preference.value ? make("p", { class: "help" }, spoken("q", words)) : ""));
}
