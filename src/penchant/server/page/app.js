// Puts the page together: who you are, and which part of it is shown.

import { get, personOf, useCredential } from "./api.js";
import { setUpBeliefs } from "./beliefs.js";
import { drawData } from "./data.js";
import { $, busy, make } from "./dom.js";
import { failed, settleAll, told } from "./notices.js";
import { become, person, refresh } from "./person.js";
import { drawStudies } from "./studies.js";
import { clearTalk, setUpTalk } from "./talk.js";
import { drawTimeline } from "./timeline.js";

const wide = matchMedia("(min-width: 960px)");
const DRAWN = { timeline: drawTimeline, data: () => drawData(ownToken), studies: drawStudies };
let ownToken = false; // the person came with a token: the name is not theirs to change

const OWN = "penchant.own"; // kept while the tab is open: that the person came with a link of their own
const forgetLink = () => sessionStorage.removeItem(OWN);

const view = () => document.body.dataset.view;

function show(name) {
  const shown = wide.matches && name === "talk" ? "beliefs" : name;
  document.body.dataset.view = shown;
  for (const tab of $("tabs").children) tab.setAttribute("aria-current", tab.dataset.view === shown ? "page" : "false");
  told(async () => DRAWN[shown]?.())();
}

function takeTokenFromLink() {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (!token) return;
  history.replaceState(null, "", location.pathname); // it is a secret: not to stand in the address
  useCredential(decodeURIComponent(token));
  const name = personOf(decodeURIComponent(token));
  if (name === null) return failed(new Error("The link is not whole. Ask for a new one."));
  sessionStorage.setItem(OWN, "yes");
  become(name);
}

function enter() {
  const inside = person.name !== "";
  $("welcome").hidden = inside;
  $("main").hidden = $("tabs").hidden = $("who").hidden = !inside;
  $("who-name").textContent = person.name;
  ownToken = sessionStorage.getItem(OWN) === "yes";
  $("who-change").textContent = ownToken ? "Leave" : "Change";
  if (!inside) welcome();
  else show(wide.matches ? "beliefs" : "talk");
}

function welcome() {
  $("name").focus();
  get("api/people?limit=100").then(({ people }) => $("known").replaceChildren(...people.map((name) => make("option", { value: name }))), askForKey);
}

function askForKey(error) {
  if (error.status === 401) $("key-part").hidden = false;
}

async function begin(name) {
  const key = $("key").value.trim();
  if (key) useCredential(key);
  become(name);
  try {
    await refresh();
  } catch (error) {
    become("");
    if (error.status === 401) useCredential("");
    askForKey(error);
    throw error;
  }
  $("key").value = "";
  enter();
  $("words").focus({ preventScroll: true });
}

function leave() {
  settleAll();
  if (ownToken) useCredential("");
  forgetLink();
  become("");
  clearTalk();
  $("name").value = "";
  enter();
}

async function start() {
  setUpTalk();
  setUpBeliefs();
  $("welcome-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = $("name").value.trim();
    if (name) told(busy($("welcome-form"), () => begin(name)))();
  });
  $("who-change").addEventListener("click", leave);
  for (const tab of $("tabs").children) tab.addEventListener("click", () => show(tab.dataset.view));
  wide.addEventListener("change", () => person.name && show(view()));
  addEventListener("show-view", (event) => show(event.detail));
  addEventListener("erased", () => { clearTalk(); show(view()); });
  person.addEventListener("beliefs", () => view() === "timeline" && told(drawTimeline)());
  document.addEventListener("visibilitychange", () => !document.hidden && person.name && told(refresh)({ onlyNews: true }));
  takeTokenFromLink();
  if (person.name) await refresh().catch((error) => { failed(error); if (error.status !== 0) { become(""); useCredential(""); forgetLink(); askForKey(error); } });
  enter();
}

start();
