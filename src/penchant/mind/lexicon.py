"""General English word knowledge: which words mean much the same, which are opposites, what is a kind of what.

Only everyday words for everyday things live here, as plain tables; nothing about any person, option list or study.
Words are lower case and single; phrases and grammar belong to :mod:`penchant.mind.understand`.
"""

from __future__ import annotations

from functools import lru_cache

from penchant.english import stem

# Each line is a scale with two ends. Words at one end are near-synonyms, words at different ends are opposites.
_SCALES = """
    hot warm warmed heated steaming toasty piping steamy boiling scalding | cold cool iced icy chilled frozen
        refrigerated freezing frosty chilly ice
    spicy hot fiery peppery spiced chili chilli sriracha jalapeno | mild bland
    sweet sugary sweetened honeyed sugared candied glazed frosted caramelised | salty salted savory briny
    sweet sugary sweetened | sour tart tangy acidic | bitter
    sweetened sugary sugared | unsweetened sugarless diet
    salted salty | unsalted saltless
    big large huge giant jumbo oversized massive grande venti supersize sizeable | small little tiny mini miniature
        petite compact wee bitesize
    long lengthy extended | short brief quick
    long | cropped short
    tall high | low short
    high upper top topmost uppermost highest above overhead | low lower bottom lowest bottommost under below
    front | back rear
    left lefthand | right righthand
    inside indoor indoors inner | outside outdoor outdoors outer
    upstairs | downstairs
    thick chunky fat | thin slim slender fine
    wide broad | narrow
    heavy weighty hefty dense | light lightweight airy
    heavy rich filling hearty creamy buttery indulgent decadent | light lean lowfat
    hard firm solid stiff rigid tough | soft squishy plush fluffy cushy cushioned padded fuzzy silky
    crunchy crispy crisp | soft chewy gooey mushy soggy
    rough coarse bumpy scratchy | smooth silky sleek creamy
    wet damp moist soaked | dry dried arid
    fresh raw uncooked | cooked baked roasted fried grilled boiled toasted steamed
    fresh | canned tinned frozen preserved stale packaged dried
    fried greasy oily | grilled steamed baked boiled
    healthy nutritious wholesome organic nourishing lowcalorie lowfat | unhealthy junk greasy fattening
    caffeinated caffeine energizing stimulating | decaf decaffeinated herbal caffeine-free caffeinefree
    alcoholic boozy alcohol | nonalcoholic virgin alcoholfree
    fizzy sparkling carbonated bubbly bubbles fizz | still flat uncarbonated
    strong bold robust intense | weak mild delicate subtle watery
    dark black | light white pale bright fair
    dark dim | bright lit sunny
    bright colorful vivid neon vibrant loud flashy colourful | dull muted subdued plain pastel neutral drab
    patterned striped floral checked checkered printed | plain solid
    fancy formal dressy elegant smart posh | casual plain simple informal everyday
    new modern brand-new contemporary recent latest current | old vintage antique classic retro aged traditional older
    new unused | used secondhand worn preowned
    fast quick rapid speedy express | slow leisurely gradual
    loud noisy | quiet silent hushed soundless
    lively energetic upbeat peppy uptempo energizing | calm relaxing soothing mellow calming peaceful gentle chill
        soft restful
    happy cheerful funny comic humorous comedy lighthearted | sad gloomy tragic melancholy serious dramatic
    scary creepy frightening spooky horror | cosy wholesome
    exciting thrilling gripping adventurous | boring dull tedious
    cheap inexpensive affordable budget | expensive pricey costly premium luxury deluxe
    easy simple straightforward effortless | hard difficult tricky complicated complex
    near close nearby closest nearest | far distant remote faraway furthest farthest
    open uncovered exposed | closed shut covered sealed lidded enclosed
    full packed loaded | empty bare vacant
    clean tidy neat spotless | dirty messy filthy
    early | late
    first | last final
    whole entire full | half partial
    more extra additional double | less fewer
    sharp pointed | blunt dull
    wired corded cable | wireless cordless bluetooth
    digital electronic electric online virtual ebook | paper analog manual analogue printed physical
    automatic | manual
    natural | artificial synthetic
    vegan vegetarian veggie meatless meat-free plant plantbased | meaty meat
    sleeveless | sleeved
    waterproof | leaky
    tight fitted snug | loose baggy
    matte | glossy shiny
    round circular | square rectangular
    solo alone single | group together shared
    light bright | dark dim
    urban city downtown | rural country countryside
    safe | dangerous risky
    comfy comfortable cozy cosy snug | uncomfortable
"""

# Near-synonyms that have no plain opposite, a group between semicolons.
_SYNONYMS = """
    sofa couch settee loveseat; refrigerator fridge; cupboard cabinet; closet wardrobe; trash garbage rubbish bin
    wastebasket; nightstand bedside; counter countertop worktop; stove cooker hob range; faucet tap; tv television
    telly; movie film flick; phone mobile cellphone smartphone; laptop notebook; headphones earphones earbuds
    headset; photo picture photograph; sweater jumper pullover; pants trousers slacks; sneakers trainers runners;
    scarf shawl; hat cap beanie; coat jacket; bag handbag purse; backpack rucksack; soda pop cola coke; juice
    squash; fries chips; cookie biscuit; candy sweets sweet; chips crisps; porridge oatmeal oats; sandwich sub
    baguette panini; hamburger burger; pizza margherita; pasta spaghetti noodles penne macaroni linguine fettuccine;
    yogurt yoghurt; donut doughnut; eggplant aubergine; zucchini courgette; shrimp prawn; cilantro coriander;
    arugula rocket; chickpea garbanzo hummus; mum mom mother; dad father; rug carpet mat; umbrella brolly; blanket
    throw quilt duvet comforter; pillow cushion; lamp light; mug cup; bus coach; train rail railway; plane flight
    airplane aeroplane fly flying; bike bicycle cycle cycling; car drive driving auto automobile; taxi cab uber;
    walk hike stroll; beach seaside coast shore sea; mountain alps; song track tune; book novel; gift present;
    doctor physician; shop store; flat apartment; yard garden; sunglasses shades; camping tent campsite; football
    soccer footy; spectacles glasses; vacation holiday; drink beverage; starter appetizer; dessert pudding afters;
    autumn fall; desk workstation; table tabletop; toilet bathroom restroom washroom loo; lounge livingroom; salad
    greens; beef steak; chocolate cocoa choc chocolatey; nuts nutty; fruit fruity; cheese cheesy; milk milky; lemon
    lemony citrus; vanilla custard; wool woollen woolen woolly knitted knit; cotton linen; red crimson scarlet; blue
    navy azure; green olive; purple violet lilac; pink rose; gray grey silver; brown tan beige; yellow gold golden;
    striped stripy stripes stripey; dotted spotted polka dots spotty; flowers floral flowery bouquet; wood wooden
    timber; metal metallic steel; plastic vinyl; leather suede; thriller suspense; documentary docuseries; romcom
    romance romantic; animation animated cartoon; jazz swing; rap hiphop; puzzle jigsaw; perfume fragrance scent
    cologne; voucher giftcard
"""

# A kind on the left, everyday members on the right.
_KINDS = """
    drink beverage: tea coffee juice water soda smoothie milk latte cappuccino espresso mocha cocoa lemonade cola
        coke beer wine cider milkshake shake kombucha tonic chai matcha americano macchiato lager ale cocktail
        mojito whisky whiskey gin vodka rum champagne prosecco cordial infusion brew punch sherbet sprite pepsi
        fanta redbull kefir
    hotdrink: tea coffee latte cappuccino espresso mocha cocoa chai americano macchiato
    tea: chamomile camomile oolong chai matcha earl rooibos darjeeling sencha peppermint
    coffee: latte cappuccino espresso mocha americano macchiato cortado frappe frappuccino
    alcohol booze: beer wine cider lager ale cocktail whisky whiskey gin vodka rum champagne prosecco mojito
    snack: crisps chips popcorn pretzel cracker cookie biscuit nuts nut almond walnut cashew peanut pistachio
        granola candy chocolate bar trail yogurt raisins jerky brownie muffin donut rice cake
    nut: almond walnut cashew peanut pistachio hazelnut pecan macadamia
    fruit: apple banana orange grape strawberry blueberry raspberry mango pineapple pear peach plum kiwi melon
        watermelon cherry lemon lime berry grapefruit apricot papaya fig tangerine clementine avocado
    vegetable veg veggie veggies: carrot broccoli spinach lettuce cucumber tomato pepper onion potato celery cabbage
        kale peas pea bean corn zucchini courgette cauliflower mushroom asparagus
    meat: beef steak chicken pork lamb ham bacon turkey sausage burger hamburger meatball duck salami pepperoni
        chorizo
    seafood fish: fish salmon tuna cod shrimp prawn crab lobster sushi oyster clam mussel anchovy sardine trout
        haddock
    dairy: milk cheese yogurt butter cream latte cheddar mozzarella brie icecream milkshake
    dessert pudding sweet treat: cake cookie brownie pie icecream cheesecake tiramisu pudding tart donut muffin
        cupcake candy chocolate sorbet gelato pastry croissant crumble mousse sundae eclair
    cheese: cheddar mozzarella brie feta parmesan gouda camembert
    color: red blue green yellow orange purple pink brown black white gray navy beige cream teal turquoise maroon
        burgundy ivory khaki terracotta lilac violet indigo crimson scarlet magenta
    bread: toast bagel baguette roll bun sourdough croissant pita ciabatta loaf naan
    breakfast: cereal oatmeal porridge pancake waffle toast egg eggs omelette omelet bagel granola muesli croissant
        bacon
    meal dish food: soup salad sandwich pasta pizza burger curry steak stew lasagna risotto sushi tacos taco burrito
        noodles ramen casserole roast
    pasta: spaghetti lasagna lasagne penne ravioli macaroni linguine fettuccine carbonara bolognese
    top: shirt tshirt tee blouse sweater jumper hoodie cardigan polo vest
    clothes clothing garment: shirt tshirt tee blouse sweater jumper hoodie cardigan dress skirt jeans pants
        trousers shorts coat jacket scarf hat gloves socks suit tie blazer raincoat parka
    shoes shoe footwear: sneakers trainers boots sandals heels loafers slippers boot sandal sneaker flats pumps
        brogues
    outerwear: coat jacket parka raincoat anorak windbreaker
    jewelry jewellery: necklace ring bracelet earrings earring brooch watch
    movie film: comedy thriller documentary drama western musical romcom horror animation cartoon
    music: jazz rock pop classical opera techno hiphop rap blues folk reggae country metal house soul funk disco
        piano playlist
    book reading: novel memoir biography cookbook textbook thriller poetry comic
    gadget device electronics: phone tablet laptop headphones earbuds smartwatch speaker camera console ereader
        kindle drone keyboard mouse monitor charger
    transport vehicle: car bus train taxi bike bicycle plane flight tram subway metro ferry boat scooter coach
    pet animal: dog cat hamster rabbit goldfish parrot puppy kitten
    flower plant: rose roses tulip tulips orchid lily lilies daisy daisies cactus fern succulent sunflowers
    toy game: puzzle lego doll boardgame chess cards jigsaw
    sport exercise workout: yoga running run swimming swim cycling tennis football soccer basketball gym pilates
        hike hiking jogging
    seat: chair sofa couch bench stool armchair recliner
    furniture: chair sofa couch bench stool armchair recliner desk table bookcase dresser wardrobe
    storage: drawer cupboard cabinet closet wardrobe box bin basket pantry shelf
    shelf: bookshelf bookcase
    instrument: guitar piano violin drums flute ukulele
    city: paris london rome tokyo berlin madrid barcelona lisbon prague vienna amsterdam york
    trip holiday vacation: beach cruise safari hike camping resort
    spread: jam honey marmalade butter marmite nutella
    condiment sauce: ketchup mustard mayo mayonnaise relish salsa sriracha
"""

# What a thing usually is, unless its name says otherwise ("iced coffee" is not hot).
_QUALITIES = """
    hot: tea coffee latte cappuccino espresso mocha cocoa chai soup stew ramen curry porridge oatmeal toast pizza
        americano broth chili
    cold: smoothie juice soda lemonade icecream water milkshake beer cola coke sorbet gelato popsicle salad gazpacho
        frappe frappuccino slushie kombucha yogurt lager sundae sherbet
    caffeinated: coffee latte cappuccino espresso mocha cola coke americano macchiato matcha redbull energy
    decaf: herbal chamomile camomile rooibos peppermint
    sweet: chocolate cake cookie candy donut brownie icecream milkshake smoothie honey jam cupcake muffin pie
        lemonade soda caramel syrup gummy pudding marshmallow cheesecake fudge toffee pastry pancake waffle sundae
    salty: chips crisps pretzel popcorn cracker nuts peanut fries bacon jerky anchovy olive olives
    sour: lemon lime grapefruit vinegar pickle kimchi lemonade
    bitter: coffee espresso grapefruit
    spicy: curry chili salsa jalapeno sriracha kimchi vindaloo wasabi buffalo
    fizzy: soda cola coke champagne prosecco beer tonic sparkling lager sprite lemonade kombucha
    crunchy: chips crisps pretzel cracker carrot celery nuts almond walnut peanut granola cereal apple popcorn toast
    soft: pillow cushion blanket banana marshmallow fleece cashmere velvet
    creamy: yogurt pudding icecream latte mousse custard cheesecake carbonara milkshake risotto
    healthy: salad fruit apple carrot celery smoothie yogurt vegetable veggie kale spinach broccoli banana water
        oatmeal quinoa
    unhealthy: chips fries burger donut candy soda cake pizza
    heavy: burger steak lasagna stew lasagne
    light: salad soup fruit
    warm: coat sweater jumper blanket scarf gloves fleece hoodie parka wool woollen thermal mittens
    formal: suit tuxedo blazer tie gown heels
    casual: hoodie jeans tshirt tee sneakers trainers joggers shorts
    alcoholic: beer wine cider lager ale cocktail whisky whiskey gin vodka rum champagne prosecco mojito
    dairy: milk cheese yogurt butter cream latte cappuccino icecream milkshake cheddar mozzarella brie
    vegan: tofu falafel hummus lentil
    meaty: beef steak chicken pork lamb ham bacon turkey sausage burger meatball pepperoni chorizo
    scary: horror
    funny: comedy romcom sitcom standup
    romantic: romcom romance
    sad: tragedy drama
    loud: metal techno rock drums
    relaxing: jazz classical yoga chamomile spa ambient
    fast: express plane flight taxi
    wireless: bluetooth earbuds
    sparkly: glitter sequin
    nutty: walnut almond peanut cashew pecan hazelnut pistachio praline
    fruity: smoothie juice fruit berry strawberry mango banana peach apple
    chocolatey: chocolate cocoa mocha brownie
    cheesy: cheese pizza lasagna cheddar mozzarella quesadilla
    chewy: gummy toffee caramel jerky
    early: morning dawn breakfast
    late: evening night midnight
    yellow: banana lemon
    red: strawberry tomato cherry raspberry
    green: matcha spinach kale lettuce
    comfy: hoodie slippers sweatpants joggers pajamas pyjamas
    high: attic loft
    low: floor
    cozy: blanket fireplace
    waterproof: raincoat
"""

PLANT_MILKS: frozenset[str] = frozenset(
    ("soy", "soya", "oat", "almond", "coconut", "rice", "hemp", "cashew", "hazelnut", "pea")
)
"""What a milk can be made of and then is no dairy."""

_PLACES = """
    alcove area armchair armoire armrest attic barrel basement basin basket bathroom bathtub bay bed bedroom bedside
    bench bin bookcase bookend bookrack bookshelf booth bowl box bracket breadbox bucket bureau cabinet caddy
    canister carousel cart carton case cellar center chair chest chute closet compartment conservatory container
    cooler corner corridor cot couch counter countertop cradle crate crib cubby cubbyhole cubicle cupboard deck den
    desk desktop dishwasher dispenser dock door doorstep doorway drawer dresser dryer dustbin edge entrance entry
    entryway fireplace floor foyer freezer fridge garage garden gate glovebox hall hallway hamper hanger hatch
    headboard hearth hob holder hook hutch island jar kitchen landing larder laundry lawn ledge library locker loft
    lounge mailbox mantel mantelpiece microwave nest niche nightstand nook nursery office organizer ottoman outlet
    oven pail pantry pedestal peg pegboard perch pigeonhole pile platform playroom pocket porch pot pouch rack rail
    railing receptacle recliner refrigerator room sack safe section settee shed shelf shelves shelving side
    sideboard sill sink slot socket sofa space spot stack stairs stand station step stool storage stove stovetop
    suitcase surface table tabletop terrace tin toolbox tote tower trash tray trolley trunk tub unit utility valet
    vanity vault veranda wall wardrobe washer washstand wastebasket window windowsill workbench workshop workspace
    workstation worktop yard zone
"""
PLACE_NOUNS: frozenset[str] = frozenset(_PLACES.split())
"""Head nouns of places where one puts things in a home or an office."""


def _entries(table: str) -> list[str]:
    """The entries of a table; a line that is indented further goes on with the entry above it."""
    entries: list[str] = []
    for line in table.strip("\n").splitlines():
        if line.startswith("     ") and entries:
            entries[-1] += line
        elif line.strip():
            entries.append(line)
    return entries


def _read_scales() -> dict[str, dict[int, int]]:
    ends: dict[str, dict[int, int]] = {}
    for scale, line in enumerate(_entries(_SCALES)):
        for end, words in enumerate(line.split("|")):
            for word in words.split():
                ends.setdefault(word, {}).setdefault(scale, end)
                ends.setdefault(stem(word), {}).setdefault(scale, end)
    return ends


def _read_synonyms() -> dict[str, frozenset[int]]:
    groups: dict[str, set[int]] = {}
    for group, line in enumerate(_SYNONYMS.split(";")):
        for word in line.split():
            groups.setdefault(stem(word), set()).add(group)
    return {word: frozenset(found) for word, found in groups.items()}


def _read_table(table: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _entries(table):
        names, members = line.split(":")
        for member in members.split():
            found.setdefault(stem(member), set()).update(names.split())
    return {member: frozenset(kinds) for member, kinds in found.items()}


_ENDS = _read_scales()
_GROUPS = _read_synonyms()
_HYPERNYMS = _read_table(_KINDS)
_USUALLY = _read_table(_QUALITIES)
KINDS: frozenset[str] = frozenset(kind for kinds in _HYPERNYMS.values() for kind in kinds)
"""Every word that names a kind of thing: "drink", "snack", "fruit"."""


@lru_cache(maxsize=50_000)
def kinship(a: str, b: str) -> float | None:
    """1.0 for the same or near-synonyms, -1.0 for opposites, None when the words are strangers.

    >>> kinship("iced", "cold"), kinship("hot", "chilled"), kinship("couch", "sofa"), kinship("tea", "couch")
    (1.0, -1.0, 1.0, None)
    """
    first, second = stem(a), stem(b)
    if a == b or first == second:
        return 1.0
    groups = _GROUPS.get(first)
    if groups and groups & _GROUPS.get(second, frozenset()):
        return 1.0
    ends, others = _ENDS.get(a) or _ENDS.get(first), _ENDS.get(b) or _ENDS.get(second)
    if not ends or not others:
        return None
    shared = [ends[scale] == others[scale] for scale in ends if scale in others]
    if not shared:
        return None
    return 1.0 if any(shared) else -1.0


def has_kin(word: str) -> bool:
    """Whether the word has near-synonyms or opposites here; any other is kin to nothing but its own forms."""
    plain = stem(word)
    return plain in _GROUPS or word in _ENDS or plain in _ENDS


def is_descriptive(word: str) -> bool:
    """Whether the word is one of the describing words this lexicon can compare (cold, sweet, big...)."""
    return word in _ENDS


@lru_cache(maxsize=20_000)
def hypernyms(word: str) -> frozenset[str]:
    """The kinds a thing belongs to: ``hypernyms("latte")`` holds "coffee" and "drink"; empty when unknown."""
    return _HYPERNYMS.get(stem(word), frozenset())


@lru_cache(maxsize=20_000)
def qualities(word: str) -> frozenset[str]:
    """What such a thing usually is: ``qualities("soup")`` holds "hot"; empty when unknown."""
    return _USUALLY.get(stem(word), frozenset())
