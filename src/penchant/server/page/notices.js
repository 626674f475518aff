// What just happened, at the foot of the page, with a way to take it back; errors are the server's one line.

import { $, button, make } from "./dom.js";

const STAYS_S = 20;

// ``settled`` is called once: when the notice goes and was not taken back.
export function notice(text, { undo, settled, error = false } = {}) {
  let open = true;
  const box = make("div", { class: `notice${error ? " error" : ""}`, role: error && "alert" }, make("p", { dir: "auto" }, text));
  const leave = (taken) => {
    if (!open) return;
    open = false;
    clearTimeout(timer);
    removeEventListener("pagehide", gone);
    box.remove();
    if (!taken) settled?.();
  };
  const gone = () => leave(false);
  if (undo) box.append(button("Undo", () => { leave(true); undo(); }, { class: "undo" }));
  box.append(button("×", gone, { class: "close", "aria-label": "Dismiss" }));
  box.addEventListener("keydown", (event) => event.key === "Escape" && gone());
  const timer = error ? 0 : setTimeout(gone, 1000 * STAYS_S);
  if (settled) addEventListener("pagehide", gone);
  if (!undo) for (const old of $("notices").querySelectorAll(".notice:not(:has(.undo))")) old.remove();
  $("notices").append(box);
  if (undo && document.activeElement === document.body) box.querySelector(".undo").focus(); // what was clicked is gone
  return gone;
}

// What waits for a notice to go is done now.
export function settleAll() {
  for (const close of $("notices").querySelectorAll(".close")) close.click();
}

export const failed = (error) => {
  if (!error.status && error.name !== "Error") console.error(error);
  notice(error.message, { error: true });
};

// The same work, with what goes wrong told.
export const told = (work) => async (...given) => {
  try {
    return await work(...given);
  } catch (error) {
    failed(error);
    return undefined;
  }
};
