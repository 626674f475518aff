"""What is known of the original's files: their checksums, and what must hold of their contents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import sha1
from pathlib import Path

from penchant.errors import BadData
from penchant_lab.suites.web.records import WebData

BLOBS = {  # as git counts them: sha1 over "blob <length>\0" and the bytes
    "user_profiles.json": "adee4183db62ddd8adb095d59b74056ed353f2c8",
    "user_instructions.json": "8053848b6df63fbb865caaeb3828f5d1c825376a",
    "user_history_part_1.json": "9d145cc919fe8f80142b4755c97a46138ee7764c",
    "user_history_part_2.json": "535087ecacaad0d5f6e4b8c9265f25599c5e7dfb",
    "user_history_part_3.json": "5e763a4a6db3eed2d4497c1ea6680dfa3c327950",
    "all_products_part_1.json": "c305fe1464c350b93a00504e4bbf0cd696ced4b9",
    "all_products_part_2.json": "d603173cb1981a42b726246bbe9ab1826efe841c",
    "1000_ids.json": "45910ffd9200ee0c44e1b88f67b5791ce9a1ce62",
    "pwab.pth": "ae521978d03b8c072b55bbf95002143d6a0e0f62",
}
WEIGHTS = "pwab.pth"
"""The original recommender's weights; they are looked for in the folder of the data."""

PARTS = {name: sum(file.startswith(f"{name}_part_") for file in BLOBS) for name in ("user_history", "all_products")}
PEOPLE, PRODUCTS, EVENTS = 1_000, 35_772, 40_648
TASKS = {
    "train": {"search": 2_340, "recommend": 2_221, "review": 2_335},
    "test": {"search": 694, "recommend": 757, "review": 723},
}


def blob(path: Path) -> str:
    """The file's checksum as ``git hash-object`` gives it."""
    content = path.read_bytes()
    return sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def mismatches(paths: Mapping[str, Path]) -> list[str]:
    """Which of these files are not the original's; one of another name counts as one that is not."""
    return [name for name, path in paths.items() if BLOBS.get(name) != blob(path)]


def claims_to_be_original(data: WebData) -> bool:
    """Whether the files have the original's size and are not of our own making."""
    return len(data.profiles) == PEOPLE and len(data.products) == PRODUCTS and not data.withheld


def check_original(data: WebData, ids: Mapping[str, int] | None) -> None:
    """Nothing, or one line on the first thing that cannot be if these are the original's files."""
    found: list[tuple[str, object, object]] = [
        ("profiles", len(data.profiles), PEOPLE),
        ("histories", len(data.history), PEOPLE),
        ("products", len(data.products), PRODUCTS),
        ("events", sum(len(events) for events in data.history.values()), EVENTS),
        ("train tasks", dict(Counter(task.type for task in data.train)), TASKS["train"]),
        ("test tasks", dict(Counter(task.type for task in data.test)), TASKS["test"]),
    ]
    for what, here, wanted in found:
        if here != wanted:
            raise BadData(f"These claim to be the original's files, but have {here} {what} instead of {wanted}.")
    if ids is not None and ids.keys() != data.products.keys():
        raise BadData(
            "These claim to be the original's files, but 1000_ids.json names other products than the catalogue."
        )
