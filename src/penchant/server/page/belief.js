// One belief as a line, with what can be done about it: confirm, correct, forget, and why it is believed.

import { get, post, send } from "./api.js";
import { button, busy, certainty, clockOf, make, spoken, time } from "./dom.js";
import { failed, notice, told } from "./notices.js";
import { at, person, refresh, takeBack, undoable } from "./person.js";
import { ORIGIN, SOURCE, USE, around, groupOf, occasion } from "./words.js";

const BY_HAND = "by hand"; // how the words begin of what was edited here

export function row(belief, before) {
  const [whole, rest] = around(belief);
  const lead = groupOf(belief) === "never" ? "" : whole; // its heading says so
  const when = occasion(belief);
  const open = belief.until === null;
  const line = make("li", { id: `belief-${belief.id}`, class: open ? "belief" : "belief past", tabindex: "-1" });
  if (when && (!before || occasion(before) !== when)) line.append(spoken("p", when, { class: "occasion" }));
  line.append(make("p", { class: "what", dir: "auto" }, lead && make("span", { class: "lead" }, lead), make("b", {}, belief.value), rest && make("span", { class: "rest" }, ` ${rest}`)));
  line.append(make("p", { class: "source" }, certainty(belief.confidence), make("span", {}, ...source(belief)), use(belief)));
  line.append(open ? actions(belief, line) : pastActions(belief, line));
  return line;
}

// Where it comes from: the day, and your words.
export function source(belief) {
  const byHand = belief.words.startsWith(BY_HAND);
  const quote = belief.words && belief.words !== belief.value ? spoken("q", belief.words) : "";
  const days = belief.until === null ? [time(belief.since)] : [time(belief.since), " to ", time(belief.until)];
  if (byHand) return [...days, ", put right by you"];
  return [...days, `, ${ORIGIN[belief.origin]} `, quote || (belief.origin === "stated" ? "so" : "")];
}

const use = (belief) => belief.use !== "free" && make("span", { class: "use" }, belief.use === "private" ? "private" : "not used");

function actions(belief, line) {
  const id = (name) => `${name}-${belief.id}`;
  const bar = make("div", { class: "actions", role: "group", "aria-label": belief.value.slice(0, 80) });
  const confirm = button("Still right", told(busy(bar, () => confirmed(belief))), { id: id("confirm") });
  const correct = button("Correct", () => edit(belief, line, correct), { id: id("correct"), "aria-expanded": "false" });
  const forget = button("Forget", told(busy(bar, () => forgotten(belief))), { id: id("forget") });
  bar.append(confirm, correct, forget, whyButton(belief, line));
  return bar;
}

function pastActions(belief, line) {
  const bar = make("div", { class: "actions" });
  const replaced = person.beliefs.some((one) => one.replaces === belief.id);
  if (!replaced) bar.append(button("Believe it again", told(busy(bar, () => takeBack([belief.id])))));
  bar.append(button("Erase", told(busy(bar, async () => { await erased(belief); notice("Erased for good."); }))), whyButton(belief, line));
  return bar;
}

async function confirmed(belief) {
  const before = belief.confirmed;
  const { id, confirmed } = await post(at(`preferences/${belief.id}/confirm`));
  await refresh();
  if (confirmed === before) return notice("That was noted today already.");
  notice("Noted: that still holds.", { undo: told(() => unconfirmed(id)) });
}

async function unconfirmed(id) {
  await send("DELETE", at(`preferences/${id}/confirm`));
  await refresh();
}

// It is no longer believed at once; the bytes go when the notice does, unless it is taken back.
async function forgotten(belief) {
  await post(at(`preferences/${belief.id}/retire`));
  await refresh();
  notice(`“${short(belief.value)}” is forgotten. It is erased for good when this message goes.`, {
    undo: told(() => takeBack([belief.id])),
    settled: () => erased(belief).catch(failed),
  });
}

// With its history: what it replaced speaks of it too, and what was taken back once is a copy of it.
async function erased(belief) {
  const byId = new Map(person.beliefs.map((one) => [one.id, one]));
  const ids = [];
  for (let one = belief; one && !ids.includes(one.id); one = byId.get(one.replaces)) ids.push(one.id);
  await post(at("forget"), { ids, confirm: true });
  await refresh();
}

const short = (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

function edit(belief, line, opener) {
  if (line.querySelector("form")) return close();
  const value = make("textarea", { id: `value-${belief.id}`, rows: "1", maxlength: "10000", required: true, dir: "auto" });
  value.value = belief.value;
  const use = make("select", { id: `use-${belief.id}` }, ...Object.entries(USE).map(([key, name]) => make("option", { value: key, selected: key === belief.use }, name)));
  const form = make("form", { class: "edit" },
    make("label", { for: value.id }, "It should be"), value,
    make("label", { for: use.id }, "It may be used"), use,
    make("div", { class: "send" }, make("button", { class: "main" }, "Save"), button("Cancel", close)));
  function close() {
    line.querySelector("form")?.remove();
    opener.setAttribute("aria-expanded", "false");
    opener.focus();
  }
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    if (event.key === "Enter" && !event.shiftKey && event.target === value) { event.preventDefault(); form.requestSubmit(); }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    told(busy(form, () => corrected(belief, value.value, use.value)))();
  });
  opener.setAttribute("aria-expanded", "true");
  line.append(form);
  value.focus();
  value.select();
}

async function corrected(belief, value, use) {
  const seen = await send("GET", at(`preferences/${belief.id}`));
  const changed = { ...(value.trim() !== belief.value && { value }), ...(use !== belief.use && { use }) };
  if (!Object.keys(changed).length) return void (await refresh());
  await send("PATCH", at(`preferences/${belief.id}`), changed, { "If-Match": seen.headers.get("ETag") });
  const ids = undoable(await refresh());
  notice("Corrected.", ids.length ? { undo: told(() => takeBack(ids)) } : {});
}

function whyButton(belief, line) {
  const id = `why-${belief.id}`;
  const opener = button("Why?", told(busy(line, async () => {
    const shown = line.querySelector(".why");
    opener.setAttribute("aria-expanded", String(!shown));
    if (shown) return shown.remove();
    line.append(why(await get(at(`preferences/${belief.id}/explain`))));
  })), { id, "aria-expanded": "false" });
  return opener;
}

function why({ sentence, history, evidence }) {
  const box = make("div", { class: "why" });
  box.append(make("p", { class: "help" }, "As an agent is told it: ", spoken("q", sentence)));
  if (history.length > 1) {
    const steps = history.map((one) => make("li", { dir: "auto" }, make("b", {}, one.value), " ", time(one.since), one.until ? " to " : " until now", one.until ? time(one.until) : ""));
    box.append(make("h4", {}, "It was not always so"), make("ol", { class: "history" }, ...steps));
  }
  if (evidence.length) {
    const heard = evidence.map((one) => make("li", { class: one.supports ? "for" : "against" },
      make("span", { class: "sign" }, one.supports ? "for: " : "against: "), one.words ? spoken("q", one.words) : SOURCE[one.source],
      make("small", {}, " ", one.words ? `${SOURCE[one.source]}, ` : "", time(one.at), ` ${clockOf(one.at)}`)));
    box.append(make("h4", {}, "What spoke for it and against it"), make("ul", { class: "evidence" }, ...heard));
  }
  return box;
}

// Bring a belief before the eyes: it is what a choice rests on.
export function point(id) {
  dispatchEvent(new CustomEvent("show-view", { detail: "beliefs" }));
  const line = document.getElementById(`belief-${id}`);
  if (!line) return notice("That is no longer believed.");
  line.closest("details").open = true;
  line.scrollIntoView({ block: "center" });
  line.focus({ preventScroll: true });
  line.classList.add("pointed");
  setTimeout(() => line.classList.remove("pointed"), 2500);
}
