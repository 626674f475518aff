"""Train SASRec for the usual made-up shops, and write the weights that are shipped.

    python training/train_sasrec.py 0 1 2 3

To be run again whenever the made-up shop changes (a test says so). A minute or two for each seed, on one core.
"""

from __future__ import annotations

import sys
from pathlib import Path

from penchant_lab.suites.web.data.catalogue import draw_catalogue
from penchant_lab.suites.web.data.generate import PRODUCTS
from penchant_lab.suites.web.data.others import other_shoppers, shop_key
from penchant_lab.suites.web.shop.sasrec import SASRecRecommender, Training

SHIPPED = Path(__file__).parents[1] / "lab/src/penchant_lab/suites/web/shop/weights"


def main() -> None:
    """Train and write, seed by seed."""
    for seed in map(int, sys.argv[1:] or ["0"]):
        made = SASRecRecommender.trained(
            draw_catalogue(PRODUCTS, seed).asins, other_shoppers(PRODUCTS, seed), Training(seed=seed)
        )
        path = SHIPPED / f"sasrec-{PRODUCTS}-{seed}.npz"
        made.save(path, shop_key(PRODUCTS, seed))
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
