// The talk: what you say goes in at the foot, what it asks, does and learns appears above.

import { post } from "./api.js";
import { $, button, busy, make } from "./dom.js";
import { startErrand } from "./errand.js";
import { EXAMPLES, MODES } from "./examples.js";
import { endings, learned } from "./lesson.js";
import { told } from "./notices.js";
import { at } from "./person.js";
import { entry, followLog, say } from "./log.js";

let mode = "tell";
const drafts = {};

export function setUpTalk() {
  for (const [key, one] of Object.entries(MODES)) {
    const input = make("input", { type: "radio", name: "mode", value: key, checked: key === mode, on: { change: () => choose(key) } });
    $("modes").append(make("label", {}, input, make("span", {}, one.title)));
  }
  const form = $("composer");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    told(busy(form, submitted))();
  });
  $("words").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  followLog();
  choose(mode);
}

export function clearTalk() {
  $("log").replaceChildren();
}

const FIELDS = ["words", "options", "places"];

function choose(key) {
  drafts[mode] = Object.fromEntries(FIELDS.map((name) => [name, $(name).value]));
  mode = key;
  const shown = MODES[mode];
  $("mode-help").textContent = shown.help;
  $("words-label").textContent = shown.label;
  $("send").textContent = shown.send;
  $("offer").hidden = mode === "tell";
  $("options-label").textContent = mode === "shop" ? "To choose from: a name, a colon, its features" : "To choose from, one on each line";
  const examples = EXAMPLES[mode].map((one) => button(one.title, () => fill(one), { class: "chip" }));
  $("examples").replaceChildren(...examples);
  if (mode === "tell" || drafts[mode]) set(drafts[mode] ?? {});
  else fill(EXAMPLES[mode][0], false);
}

function fill(example, focus = true) {
  set({ words: example.words, options: example.options?.join("\n"), places: example.places?.join("\n") });
  if (focus) $("words").focus();
}

function set(values) {
  for (const name of FIELDS) $(name).value = values[name] ?? "";
  $("places-part").hidden = !$("places").value;
}

async function submitted() {
  const words = $("words").value.trim();
  if (!words) return;
  if (mode === "tell") await tellIt(words);
  else await startErrand({ text: words, ...offered() });
}

const lines = (id) => $(id).value.split("\n").map((line) => line.trim()).filter(Boolean);

function offered() {
  const options = lines("options");
  if (mode !== "shop") return { options, places: $("places-part").hidden ? [] : lines("places") };
  const parts = options.map((line) => [line.split(":")[0].trim(), line.split(":").slice(1).join(":")]);
  const features = parts.map(([, rest]) => rest.split(",").map((one) => one.trim()).filter(Boolean));
  const described = features.some((one) => one.length);
  return { options: parts.map(([name]) => name), ...(described && { features }), may_decline: true };
}

async function tellIt(words) {
  const said = say(words);
  $("words").value = "";
  const reply = entry("agent", make("p", { class: "help" }, "Listening …"));
  const hear = async () => reply.replaceChildren(await learned(await post(at("tell"), { words }), null));
  try {
    const ends = endings(await post(at("tell"), { words, preview: true }));
    if (ends) return askFirst(reply, ends, hear);
    await hear();
  } catch (error) {
    reply.remove();
    said.remove();
    $("words").value ||= words;
    throw error;
  }
  $("words").focus({ preventScroll: true });
}

// Nothing is done before the answer; "No" leaves all as it was.
function askFirst(reply, ends, hear) {
  const choices = make("div", { class: "choices" });
  const over = (work) => told(busy(choices, async () => {
    await work();
    $("words").focus({ preventScroll: true });
  }));
  const yes = button("Yes, do that", over(hear), { class: "choice good" });
  const no = button("No, leave it", over(() => reply.replaceChildren(make("p", { class: "help" }, "All is as it was."))), { class: "choice" });
  choices.append(yes, no);
  reply.replaceChildren(ends, make("p", {}, "Shall I do that?"), make("div", { class: "controls" }, choices));
  no.focus({ preventScroll: true });
}

