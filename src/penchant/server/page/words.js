// Beliefs in words for the person they are about, and the groups they are shown in.

const PLACING = "where to put";
const CLAUSE = /^(?:it|it's|i|i'm|i've|my|we|there|everybody|everyone|nobody|people)\b/i;
const CONNECTED = /^(?:in|on|at|when|while|if|unless|before|after|during|for|with|without|as|every|by|except)\b/i;

export const GROUPS = [
  ["never", "Never"],
  ["always", "Always"],
  ["when", "When …"],
  ["likes", "Likes and dislikes"],
  ["facts", "Facts and people"],
  ["others", "About others"],
  ["instructions", "How to deal with you"],
];

export function groupOf(belief) {
  if (belief.whom) return "others";
  if (belief.kind === "instruction") return "instructions";
  if (belief.kind === "fact" || belief.kind === "relation" || belief.stance === "is") return "facts";
  if (belief.kind === "constraint") return belief.stance === "avoids" ? "never" : "always";
  return belief.situation || belief.topic.startsWith(PLACING) || isErrand(belief) ? "when" : "likes";
}

// What was picked from an offer is about the request; what was told in talk has a topic of a word or two.
const isErrand = (belief) => (belief.rather_than.length > 0 && belief.topic) || belief.topic.split(/\s+/).length > 3;

// When it holds, as a heading; "" where it always does.
export function occasion(belief) {
  const topic = belief.topic.startsWith(PLACING) ? "" : belief.topic;
  const { situation } = belief;
  if (situation && (isErrand(belief) || situation.split(/\s+/).length > 4)) return `When you say “${situation}”${topic && ` (${topic})`}`;
  if (situation && CONNECTED.test(situation)) return situation[0].toUpperCase() + situation.slice(1);
  if (situation && CLAUSE.test(situation)) return `When ${situation}`;
  if (situation) return `When it is about ${situation}`;
  if (topic && isErrand(belief)) return `When asked “${topic}”`;
  return "";
}

const LEAD = { wants: "", accepts: "fine with ", avoids: "not ", is: "" };
const LIMIT = /^(?:at (?:most|least)|(?:no|not) (?:more|less|later|earlier)|up to|under|over)\b/i;
const RULE = { wants: "only ", accepts: "fine with ", avoids: "never ", is: "" };

// What comes before the value, and what comes after it.
export function around(belief) {
  const { topic, value } = belief;
  const whom = belief.whom ? `${belief.whom}: ` : "";
  const lesser = belief.rather_than.length ? `rather than ${listed(belief.rather_than.slice(0, 4))}` : "";
  const except = belief.exception && `except ${CLAUSE.test(belief.exception) ? "when " : ""}${belief.exception}`;
  const over = [lesser, except].filter(Boolean).join(", ");
  if (topic.startsWith(PLACING)) return [`${topic.slice(PLACING.length).trim() || "it"}: ${LEAD[belief.stance]}`, over];
  if (belief.stance === "is") return [`${whom}${topic && `${topic}: `}`, over];
  if (belief.kind === "instruction") return [`${whom}${belief.stance === "avoids" ? "never " : ""}`, over];
  const limits = belief.kind === "constraint" && LIMIT.test(value);
  const lead = limits && belief.stance === "wants" ? "" : (belief.kind === "constraint" ? RULE : LEAD)[belief.stance];
  return [whom + lead, [matter(belief, limits), over].filter(Boolean).join(" ")];
}

// What it is about: of a limit always, of all else where you named it yourself.
function matter(belief, limits) {
  const topic = belief.topic.toLowerCase();
  const named = !topic || belief.value.toLowerCase().includes(topic) || occasion(belief).includes(belief.topic);
  if (named || (limits && /\b(?:for|on|of)\b/.test(belief.value))) return "";
  if (limits) return `for ${belief.topic}`;
  return isErrand(belief) || belief.words.toLowerCase().includes(topic) ? `(${belief.topic})` : "";
}

export function sentence(belief) {
  const [lead, rest] = around(belief);
  const when = occasion(belief);
  const what = `${lead}${belief.value}${rest && ` ${rest}`}`;
  return when ? `${when}: ${what}` : what[0].toUpperCase() + what.slice(1);
}

export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

export const ORIGIN = { stated: "you said", chosen: "you chose it", implied: "follows from what you said", behaviour: "seen in what you did" };
export const USE = { free: "freely", private: "for choices, but told to nobody", never: "not at all" };
export const SOURCE = {
  answer: "your answer", praise: "your praise", correction: "your correction", rejection: "you turned it down",
  statement: "you said", edit: "by hand", behaviour: "what you did",
};
