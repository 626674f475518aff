// The one way to the server: addresses, keys, tries again, and what goes wrong, as the server's one line.

const KEPT = "penchant.credential";
let credential = sessionStorage.getItem(KEPT) ?? "";

export class Refused extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

export const hasCredential = () => credential !== "";

export function useCredential(text) {
  credential = text.trim();
  if (credential) sessionStorage.setItem(KEPT, credential);
  else sessionStorage.removeItem(KEPT);
}

// A person's own token names the person; null for a key, and for what cannot be read.
export function personOf(token) {
  const body = /^pt_([\w-]+)\./.exec(token)?.[1];
  if (!body) return null;
  try {
    const bytes = Uint8Array.from(atob(body.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const person = JSON.parse(new TextDecoder().decode(bytes))[1];
    return typeof person === "string" ? person : null;
  } catch {
    return null;
  }
}

const onceKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function fetched(path, options) {
  const headers = { ...options.headers };
  if (credential) headers.Authorization = `Bearer ${credential}`;
  const response = await fetch(path, { ...options, headers, cache: "no-store" });
  if (response.ok) return response;
  let detail = `The server answered ${response.status}.`;
  try {
    detail = (await response.json()).detail ?? detail;
  } catch { /* no problem+json: the status has to do */ }
  throw new Refused(response.status, detail);
}

// The response; what did not arrive is sent once more, with the same key, so that it is done once.
export async function send(method, path, body, headers = {}) {
  const options = { method, headers: { ...headers } };
  if (method !== "GET") options.headers["Idempotency-Key"] = onceKey();
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = typeof body === "string" ? body : JSON.stringify(body);
  }
  options.keepalive = method !== "GET" && (options.body ?? "").length < 30_000; // it arrives, also when the page is left
  for (let left = 1; ; left--) {
    try {
      return await fetched(path, options);
    } catch (error) {
      if (error instanceof Refused) throw error;
      if (left === 0) throw new Refused(0, "The server cannot be reached. Is it still running?");
    }
  }
}

export const get = async (path) => (await send("GET", path)).json();
export const post = async (path, body) => (await send("POST", path, body)).json();
export const address = (person, rest = "") => `api/people/${encodeURIComponent(person)}${rest && `/${rest}`}`;
