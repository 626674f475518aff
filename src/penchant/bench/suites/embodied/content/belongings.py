"""Things that are forever waiting to be put away."""

from __future__ import annotations

from penchant.bench.suites.embodied.content.shapes import belonging

_EATEN = "kitchen hall study bedroom parlour"
_DRY = "kitchen hall study bedroom outdoors parlour"
_ANY = "kitchen hall study bedroom washroom outdoors parlour"


BELONGINGS = (
    belonging("crackers / oat crackers / seeded crackers / salted crackers", "kitchen", _EATEN),
    belonging("tea tins / green tea tins / half-full tea tins / painted tea tins", "kitchen", _EATEN),
    belonging("spice jars / empty spice jars / spice jars from the market / unlabelled spice jars", "kitchen", _EATEN),
    belonging(
        "cordial bottles / elderflower cordial bottles / lime cordial bottles / small cordial bottles", "kitchen", _DRY
    ),
    belonging("cake tins / round cake tins / fluted cake tins / cake tins with loose bottoms", "kitchen", _ANY),
    belonging("lunch boxes / steel lunch boxes / stacked lunch boxes / children's lunch boxes", "kitchen", _ANY),
    belonging("jam pots / plum jam pots / labelled jam pots / sticky jam pots", "kitchen", _DRY),
    belonging("a teapot / a cracked teapot / a cast-iron teapot / a teapot with a cosy", "kitchen", _ANY),
    belonging("house keys / spare house keys / old house keys / house keys on a cork", "hall", _ANY),
    belonging("umbrellas / folding umbrellas / guest umbrellas / dripping umbrellas", "hall", _ANY),
    belonging("walking sticks / carved walking sticks / folding walking sticks / tall walking sticks", "hall", _ANY),
    belonging("parcels / unopened parcels / parcels for the neighbours / flat parcels", "hall", _ANY),
    belonging("board games / long board games / family board games / board games with missing dice", "parlour", _ANY),
    belonging("photo albums / wedding photo albums / half-empty photo albums / heavy photo albums", "parlour", _DRY),
    belonging("vinyl singles / scratched vinyl singles / jazz vinyl singles / borrowed vinyl singles", "parlour", _DRY),
    belonging("a camera / a film camera / an instant camera / a camera with a strap", "parlour", _DRY),
    belonging("pillowcases / ironed pillowcases / striped pillowcases / buttoned pillowcases", "bedroom", _ANY),
    belonging("winter scarves / wool winter scarves / long winter scarves / mended winter scarves", "bedroom", _ANY),
    belonging("earrings / silver earrings / mismatched earrings / clip-on earrings", "bedroom", _ANY),
    belonging("notebooks / squared notebooks / travel notebooks / half-used notebooks", "study", _ANY),
    belonging("library books / overdue library books / large-print library books / thin library books", "study", _DRY),
    belonging(
        "charging cables / tangled charging cables / short charging cables / spare charging cables", "study", _DRY
    ),
    belonging("tax receipts / crumpled tax receipts / faded tax receipts / stapled tax receipts", "study", _DRY),
    belonging("vitamins / chewable vitamins / winter vitamins / vitamins in a tube", "washroom", _ANY),
    belonging("hand creams / travel hand creams / almond hand creams / unopened hand creams", "washroom", _ANY),
    belonging("nail scissors / curved nail scissors / blunt nail scissors / nail scissors in a case", "washroom", _ANY),
    belonging("seed packets / bean seed packets / opened seed packets / poppy seed packets", "outdoors", _ANY),
    belonging(
        "paint brushes / fine paint brushes / stiff paint brushes / freshly rinsed paint brushes", "outdoors", _ANY
    ),
    belonging("dog leads / leather dog leads / long dog leads / muddy dog leads", "outdoors", _ANY),
    belonging("screwdrivers / cross-head screwdrivers / tiny screwdrivers / inherited screwdrivers", "outdoors", _ANY),
    belonging(
        "gardening gloves / torn gardening gloves / thorn-proof gardening gloves / damp gardening gloves",
        "outdoors",
        _ANY,
    ),
    belonging(
        "a bicycle helmet / a scuffed bicycle helmet / a child's bicycle helmet / a folding bicycle helmet",
        "outdoors",
        _ANY,
    ),
)
