"""Everyday words for corners of a shop, and what shops call what lies there: what anybody knows, as data.

A row has the words people use and the words that categories and titles use. It is for requests that name no product
("something to nibble"), which categories alone do not answer.
"""

from __future__ import annotations

CORNERS: tuple[tuple[str, str], ...] = (
    ("cook cooking stove pan pot bake baking chef recipe", "cookware pan saucepan casserole knife bakeware kitchen"),
    ("table meals dinner dishes dining serve", "dining tableware bowl glass mug food storage bottle kitchen"),
    ("bed bedroom sleep cosy soft textile linen blanket nap", "bedding sheet duvet pillow throw blanket towel curtain"),
    ("decor decorate wall floor window living room lamp light", "decor rug curtain lamp vase cushion wall art frame"),
    ("tidy order organise organiser storage clutter store", "storage organization basket shelf mop cleaning tools"),
    ("wear clothes wardrobe outfit dress fashion garment", "clothing tops dress shirt leggings jacket sweater scarf"),
    ("feet foot shoes footwear bags outdoors luggage", "shoes boots sandals sneakers backpack bag handbag socks"),
    ("jewellery jewelry sparkle sparkling accessory gem", "jewelry necklace ring earrings bracelet pendant"),
    ("audio music listening headphones songs podcasts", "headphones earbuds speaker audio"),
    ("phone charge charging mobile cable battery", "cell phone case charger cable power bank accessories"),
    ("desk computer office working screen laptop", "computer mouse keyboard laptop monitor drive webcam"),
    ("health fit wellness vitamin ache supplement remedy", "vitamins supplements minerals health first aid protein"),
    ("beauty care bathroom skin hair grooming", "beauty skin hair shampoo cream conditioner lotion soap"),
    (
        "household laundry cleaning supplies scrub housework chores",
        "household cleaning laundry detergent cleaner candle paper",
    ),
    ("drink sip thirsty cup brew coffee tea beverage", "coffee tea beverages water drink juice"),
    ("snack nibble treat sweet bite munch", "snack bars chocolate nuts cookies candy crackers"),
    (
        "pantry larder staple taste tasty ingredient sauce spice",
        "pasta oil spice sauce honey grains pantry rice spread",
    ),
)
"""What people say, and what the shop says."""
