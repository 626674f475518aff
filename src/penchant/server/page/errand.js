// One errand: a request, perhaps its question, its choice with reasons, and what you say to either.

import { post } from "./api.js";
import { point, source } from "./belief.js";
import { button, busy, certainty, make, spoken } from "./dom.js";
import { learned } from "./lesson.js";
import { entry, say } from "./log.js";
import { failed, told } from "./notices.js";
import { at } from "./person.js";
import { sentence } from "./words.js";

let pending = null; // the bubble whose turn can still be answered

export async function startErrand(request) {
  settle();
  const bubble = say(request.text);
  bubble.append(onOffer(request));
  try {
    draw(await post(at("consider"), request));
  } catch (error) {
    bubble.remove();
    throw error;
  }
}

function onOffer(request) {
  const names = [...request.options, ...(request.places ?? [])];
  const features = request.features ?? [];
  return make("ul", { class: "offered" }, ...names.map((name, index) => spoken("li", features[index] ? `${name}: ${features[index].join(", ")}` : name)));
}

// What was open is over: its buttons go, what was said stays.
function settle() {
  for (const controls of pending?.querySelectorAll(".controls") ?? []) controls.remove();
  pending = null;
}

function draw(reply) {
  settle();
  const { turn } = reply;
  const bubble = entry("agent");
  pending = bubble;
  if (reply.asks !== null) drawQuestion(bubble, reply);
  else if (reply.briefing !== null) drawBriefing(bubble, turn.briefing);
  else drawChoice(bubble, reply);
}

function drawQuestion(bubble, { turn, asks, because }) {
  const { alternatives } = turn.question;
  bubble.append(make("p", { class: "kind" }, turn.question.back ? "Asks back" : "Asks"), spoken("p", asks, { class: "main-line" }));
  if (because) bubble.append(make("p", { class: "help" }, `Why it asks: ${because}.`));
  const controls = make("div", { class: "controls" });
  const answer = (words) => hear(turn, words, controls);
  if (alternatives.length === 1) controls.append(choices([[`Yes, ${alternatives[0]}`, `Yes, ${alternatives[0]}.`], ["No", "No."]], answer));
  else if (turn.request.features.length && alternatives.length > 2) controls.append(several(alternatives, answer));
  else controls.append(choices(alternatives.map((one) => [one, one]), answer));
  controls.append(inWords("Or in your own words", answer));
  bubble.append(controls);
}

function drawChoice(bubble, { turn, does, because, confidence }) {
  const { choice, request } = turn;
  bubble.append(make("p", { class: "kind" }, turn.reaction === null ? "It chooses" : "It chose"), spoken("p", does, { class: "main-line" }));
  const chosen = request.features[request.options.indexOf(choice.action.thing)];
  if (chosen) bubble.append(spoken("p", chosen.join(", "), { class: "help" }));
  if (confidence !== null) bubble.append(make("p", {}, certainty(confidence, "sure")));
  bubble.append(...reasons(choice, because));
  const controls = make("div", { class: "controls" });
  const react = (words) => hear(turn, words, controls);
  const placed = choice.action.place;
  const others = (placed ? turn.scene?.places ?? request.places : request.options).filter((one) => one !== choice.action.thing && one !== placed).slice(0, 8);
  const rather = others.map((one) => [`${one} instead`, placed ? `No, it goes to the ${one}.` : `No, I want ${one} instead.`]);
  if (request.may_decline && choice.action.thing !== null) rather.push(["None of these", "No, none of these."]);
  controls.append(choices([["Good", "Perfect, thank you.", "good"], ...rather], react), inWords("Or say what you think", react));
  bubble.append(controls);
}

function reasons(choice, because) {
  const made = [];
  if (choice.reasons.length) made.push(make("ul", { class: "reasons" }, ...choice.reasons.slice(0, 5).map((one) => reason(one.preference))));
  else if (because) made.push(spoken("p", because, { class: "because" }));
  if (choice.unasked) made.push(make("p", { class: "help" }, `Why it did not ask: ${choice.unasked}.`));
  return made;
}

// A belief that something rests on, with where it comes from; a click shows it among the others.
function reason(belief) {
  return make("li", {}, button(sentence(belief), () => point(belief.id), { class: "link", dir: "auto", title: "Show this belief" }), " ", make("small", {}, ...source(belief)));
}

function drawBriefing(bubble, { profile, missing }) {
  bubble.append(make("p", { class: "kind" }, "Would go by"));
  if (profile.lines.length) bubble.append(make("ul", { class: "reasons" }, ...profile.lines.map((one) => reason(one.preference))));
  else bubble.append(make("p", {}, "Nothing it knows of you bears on that yet."));
  if (missing.length) bubble.append(make("p", { class: "help" }, `It would matter, and is not known: ${missing.join(", ")}.`));
}

const choices = (pairs, chosen) => make("div", { class: "choices" }, ...pairs.map(([name, words, kind]) => button(name, () => chosen(words), { class: `choice ${kind ?? ""}`, dir: "auto" })));

// Several may fit: pick, then send; of the others nothing is said, or that they do not.
function several(names, chosen) {
  const flip = (event) => event.target.setAttribute("aria-pressed", String(event.target.getAttribute("aria-pressed") !== "true"));
  const picks = names.map((name) => button(name, flip, { class: "choice", "aria-pressed": "false", dir: "auto" }));
  const send = (rest) => {
    const on = names.filter((_, index) => picks[index].getAttribute("aria-pressed") === "true");
    chosen(on.length ? `${on.join(" and ")}${rest}.` : "None of these.");
  };
  const ends = [button("These", () => send(""), { class: "main" }), button("Only these", () => send(", none of the others")), button("None", () => chosen("None of these."))];
  return make("div", { class: "controls" }, make("div", { class: "choices" }, ...picks), make("div", { class: "choices" }, ...ends));
}

function inWords(label, chosen) {
  const input = make("input", { "aria-label": label, placeholder: label, autocomplete: "off", dir: "auto", maxlength: "100000" });
  const form = make("form", { class: "line" }, input, make("button", {}, "Say"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) chosen(input.value.trim());
  });
  return form;
}

function hear(turn, words, controls) {
  return told(busy(controls, async () => {
    const reply = await post(at("hear"), { turn, words });
    settle();
    say(words);
    await follow(reply, turn);
    (pending?.querySelector(".controls button") ?? document.getElementById("send")).focus({ preventScroll: true });
  }))();
}

async function follow(reply, before) {
  const over = reply.turn.reaction !== null && reply.asks === null;
  const box = await learned(reply.lesson, before.lesson, over ? "There was nothing new for me in that." : "");
  if (box.childElementCount) {
    const bubble = entry("agent", box);
    if (over && reply.turn.corrected) offerAnother(bubble, reply.turn);
  }
  if (!over) draw(reply);
}

function offerAnother(bubble, turn) {
  pending = bubble;
  const again = button("Choose again", () => {
    post(at("reconsider"), { turn }).then(draw, failed);
  }, { class: "choice" });
  bubble.append(make("div", { class: "controls" }, make("div", { class: "choices" }, again)));
}
