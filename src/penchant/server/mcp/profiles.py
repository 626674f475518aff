"""A person's profile as a resource and as a prompt: what is known that bears on something, marked as data."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, quote, unquote

from mcp_types import (
    GetPromptResult,
    Prompt,
    PromptArgument,
    PromptMessage,
    Resource,
    ResourceTemplate,
    TextContent,
)

from penchant.domain import Profile
from penchant.domain.talk import ME
from penchant.errors import BadInput
from penchant.server.notice import as_data, fenced
from penchant.server.schemas.fields import LONGEST

TEMPLATE = "penchant://people/{person}/profile{?about}"
MIME = "text/plain"
PROMPT = "profile"
_ADDRESS = re.compile(r"penchant://people/([^/?#]+)/profile(?:\?([^#]*))?")
_SAYS = "What is known about a person that bears on something, what must be kept to first."


def template() -> ResourceTemplate:
    """Where everybody's profile is found."""
    return ResourceTemplate(uri_template=TEMPLATE, name=PROMPT, description=_SAYS, mime_type=MIME)


def resource(person: str) -> Resource:
    """One person's profile."""
    uri = f"penchant://people/{quote(person, safe='')}/profile"
    return Resource(uri=uri, name=PROMPT, description=_SAYS, mime_type=MIME)


def prompt(*, person: bool) -> Prompt:
    """The prompt that puts a profile before a model; ``person`` is whether it has to be said whose."""
    arguments = [PromptArgument(name="about", description="What it is for (default: all there is)", required=False)]
    if person:
        arguments.insert(0, PromptArgument(name="person", description="Whose profile", required=True))
    return Prompt(name=PROMPT, title="What is known about a person", description=_SAYS, arguments=arguments)


def asked_for(uri: str) -> tuple[str, str]:
    """Whose profile a resource is, and what it is about; BadInput for any other address."""
    match = _ADDRESS.fullmatch(uri)
    if match is None:
        raise BadInput(f"There is nothing at this address. A profile is at {TEMPLATE}.")
    try:
        person = unquote(match[1], errors="strict")
        about = parse_qs(match[2] or "", errors="strict").get("about", [""])[0]
    except (UnicodeDecodeError, ValueError):
        raise BadInput("The address of a profile is percent-encoded UTF-8.") from None
    if len(about) > LONGEST:
        raise BadInput(f"What a profile is about has {LONGEST:,} characters at most.")
    return person, about


def text_of(profile: Profile) -> str:
    """A profile as a model may read it."""
    if not profile.lines:
        return f"Nothing is known about {profile.person!r:.1000} yet."
    bears = " that bears on this" if profile.about else ""
    left = f" {profile.left_out} more had no room." if profile.left_out else ""
    whom = "the user, who is “you” here" if profile.person.casefold() == ME else f"{profile.person!r:.1000}"
    heading = f"This is what is known about {whom}{bears}; go by it.{left}"
    return fenced(heading, (f"[{line.preference.id}] {as_data(line.text)}" for line in profile.lines))


def prompted(profile: Profile) -> GetPromptResult:
    """The messages of the prompt."""
    message = PromptMessage(role="user", content=TextContent(type="text", text=text_of(profile)))
    return GetPromptResult(description=_SAYS, messages=[message])
