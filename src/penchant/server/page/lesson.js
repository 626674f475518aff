// What was learned from something said, with a way to take it back.

import { button, make, spoken } from "./dom.js";
import { notice, told } from "./notices.js";
import { person, refresh, takeBack, undoable } from "./person.js";
import { sentence } from "./words.js";

const HEADS = [["opened", "Learned"], ["closed", "No longer believed"], ["confirmed", "Surer of"], ["forgotten", "Forgotten"]];
const ENDINGS = [["closed", "This would no longer be believed"], ["forgotten", "This would be forgotten for good"]];

// A list of what a lesson changed since the one before it on the same errand, read back from memory.
export async function learned(lesson, before = null, nothing = "There was nothing for me to keep in that.") {
  const change = await refresh();
  const box = make("div", { class: "lesson" }, ...listed(HEADS, lesson, before));
  for (const { words, why } of lesson.left_alone.slice(before?.left_alone.length ?? 0)) {
    box.append(make("p", { class: "help" }, "Left alone: ", spoken("q", words), ` (${why})`));
  }
  const ids = undoable(change);
  if (ids.length) box.append(undoButton(ids, box));
  if (!box.childElementCount && nothing) box.append(make("p", { class: "help" }, nothing));
  return box;
}

// What words would end and by which of them, to be asked about first; null where that is one thing at most.
export function endings(lesson) {
  if (lesson.closed.length + lesson.forgotten.length < 2) return null;
  return make("div", {}, ...listed(ENDINGS, lesson, null));
}

function listed(heads, lesson, before) {
  return heads.flatMap(([what, title]) => {
    const lines = lesson[what].slice(before?.[what].length ?? 0);
    if (!lines.length) return [];
    const why = what === "closed" ? lesson.ended_by.slice(-lines.length) : [];
    const items = lines.map((line, at) => {
      const item = spoken("li", inWords(line));
      if (why[at]) item.append(" ", make("span", { class: "help" }, "since you said ", spoken("q", why[at])));
      return item;
    });
    return [make("p", { class: `head ${what}` }, title), make("ul", { class: what }, ...items)];
  });
}

function undoButton(ids, box) {
  const made = button("Undo", told(async () => {
    await takeBack(ids);
    made.remove();
    box.classList.add("undone");
    notice("Taken back.");
  }), { class: "undo" });
  return made;
}

// The server's sentence is for agents; the person is told the same of themselves.
function inWords(line) {
  const found = person.beliefs.findLast((one) => one.sentence === line);
  return found ? sentence(found) : line;
}
