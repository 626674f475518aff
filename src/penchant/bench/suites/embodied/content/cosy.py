"""Things that change a room or a body: something to listen to, to light, to wrap up in, to smell, to bathe with."""

from __future__ import annotations

from penchant.bench.suites.embodied.content.shapes import kind, things

_MUSIC = things(
    (
        "a string quartet record / a late string quartet record / a string quartet tape",
        "calm soft",
        "four people agreeing is a rare enough sound",
    ),
    (
        "a brass band record / a loud brass band record / a brass band march",
        "lively festive bright",
        "trombones do not know about self-pity",
    ),
    (
        "a tape of rain sounds / a playlist of rain sounds / an hour of rain sounds",
        "calm plain dim",
        "rain has no chorus I could get stuck in my head",
    ),
    (
        "a techno playlist / a fast techno mix / a warehouse techno record",
        "lively rough",
        "it ticks like the inside of somebody more efficient",
    ),
    (
        "an opera recording / a scratchy opera recording / an opera in three acts",
        "festive rich",
        "someone else can do the shouting, and in tune",
    ),
    (
        "a fado record / a slow fado record / a fado concert tape",
        "dim soft",
        "sadness with a good haircut cheers me up",
    ),
    (
        "a samba record / a carnival samba record / a samba drumming tape",
        "lively festive hot",
        "my feet are not consulted by my head, and that is their charm",
    ),
    ("a solo cello suite / a solo cello record / a solo cello tape", "calm dim", "it sounds like furniture thinking"),
    (
        "an old football commentary / a football commentary tape / a long football commentary",
        "plain lively",
        "ninety minutes of a problem that is not mine",
    ),
    (
        "a plainsong choir / a plainsong choir record / a short plainsong choir tape",
        "calm plain light",
        "it leaves the ceiling higher than it was",
    ),
)

_LIGHTS = things(
    (
        "a paper lantern / a round paper lantern / a paper lantern with a tassel",
        "soft festive",
        "it is a moon that takes requests",
    ),
    (
        "a bare bulb / a bare bulb on a cord / a big bare bulb",
        "bright plain rough",
        "a bare bulb tells the truth about the dust and me",
    ),
    (
        "a red lamp / a small red lamp / a red darkroom lamp",
        "dim calm",
        "in red light nothing is urgent enough to read",
    ),
    (
        "a beeswax candle / a short beeswax candle / two beeswax candles",
        "dim soft plain",
        "it burns down, so I know that things end",
    ),
    ("a daylight lamp / a clip-on daylight lamp / a tall daylight lamp", "bright cold", "false noon is still noon"),
    (
        "fairy lights / a jar of fairy lights / a string of fairy lights",
        "festive dim soft",
        "tiny lights make tiny problems",
    ),
    (
        "a brass oil lamp / a tall brass oil lamp / a brass oil lamp with a wick",
        "dim hot rich",
        "trimming the wick gives my hands a profession",
    ),
    (
        "a green desk lamp / an old green desk lamp / a green glass desk lamp",
        "calm plain",
        "under green glass I am a person who finishes things",
    ),
    (
        "a disco ball / a mirrored disco ball / a slowly spinning disco ball",
        "lively festive bright",
        "the walls should move when I cannot",
    ),
    (
        "a head torch / a camping head torch / a head torch on a strap",
        "rough bright lively",
        "it only lights what I look at, which is a fair deal",
    ),
)

_WRAPS = things(
    (
        "an army blanket / a grey army blanket / a scratchy army blanket",
        "rough plain hot",
        "it itches, so I know I have not dissolved",
    ),
    ("a silk sheet / a cool silk sheet / a folded silk sheet", "cold light soft", "it is like being forgiven by water"),
    (
        "a weighted blanket / a heavy weighted blanket / a weighted lap blanket",
        "rich calm",
        "something ought to hold me down, and it may as well be polite",
    ),
    (
        "a crocheted throw / a bright crocheted throw / a crocheted throw with tassels",
        "festive bright",
        "every colour in it was somebody's evening",
    ),
    (
        "a linen bedspread / a crumpled linen bedspread / a white linen bedspread",
        "light plain cold",
        "I want the idea of a cover, without the cover",
    ),
    (
        "a sheepskin / a large sheepskin / a brushed sheepskin",
        "soft hot rich",
        "a sheep spent years getting this right",
    ),
    (
        "a beach towel / a striped beach towel / a sun-stiff beach towel",
        "rough light bright",
        "the sand still in it is my proof of July",
    ),
    (
        "a down quilt / a thick down quilt / a patchwork down quilt",
        "hot soft",
        "it makes the noise of snow when I move",
    ),
    ("a heat pad / an electric heat pad / a heat pad filled with rice", "hot plain", "one warm spot is a headquarters"),
    (
        "a foil blanket / a crinkling foil blanket / a silver foil blanket",
        "light lively bright",
        "I like to be wrapped like something that was rescued",
    ),
)

_SCENTS = things(
    (
        "a cedar incense stick / cedar incense cones / smoky cedar incense",
        "dim rich calm",
        "it smells as though someone wise just left",
    ),
    (
        "a lavender sachet / a lavender pillow sachet / a lavender spray",
        "calm soft",
        "lavender is a librarian for the nose",
    ),
    (
        "peppermint oil / a drop of peppermint oil / a peppermint oil diffuser",
        "lively cold bright",
        "it opens a window inside my forehead",
    ),
    (
        "dried orange peel / fresh orange peel / a bowl of orange peel",
        "bright festive light",
        "every good December began with it",
    ),
    (
        "a pine tar soap / a bar of pine tar soap / a pine tar soap flake",
        "rough dim",
        "it is the smell of people who own a boat",
    ),
    (
        "a rosewater mist / a rosewater face mist / a bottle of rosewater",
        "soft festive",
        "roses are bossy, and sometimes I need a boss",
    ),
    (
        "coffee beans in a dish / roasted coffee beans / a scoop of coffee beans",
        "rich lively",
        "I get the promise without the heartbeat",
    ),
    ("a vetiver root / a dried vetiver root / a vetiver root fan", "plain calm", "wet earth never asked me how I am"),
    (
        "a eucalyptus sprig / a eucalyptus bundle / a eucalyptus wreath",
        "cold lively light",
        "koalas look untroubled, and I put it down to this",
    ),
)

_BATHS = things(
    (
        "coarse bath salts / coarse bath salts with sage / a jar of coarse bath salts",
        "rough plain",
        "I would like to be pickled until further notice",
    ),
    (
        "an ice-cold flannel / a folded ice-cold flannel / two ice-cold flannels",
        "cold plain lively",
        "a shock I have ordered myself hardly counts as one",
    ),
    (
        "a hot towel / a rolled hot towel / a stack of hot towels",
        "hot soft",
        "for one minute I am a very important traveller",
    ),
    ("an olive soap / a square olive soap / an olive soap on a rope", "plain light", "a soap with no ideas of its own"),
    (
        "a bubble bath / a pink bubble bath / a bubble bath with glitter",
        "festive soft",
        "foam is the only crowd I enjoy",
    ),
    (
        "a stiff brush / a stiff back brush / a stiff brush with a long handle",
        "rough lively",
        "I come out the colour of someone with plans",
    ),
    (
        "an oat soak / a milky oat soak / an oat soak in muslin",
        "soft calm",
        "what is good enough for horses is good enough for me",
    ),
    (
        "a bucket and ladle / a wooden bucket and ladle / a cedar bucket and ladle",
        "cold rough plain",
        "ladle by ladle I know how much I have had",
    ),
    (
        "a mustard foot bath / a hot mustard foot bath / a foot bath with mustard seed",
        "hot lively",
        "trouble leaves through the feet",
    ),
)

COSY = (
    kind(
        "music",
        "cosy",
        "in the air",
        "something to listen to / some music / something for my ears",
        "What should I listen to? / Which music should I play?",
        _MUSIC,
    ),
    kind(
        "light",
        "cosy",
        "to see by",
        "something to see by / something that glows / some glow for the room",
        "What should I switch on to see by? / Which glow should I give the room?",
        _LIGHTS,
    ),
    kind(
        "wrap",
        "cosy",
        "around the shoulders",
        "something to wrap around me / a cover for my knees / something to curl up under",
        "What should I wrap myself in? / Which cover should I use?",
        _WRAPS,
    ),
    kind(
        "scent",
        "cosy",
        "for the nose",
        "something that smells good / a scent for the room / a smell I like",
        "What should the room smell of? / Which scent should I use?",
        _SCENTS,
    ),
    kind(
        "bath",
        "cosy",
        "at the tub",
        "something for the tub / something to wash with / a little something for washing",
        "What should I take into the tub? / Which thing should I use in the tub?",
        _BATHS,
    ),
)
