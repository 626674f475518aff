// The log of a talk: who said what, in order. Old entries lose their buttons.

import { $, make, spoken } from "./dom.js";

export function entry(who, ...children) {
  const made = make("li", { class: `say ${who}` }, make("span", { class: "speaker" }, who === "you" ? "You" : "penchant"), make("div", { class: "bubble" }, ...children));
  $("log").append(made);
  show(made);
  return Object.assign(made.querySelector(".bubble"), { remove: () => made.remove() });
}

export const say = (words) => entry("you", spoken("p", words));

export function show(made) {
  const log = $("log");
  if (log.scrollHeight > log.clientHeight + 1) log.scrollTop = log.scrollHeight;
  else made.scrollIntoView({ block: "nearest" });
}
