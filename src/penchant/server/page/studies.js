// The reports of studies that were run, where the server was started with a folder of them.

import { get, hasCredential, send } from "./api.js";
import { $, button, make } from "./dom.js";
import { told } from "./notices.js";
import { download } from "./data.js";

const REPORT = "report.html";

export async function drawStudies() {
  const { studies } = await get("api/studies");
  if (!studies.length) {
    return $("studies-body").replaceChildren(make("p", { class: "empty" }, "No reports here. Run ", make("code", {}, "penchant study embodied"), " and start the server with ", make("code", {}, "--runs runs"), "."));
  }
  return $("studies-body").replaceChildren(make("ul", { class: "studies" }, ...studies.map(study)));
}

function study({ run, title, suite, finished, files }) {
  const state = finished ? "finished" : "not finished";
  return make("li", { class: "block" }, make("h3", {}, run), make("p", {}, title?.replace(`${suite}: `, "") ?? ""), make("p", { class: "help" }, [suite, state].filter(Boolean).join(", ")),
    make("p", { class: "files" }, ...(files.includes(REPORT) ? [opener(run, REPORT, "Open the report")] : []), ...figures(run, files)));
}

const figures = (run, files) => files.filter((name) => name.endsWith(".svg") || name.endsWith(".csv")).map((name) => opener(run, name, name));

// With a key the browser cannot open an address by itself, so the file is saved instead.
function opener(run, name, title) {
  const path = `api/studies/${encodeURIComponent(run)}/${encodeURIComponent(name)}`;
  if (!hasCredential()) return make("a", { href: path, target: "_blank", rel: "noopener" }, title);
  return button(title.replace("Open", "Save"), told(async () => download(await (await send("GET", path)).blob(), `${run}-${name}`)), { class: "link" });
}
