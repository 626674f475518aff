// Ready examples for those who want to see it first: free talk, and both worlds of the laboratory.

export const MODES = {
  tell: {
    title: "Tell it",
    help: "Anything about yourself. What it does not understand it leaves alone.",
    label: "What you say",
    send: "Tell it",
  },
  household: {
    title: "At home",
    help: "Things are brought to you and put away. In time you are asked less.",
    label: "What you ask for",
    send: "Ask for it",
  },
  shop: {
    title: "In a shop",
    help: "Three of a kind, each with its features. To buy none is an answer too.",
    label: "What you ask for",
    send: "Ask for it",
  },
  own: {
    title: "Your own",
    help: "Options of your own. Without any you see what it would go by.",
    label: "What you ask for",
    send: "Ask for it",
  },
};

const tell = (title, words = title) => ({ title, words });

export const EXAMPLES = {
  tell: [
    tell("I'm vegetarian and allergic to peanuts."),
    tell("My sister Rosa hates coriander."),
    tell("I never drink alcohol."),
    tell("I always want window seats on trains."),
    tell("When it rains I like to read crime novels."),
    tell("Please keep your answers short."),
    tell("I live in Lyon."),
    tell("Forget that I live in Lyon."),
  ],
  household: [
    { title: "A warm drink", words: "I have caught a cold. Could you bring me a warm drink?", options: ["double espresso", "ginger tea", "hot chocolate", "miso broth"] },
    { title: "Something to listen to", words: "It's raining. Would you put on something to listen to?", options: ["string quartet record", "brass band record", "football commentary", "fado record"] },
    { title: "Crackers", words: "Could you put these crackers away where I like them?", options: ["crackers"], places: ["top pantry shelf", "bread bin", "piano lid", "kitchen island"] },
    { title: "The in-laws", words: "My in-laws are at the door. Please fetch me something to nibble.", options: ["salted almonds", "lemon tart", "cheese straws", "dates"] },
    { title: "House keys", words: "Where should these house keys go?", options: ["house keys"], places: ["mirror shelf", "sock drawer", "letter tray", "bedside table"] },
  ],
  shop: [
    { title: "A kettle", words: "Would you choose a kettle for me?", options: ["Kettle A: brushed steel body, gooseneck spout, temperature dial", "Kettle B: copper body, drip-free spout, stove-top whistle", "Kettle C: ceramic body, short spout, app control"] },
    { title: "A desk lamp", words: "My old one broke. Can you get me another desk lamp?", options: ["Lamp A: swing arm, warm filament glow, pull cord", "Lamp B: clamp-on arm, LED strip, motion sensor", "Lamp C: fixed column, paper-diffused bulb, rotary dimmer"] },
    { title: "A backpack", words: "Buy me a backpack if there is one for me.", options: ["Pack A: waxed canvas, roll-top closure, hip belt", "Pack B: ripstop nylon, clamshell zip, padded yoke", "Pack C: wool felt, flap buckles, convertible sling"] },
    { title: "Another kettle", words: "It's time for a new kettle, one I'd be happy with.", options: ["Kettle D: copper body, gooseneck spout, app control", "Kettle E: brushed steel body, drip-free spout, temperature dial", "Kettle F: enamelled body, wide-mouth spout, one-touch switch"] },
  ],
  own: [
    { title: "Dinner", words: "Book us a table for dinner on Friday.", options: ["the steak house", "the Lebanese mezze place", "the sushi bar", "pizza by the river"] },
    { title: "A train", words: "Which seat shall I book on the train to Paris?", options: ["window seat", "aisle seat", "seat in the quiet coach"] },
    { title: "No options", words: "What should I cook tonight?", options: [] },
  ],
};
