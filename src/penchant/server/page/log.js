// The log of a talk: who said what, in order. Old entries lose their buttons.

import { $, make, spoken } from "./dom.js";

export function entry(who, ...children) {
  const made = make("li", { class: `say ${who}` }, make("span", { class: "speaker" }, who === "you" ? "You" : "penchant"), make("div", { class: "bubble" }, ...children));
  $("log").append(made);
  return Object.assign(made.querySelector(".bubble"), { remove: () => made.remove() });
}

export const say = (words) => entry("you", spoken("p", words));

// Whatever is added at the end is brought into sight, also when it fills up later.
export function followLog() {
  const log = $("log");
  const grown = (changes) => changes.some(({ target, addedNodes }) => addedNodes.length && (target === log || log.lastElementChild?.contains(target)));
  new MutationObserver((changes) => {
    if (!grown(changes)) return;
    if (log.scrollHeight > log.clientHeight + 1) log.scrollTop = log.scrollHeight;
    else log.lastElementChild?.scrollIntoView({ block: "nearest" });
  }).observe(log, { childList: true, subtree: true });
}
