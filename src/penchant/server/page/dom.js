// Small makers of elements. Every word from outside reaches the page as text, never as markup.

export const $ = (id) => document.getElementById(id);

export function make(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === false || value === null) continue;
    if (name === "on") for (const [event, heard] of Object.entries(value)) made.addEventListener(event, heard);
    else if (name === "class") made.className = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return made;
}

// What a person wrote, in whichever direction it is read.
export const spoken = (tag, text, given = {}) => make(tag, { dir: "auto", ...given }, text);

export const button = (text, click, given = {}) => make("button", { type: "button", ...given, on: { click } }, text);

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
const SHORT = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const LONG = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

export const dayOf = (iso) => DAY.format(new Date(iso));
export const clockOf = (iso) => CLOCK.format(new Date(iso));

export function time(iso, clock = false) {
  const at = new Date(iso);
  const day = (at.getFullYear() === new Date().getFullYear() ? SHORT : LONG).format(at);
  const shown = clock ? `${day}, ${CLOCK.format(at)}` : day;
  return make("time", { datetime: iso, title: `${DAY.format(at)}, ${CLOCK.format(at)}` }, shown);
}

// From when to when, the day told once where it is the same.
export function span(from, to) {
  if (!to) return ["since ", time(from, true)];
  return [time(from, true), " to ", dayOf(from) === dayOf(to) ? make("time", { datetime: to }, clockOf(to)) : time(to, true)];
}

// How sure it is, as a bar and in words.
export function certainty(share, label = "sure") {
  const percent = Math.round(100 * share);
  const fill = make("i");
  fill.style.width = `${percent}%`;
  const bar = make("span", { class: "bar", "aria-hidden": "true" }, fill);
  const told = percent === 100 && share < 1 ? "over 99" : percent;
  return make("span", { class: `sure${share < 0.5 ? " unsure" : ""}` }, bar, `${told} % ${label}`);
}

// Work that a click starts: the button waits, what goes wrong is told, and never twice at once.
export function busy(element, work) {
  return async (...given) => {
    if (element.getAttribute("aria-busy") === "true") return;
    element.setAttribute("aria-busy", "true");
    try {
      await work(...given);
    } finally {
      element.removeAttribute("aria-busy");
    }
  };
}
