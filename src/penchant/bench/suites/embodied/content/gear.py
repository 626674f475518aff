"""Things to mend, clean and pour with."""

from __future__ import annotations

from penchant.bench.suites.embodied.content.shapes import kind, things

_TOOLS = things(
    (
        "a claw hammer / a heavy claw hammer / a claw hammer with a taped grip",
        "rough lively",
        "most quarrels are with nails, if one looks closely",
    ),
    (
        "a rubber mallet / a black rubber mallet / a small rubber mallet",
        "soft calm",
        "I like a blow with an apology built in",
    ),
    (
        "a cordless drill / a yellow cordless drill / a cordless drill with bits",
        "lively bright",
        "a hole is the quickest kind of progress",
    ),
    ("a tenon saw / a Japanese tenon saw / a short tenon saw", "rough plain calm", "there is no arguing with sawdust"),
    (
        "a pocket knife / a folding pocket knife / a pocket knife with a corkscrew",
        "plain light",
        "one small blade, and the rest is attitude",
    ),
    ("duct tape / silver duct tape / a roll of duct tape", "plain lively soft", "tape does not ask why"),
    (
        "a spirit level / a long spirit level / a brass spirit level",
        "calm light",
        "I want one bubble in this house that knows where it belongs",
    ),
    (
        "flat pliers / long flat pliers / flat pliers with red handles",
        "rough",
        "sometimes a thing only needs to be held firmly",
    ),
    (
        "a wood chisel / a sharp wood chisel / a wood chisel with a pear handle",
        "rich calm",
        "a shaving at a time is also a way to leave",
    ),
    (
        "a glue gun / a hot glue gun / a glue gun with glitter sticks",
        "festive hot",
        "it is how a birthday party would mend things",
    ),
)

_CLEANERS = things(
    (
        "a feather duster / a long feather duster / an ostrich feather duster",
        "light soft festive",
        "I only want the dust to know it has been noticed",
    ),
    (
        "a vinegar spray / a vinegar spray with sage / a bottle of vinegar spray",
        "rough plain cold",
        "if it smells like chips, something has been achieved",
    ),
    (
        "a straw broom / a stiff straw broom / a round straw broom",
        "rough plain lively",
        "sweeping is dancing with a thinner partner",
    ),
    (
        "a vacuum cleaner / an old vacuum cleaner / a loud vacuum cleaner",
        "lively rough",
        "for ten minutes nobody can ask me anything",
    ),
    (
        "crumpled newspaper / damp crumpled newspaper / a ball of crumpled newspaper",
        "plain dim",
        "yesterday's news should be good for something",
    ),
    (
        "a chlorine bleach / a thick chlorine bleach / a chlorine bleach with a nozzle",
        "bright rough",
        "I want the sink to remember who is in charge",
    ),
    (
        "baking soda / a box of baking soda / baking soda with water",
        "plain soft calm",
        "it fizzes, sighs, and the matter is closed",
    ),
    (
        "a microfibre cloth / a pink microfibre cloth / a folded microfibre cloth",
        "soft light bright",
        "dirt deserves a gentle hand, as it did not mean it",
    ),
    (
        "a steam mop / a hissing steam mop / a steam mop with a pad",
        "hot lively",
        "a floor ought to be startled now and then",
    ),
    (
        "half a lemon with salt / two lemon halves / a squeezed lemon",
        "bright festive",
        "then at least the tap has had a good time",
    ),
)

_VESSELS = things(
    ("a tin mug / a chipped tin mug / a blue tin mug", "rough plain", "it has been dropped by better people than me"),
    (
        "a porcelain teacup / a thin porcelain teacup / a porcelain teacup with roses",
        "soft festive light",
        "with something breakable in hand I behave",
    ),
    (
        "a jam jar / an old jam jar / a jam jar with a lid",
        "plain light",
        "it was somebody's breakfast and bears no grudge",
    ),
    (
        "a wine goblet / a heavy wine goblet / a green wine goblet",
        "festive rich",
        "even water tastes of treaties from a goblet",
    ),
    (
        "a wooden bowl / a turned wooden bowl / a wooden bowl with two handles",
        "soft calm rough",
        "using both hands leaves none for the telephone",
    ),
    (
        "a paper cup / a striped paper cup / a paper cup with a sleeve",
        "light plain lively",
        "I would like to be able to walk away from it",
    ),
    (
        "a thermos flask / a dented thermos flask / a thermos flask with a cork",
        "hot plain rich",
        "it keeps its opinion for hours",
    ),
    (
        "a drinking horn / a polished drinking horn / a drinking horn on a stand",
        "festive rough",
        "one cannot set it down, and so one finishes",
    ),
    ("a sherry glass / a cut sherry glass / a tiny sherry glass", "light dim calm", "small sips, long sentences"),
    (
        "a stoneware tankard / a lidded stoneware tankard / a salt-glazed stoneware tankard",
        "rich cold dim",
        "I cannot see how much is left, and that is the kindness of it",
    ),
)

GEAR = (
    kind(
        "tool",
        "mend",
        "to work with",
        "a tool for the job / something to fix this with / a tool to work with",
        "Which tool should I use? / What should I fix this with?",
        _TOOLS,
    ),
    kind(
        "cleaner",
        "clean",
        "to clean with",
        "something to clean with / something against the dirt / a thing to scrub up with",
        "What should I clean with? / What should I use on the dirt?",
        _CLEANERS,
    ),
    kind(
        "vessel",
        "pour",
        "to drink from",
        "something to drink from / something to pour this into / a vessel for my drink",
        "What should I drink from? / What should I pour this into?",
        _VESSELS,
    ),
)
