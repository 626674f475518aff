// Whose page this is, and what is believed about them as it was last read.

import { address, get, post } from "./api.js";

const KEPT = "penchant.person";

export const person = Object.assign(new EventTarget(), { name: sessionStorage.getItem(KEPT) ?? "", beliefs: [] });

export function become(name) {
  person.name = name;
  person.beliefs = [];
  if (name) sessionStorage.setItem(KEPT, name);
  else sessionStorage.removeItem(KEPT);
}

export const at = (rest) => address(person.name, rest);

// Read it all again; gives what is believed since the last time, and what is no longer.
export async function refresh({ onlyNews = false } = {}) {
  const name = person.name;
  if (!name) return { opened: [], closed: [] };
  const found = [];
  let cursor = "";
  do {
    const page = await get(at(`preferences?closed=true&limit=1000${cursor && `&cursor=${cursor}`}`));
    found.push(...page.preferences);
    cursor = page.next ?? "";
  } while (cursor);
  if (name !== person.name) return { opened: [], closed: [] };
  const before = new Map(person.beliefs.map((one) => [one.id, one]));
  if (onlyNews && JSON.stringify(found) === JSON.stringify(person.beliefs)) return { opened: [], closed: [] };
  person.beliefs = found;
  person.dispatchEvent(new Event("beliefs"));
  return {
    opened: found.filter((one) => !before.has(one.id) && one.until === null),
    closed: found.filter((one) => one.until !== null && before.get(one.id)?.until === null),
  };
}

// The ids by which a change is taken back: what was opened, and what was closed that nothing replaced.
export function undoable({ opened, closed }) {
  const replaced = new Set(opened.map((one) => one.replaces));
  return [...opened, ...closed.filter((one) => !replaced.has(one.id))].map((one) => one.id);
}

export async function takeBack(ids) {
  await post(at("undo"), { beliefs: ids });
  await refresh();
}
