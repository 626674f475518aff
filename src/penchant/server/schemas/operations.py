"""What the routes for whoever runs the server give, and the form of every problem."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class StudyOut(BaseModel):
    """One study that was run, and the files of its report that can be fetched."""

    run: str
    title: str | None = Field(description="What the report says was found.")
    suite: str | None
    finished: bool
    files: list[str]


class StudiesOut(BaseModel):
    """The studies that were run."""

    studies: list[StudyOut]


class StatusOut(BaseModel):
    """Whether the server is there."""

    status: Literal["ok"]
    version: str


class ProblemOut(BaseModel):
    """What went wrong, in one sentence."""

    type: str
    title: str
    status: int
    detail: str
