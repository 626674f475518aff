// Your data: out and in as one file, a link of your own, and everything gone.

import { hasCredential, post, send } from "./api.js";
import { $, button, busy, make, spoken } from "./dom.js";
import { notice, settleAll, told } from "./notices.js";
import { at, person, refresh } from "./person.js";

const block = (title, help, ...rest) => make("section", { class: "block" }, make("h3", {}, title), make("p", { class: "help" }, help), ...rest);

export function drawData(own) {
  const parts = [
    block("Take it out", "Everything that is kept about you, in one file: beliefs, what spoke for them, and what was said.", button("Save memory.json", saved, { class: "main" })),
    block("Training", "Whether what you said may become examples that a model is trained on.", trainingForm()),
    block("Bring it in", "A file that was saved here or elsewhere, where nothing is known of you yet.", importForm()),
  ];
  if (hasCredential() && !own) parts.push(block("A link of their own", "Opens this page for one person and no one else's memory; it holds for a day.", linkForm()));
  parts.push(block("Erase everything", "All of it, for good. Nothing of it can be brought back, so save it first if you may want it again.", button("Erase everything …", erase, { class: "danger" })));
  $("data-body").replaceChildren(...parts);
  readTraining();
}


const saved = told(async () => {
  const response = await send("GET", at("export"));
  download(await response.blob(), "memory.json");
});

export function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// What holds is read again whenever it may have changed: it goes with the memory, out and in.
const readTraining = told(async () => {
  const { training } = await (await send("GET", at("consent"))).json();
  const box = $("training");
  if (box) Object.assign(box, { checked: training, disabled: false });
});

function trainingForm() {
  const box = make("input", { type: "checkbox", id: "training", disabled: true });
  box.addEventListener("change", async () => {
    const wanted = box.checked;
    box.disabled = true;
    await told(async () => {
      await send("POST", at("consent"), { training: wanted });
      notice(wanted ? "It may be used for training." : "It is never exported for training.");
    })();
    await readTraining();
  });
  return make("p", {}, box, " ", make("label", { for: box.id }, "May be used for training"));
}

function importForm() {
  const file = make("input", { type: "file", accept: ".json,application/json", id: "import-file", required: true });
  const form = make("form", { class: "line" }, make("label", { for: file.id, class: "off" }, "The file"), file, make("button", {}, "Bring it in"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    told(busy(form, async () => {
      const reply = await send("POST", at("import"), await file.files[0].text());
      const { preferences } = await reply.json();
      await refresh();
      await readTraining();
      form.reset();
      notice(`Brought in: ${preferences} beliefs, open and closed.`);
    }))();
  });
  return form;
}

function linkForm() {
  const shown = make("p", { class: "help" });
  return make("div", { class: "link-form" }, button("Make a link", told(async () => {
    const { token, until } = await post(at("token"), {});
    const link = make("input", { readonly: true, "aria-label": "The link" });
    link.value = `${location.origin}${location.pathname}#token=${token}`;
    shown.replaceChildren(link, ` Holds until ${new Date(until).toLocaleString("en-GB")}.`);
    link.select();
  })), shown);
}

function erase() {
  const dialog = make("dialog", { "aria-labelledby": "erase-title" },
    make("h3", { id: "erase-title" }, "Erase everything about ", spoken("span", person.name), "?"),
    make("p", {}, "This cannot be undone."),
    make("div", { class: "send" }, button("Erase it all", told(async () => {
      dialog.close();
      settleAll();
      const { forgotten } = await (await send("DELETE", at(""))).json();
      await refresh();
      dispatchEvent(new Event("erased"));
      await readTraining();
      notice(`Erased for good: ${forgotten} beliefs, and all that was said.`);
    }), { class: "danger" }), button("Keep it", () => dialog.close(), { autofocus: true })));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

