"""Two tables of every track: what memory is worth to an agent, and whose words it reads how well.

What memory is worth is held against the same agent to whom everybody is a stranger at every task: it is shown nothing
of their past and keeps nothing from one task to the next. What else it can do, it still does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from penchant_lab.report.sheet import Sheet, SheetRow
from penchant_lab.suites.web.records import TYPES
from penchant_lab.suites.web.study.cells import number, signed
from penchant_lab.suites.web.study.curves import THIRDS
from penchant_lab.suites.web.study.same import rows_of

COLUMNS = (*TYPES, "overall")


def worth_of_memory(figures: Mapping[str, Any]) -> Iterator[Sheet]:
    """The result of each agent that learns without any memory, and how much more it gets with it."""
    rows, over = [], []
    for name, row in rows_of(figures):
        if "stranger" in row:
            alone = [number(row["stranger"][type]["result"]) for type in COLUMNS]
            worth = [signed(row["beside_stranger"][type]["result"]) for type in COLUMNS]
            rows.append(SheetRow(name, [*alone, *worth]))
            if "over_time" in row["beside_stranger"]:
                thirds = row["beside_stranger"]["over_time"]
                over.append(SheetRow(name, [signed(thirds[third]) for third in THIRDS]))
    if rows:
        columns = [("result without memory", type) for type in COLUMNS]
        columns += [("what memory is worth [95 %]", type) for type in COLUMNS]
        yield Sheet(
            "What memory is worth, beside the same agent to whom everybody is a stranger", columns, [("", rows)]
        )
    if over:
        columns = [("third of a person's tasks", third) for third in THIRDS]
        yield Sheet("Success beside the same agent to whom everybody is a stranger", columns, [("", over)])


def memory_told(figures: Mapping[str, Any]) -> Iterator[str]:
    """The same in a line: the rest of a lead over no memory is not memory's."""
    for name, row in rows_of(figures):
        if "stranger" in row:
            alone, apart = row["stranger"], row["beside_stranger"]
            told = [f"{type} {number(alone[type]['result'])}, {signed(apart[type]['result'])}" for type in COLUMNS]
            yield f"{name} without a past or any memory, and what memory is worth to it: {'; '.join(told)}."


def by_templates(figures: Mapping[str, Any]) -> Iterator[Sheet]:
    """Function accuracy on requests worded by each set of templates, where the data say whose words they are."""
    sets = list(dict.fromkeys(one for _, row in rows_of(figures) for one in row.get("templates", {})))
    rows = [
        SheetRow(
            name,
            [number(row["templates"].get(one, {}).get(type, {}).get("function")) for one in sets for type in COLUMNS],
        )
        for name, row in rows_of(figures)
        if "templates" in row
    ]
    if rows:
        columns = [(f"{one} templates, F", type) for one in sets for type in COLUMNS]
        title = "Function accuracy by templates; the second were written without sight of whoever reads them"
        yield Sheet(title, columns, [("", rows)])
