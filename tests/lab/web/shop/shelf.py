"""A tiny shop, made by hand: four products and one person's past."""

from __future__ import annotations

from penchant_lab.suites.web.records import Event, Product, TaskType, WebData, WebTask

MAT = Product(
    asin="B000000001",
    title="Acupressure Mat",
    category="Health_and_Household",
    price=69.99,
    raw_price="69.99",
    store="Spoonk",
    rating=4.3,
    ratings=2974,
    features=("Eco foam", "Cotton cover"),
    description=("Lie down and rest.",),
    path=("Health & Household", "Health Care"),
    details={"Material": "Cotton", "Size": "M"},
)
TEA = Product(asin="B000000002", title="Herbal Tea", category="Grocery_and_Gourmet_Food", store="Nordlys", rating=4.5)
MUG = Product(asin="B000000003", title="Tea Mug", category="Home_and_Kitchen", store="Nordlys", rating=4.6)
LAMP = Product(asin="B000000004", title="Reading Lamp", category="Home_and_Kitchen", store="Lumo", rating=4.1)
PRODUCTS = (MAT, TEA, MUG, LAMP)


def bought(product: Product, at: int, **said: str) -> Event:
    return Event(asin=product.asin, rating=5.0, title="Good", text=said.get("text", "Love it"), at=at)


def task(type: TaskType, target: Product, at: int = 300, *, number: int = 0, text: str = "Soft and warm") -> WebTask:
    event = Event(asin=target.asin, rating=5.0, title="Fine", text=text, at=at, split="test")
    return WebTask(number=number, person="ana", text="Something for me, please", type=type, at=at, target=event)


def shop(*tasks: WebTask) -> WebData:
    past = [bought(MAT, 100), bought(TEA, 200)]
    return WebData(
        products={product.asin: product for product in PRODUCTS},
        profiles={"ana": {"Gender": "Female"}},
        history={"ana": sorted([*past, *(task.target for task in tasks)], key=lambda event: event.at)},
        train=(),
        test=tasks,
        fingerprint="f" * 32,
    )
