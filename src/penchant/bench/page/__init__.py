"""The report page of a run: one file with the finding, the table, the figures and people's lives to page through."""

from penchant.bench.page.writer import write_page

__all__ = ["write_page"]
