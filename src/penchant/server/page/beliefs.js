// The panel of what it believes: groups that make sense, each belief with its source, certainty and history.

import { $, button, make } from "./dom.js";
import { person } from "./person.js";
import { row } from "./belief.js";
import { GROUPS, groupOf, occasion, sentence } from "./words.js";

const AT_ONCE = 40;
const folded = new Set(["past"]); // groups that are closed; kept while the page is open

export function setUpBeliefs() {
  person.addEventListener("beliefs", draw);
  $("find").addEventListener("input", draw);
}

function draw() {
  const open = person.beliefs.filter((one) => one.until === null);
  const sought = $("find").value.trim().toLowerCase();
  $("belief-count").textContent = open.length || "";
  $("find-part").hidden = person.beliefs.length < 8 && !sought;
  const shown = person.beliefs.filter((one) => fits(one, sought));
  const groups = GROUPS.map(([key, title]) => [key, title, shown.filter((one) => one.until === null && groupOf(one) === key)]);
  groups.push(["past", "No longer", shown.filter((one) => one.until !== null).reverse()]);
  const made = groups.filter(([, , all]) => all.length).map(([key, title, all]) => group(key, title, all, sought !== ""));
  if (!made.length) made.push(empty(sought));
  const focused = document.activeElement?.id;
  $("belief-groups").replaceChildren(...made);
  if (focused && document.activeElement?.id !== focused) $(focused)?.focus({ preventScroll: true });
}

const fits = (one, sought) => !sought || `${sentence(one)} ${one.sentence} ${one.words}`.toLowerCase().includes(sought);

function group(key, title, all, sought) {
  const sorted = key === "when" ? [...all].sort((a, b) => occasion(a).localeCompare(occasion(b)) || a.id - b.id) : all;
  const list = make("ul", { class: "beliefs" });
  const add = (from) => {
    list.append(...sorted.slice(from, from + AT_ONCE).map((one, at) => row(one, sorted[from + at - 1])));
    const left = sorted.length - from - AT_ONCE;
    if (left <= 0) return;
    const more = button(`Show ${Math.min(left, AT_ONCE)} more of ${left}`, () => { line.remove(); add(from + AT_ONCE); });
    const line = make("li", { class: "more" }, more);
    list.append(line);
  };
  add(0);
  const details = make("details", { class: `group ${key}`, open: sought || !folded.has(key) }, make("summary", {}, make("h3", {}, title), make("span", { class: "count" }, String(all.length))), list);
  details.addEventListener("toggle", () => !sought && (details.open ? folded.delete(key) : folded.add(key)));
  return details;
}

function empty(sought) {
  if (sought) return make("p", { class: "empty" }, "Nothing it believes fits that.");
  return make("div", { class: "empty" },
    make("p", {}, "Nothing yet."),
    make("p", {}, "Tell it something about yourself, or ask it for something. What it learns appears here, with your own words as the source, for you to correct or to have forgotten."));
}
