"""What our own shoppers buy: products with three aspects of six values each, and how they ask for them.

No value belongs to two aspects of a product, and none holds the words that part a list.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Product:
    """A kind of thing, and for each of its aspects the values one may choose from."""

    name: str
    aspects: tuple[tuple[str, tuple[str, ...]], ...]


def _product(name: str, **aspects: str) -> Product:
    split = {
        aspect.replace("_", " "): tuple(v.strip() for v in values.split("|")) for aspect, values in aspects.items()
    }
    return Product(name, tuple(split.items()))


PRODUCTS = (
    _product(
        "kettle",
        body="borosilicate glass body|brushed steel body|ceramic body|enamelled body|copper body|double-wall body",
        spout="gooseneck spout|wide-mouth spout|drip-free spout|short spout|filter-mesh spout|trigger-lid spout",
        control="temperature dial|one-touch switch|app control|stove-top whistle|preset buttons|keep-warm slider",
    ),
    _product(
        "bicycle",
        drivetrain="belt drive|chain drive|shaft drive|internal gear hub|single-speed cog|derailleur gears",
        frame="titanium frame|step-through frame|carbon frame|bamboo frame|folding frame|steel diamond frame",
        brakes="hydraulic discs|rim brakes|drum brakes|coaster brake|cable discs|roller brakes",
    ),
    _product(
        "desk lamp",
        arm="swing arm|flexible gooseneck|fixed column|clamp-on arm|telescopic mast|counterweight boom",
        light="warm filament glow|LED strip|tunable white panel|halogen spot|paper-diffused bulb|edge-lit ring",
        switch="touch strip|pull cord|rotary dimmer|motion sensor|foot pedal|voice switch",
    ),
    _product(
        "backpack",
        fabric="waxed canvas|ripstop nylon|vegetable-tanned leather|recycled sailcloth|wool felt|coated tarpaulin",
        opening="roll-top closure|clamshell zip|drawstring hood|flap buckles|side-access zip|magnetic latch",
        carrying="hip belt|padded yoke|suspended mesh back|tumpline strap|sternum harness|convertible sling",
    ),
    _product(
        "coffee grinder",
        burrs="conical steel burrs|flat ceramic burrs|ghost-tooth burrs|titanium-coated burrs|blade cutter|roller mill",
        drive="hand crank|direct-drive motor|geared motor|belt-driven motor|cordless drill drive|pedal drive",
        dosing="timed dosing|weighed dosing|single-dose hopper|doser chamber|bellows hopper|magnetic catch cup",
    ),
    _product(
        "office chair",
        seat="woven mesh seat|memory-foam seat|saddle seat|kneeling seat|slatted wood seat|air-cell seat",
        back="split lumbar back|high wing back|ladder back|dynamic spine back|low bucket back|open hoop back",
        foot="five-star castors|glide feet|rocker base|sled runners|wobble dome|drafting ring",
    ),
    _product(
        "wristwatch",
        movement="hand-wound movement|automatic movement|solar quartz|kinetic quartz|tuning-fork drive|radio quartz",
        strap="rubber strap|milanese loop|leather band|steel bracelet|textile pass-through|wooden links",
        dial="sector dial|skeleton dial|luminous dial|digital readout|enamel dial|regulator dial",
    ),
    _product(
        "tent",
        shape="geodesic dome|tunnel shape|ridge shape|single-pole pyramid|inflatable beams|hammock shelter",
        floor="bathtub floor|detachable groundsheet|floorless skirt|footprint liner|mesh floor|raised cot floor",
        entry="twin porches|panoramic door|low crawl hatch|awning entry|magnetic door|side-zip vestibule",
    ),
    _product(
        "blender",
        jar="tritan jug|glass pitcher|steel beaker|travel cup|insulated flask|square container",
        blades="hammer blades|serrated blades|stacked blades|blunt impellers|dry-grain blades|asymmetric blades",
        drive="variable speed|pulse paddle|smart programs|whisper hood|vacuum pump|high-torque coupling",
    ),
    _product(
        "guitar",
        top="spruce top|cedar top|mahogany top|koa top|laminate top|carbon top",
        shape="dreadnought outline|parlour outline|cutaway outline|jumbo outline|travel outline|resonator outline",
        strings="nylon strings|bronze strings|silk-wound strings|flat-wound strings|twelve strings|gut strings",
    ),
    _product(
        "raincoat",
        shell="rubberised cotton|three-layer membrane|oiled cloth|transparent vinyl|boiled wool|recycled polyester",
        cut="knee-length cut|cropped cut|poncho cut|tailored cut|anorak cut|fishtail cut",
        fastening="toggle loops|storm-flap zip|snap buttons|hook clasps|hidden magnets|tie belt",
    ),
    _product(
        "sofa",
        filling="goose-feather filling|cold-foam filling|pocket springs|horsehair filling|kapok filling|latex slab",
        cover="bouclé cover|aniline leather|corduroy cover|washable linen|velvet cover|outdoor weave",
        legs="hairpin legs|turned beech legs|hidden plinth|cast-iron claws|castor legs|acrylic blocks",
    ),
)

REQUESTS = (
    "I'm after a new {product}; something I'd enjoy using",
    "Could you order a {product} for me, please?",
    "My old one broke. Can you get me another {product}?",
    "Please pick out a {product} to my liking",
    "It's time for a new {product}, one I'd be happy with",
    "Would you choose a {product} for me?",
    "I could do with a {product}. You know what I like",
    "Buy me a {product} if there is one for me",
    "Is there a {product} here that would suit me?",
    "I'd like to treat myself to a new {product}",
    "See whether you can find a {product} for me",
    "A {product}, please, but only if it's right for me",
)
