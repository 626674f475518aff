"""The shapes of a stretch of words that can mean only one thing, as tables.

Each table lists shapes, parted by semicolons, of the words between two pauses, with ``X`` for what is named and ``E``
for any, both or all of what is on offer. ``/`` parts words that may stand in the same place, brackets hold what may be
left out, ``*`` is any word, and a word in capitals stands for a part that is spelled out below. Whatever has none of
these shapes may mean something else.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from penchant.mind.understand.words import one_of
from penchant.remembering import remembered

Shape = Literal["opening", "courtesy", "praise", "bare", "wish", "over", "accept", "either", "except", "refuse"]
"""What a stretch says: of two that are named, "over" wants the first and not the second; "except" wants any but X."""

_PARTS = {
    "NAME": "[THE] X [one/ones/option]; the other [one]",
    "THE": "the/a/an/some/my/your/that/this/those/these/something/anything",
    "SPOT": "[on/in/at/into/onto/under/by/inside/to] NAME",
    "THEM": "it/them/that/this/those/these/they",
    "ISARE": "is/are/was/were; would/will/should be; would have been",
    "FINE": "right/perfect/great/good/lovely/ideal/nice/nicer/wonderful/excellent/delicious/best/better/correct",
    "WANT": """
        want/need/like/love/prefer/fancy/choose/pick/wanted/meant; want/wanted to have; ask/asked/wished/hoped/opt/opted
        for; was hoping/looking/asking for; was thinking of; am looking for; go for/with; always
        have/take/choose/pick/want/keep; would like/love/prefer/choose/pick/take/want/buy/have; should
        like/love/prefer; would like/love/prefer to have; will/would go for/with; will have/take/try; would rather
        [have]; would have liked/loved/preferred/wanted/chosen/picked/taken; had in mind; had meant; would say
    """,
    "MEANT": """
        i wanted/meant/wished/needed/like/love/prefer/want/need; i asked/wished/hoped for; i had in mind; i would have
        picked/chosen/taken/put/wanted; i would pick/choose/put/want/look; i was hoping/looking [for]; i was thinking
        of; i am looking for; i am after; i wanted/meant/wished [to have] THEM; i would put/want/look for THEM
    """,
    "PLACED": "THEM belong/belongs/go/goes; i keep/want/wanted/put THEM; i would look for/put/want/keep THEM",
    "ALSO": "too/also; as well; by/with/for me",
    "TAIL": """
        please/thanks/instead; thank you; every time; for me [please]; instead please; by far; all the way; after all;
        as always/usual
    """,
    "EXCEPT": "but/except/besides/bar/barring; other than; apart from; except for; but not",
    "ANY": "[of] these/those/them/it",
}

_SHAPES: tuple[tuple[Shape, str], ...] = (
    ("opening", "no; right; no thanks; no thank you; sorry; no sorry"),
    (
        "courtesy",
        """
        yes; yes please; ok; sure; please; thanks; thank you; exactly; definitely; certainly; absolutely; indeed; many
        thanks; thank you so/very much; thank you kindly; thank you for asking; you are very kind; with my thanks;
        appreciated; much appreciated/obliged; obliged; bless you; hello; hi; go ahead; agreed; precisely; totally
        """,
    ),
    (
        "praise",
        """
        exactly/quite/just/precisely right; [an/a] FINE [choice/pick/job/call/thinking/one/place/spot/work]; the FINE
        one/ones/choice/pick/place/spot; FINE for me; FINE thanks; [THEM is/are/was/were] [the] FINE
        [one/place/choice/pick] [for me]; THEM would/will be FINE; [THEM is/are/was/were] spot/bang on; THEM is/are/was
        it; THEM will do nicely; so good; [THEM is/are/was/were] [the one/ones/place/thing/choice] MEANT; THEM
        is/are/was the one/ones/place; [THEM is/are/was/were] [right] what/where/as MEANT; [THEM is/are/was/were]
        [right] where PLACED; the one/ones/place/thing; FINE place/one first time; the place/one for THEM; here/there it
        is; here/there they are; [i] love it/this/that; i like it/this/that; love them; i love them; could not be
        better; [i] could not ask for better/more; ten out of ten; well chosen/picked/placed; could not have
        chosen/picked/done better [myself]; [i] could not have put/done/chosen it better [myself]; you know me [so]
        well; you chose/picked well; you got it right; you nailed it; nailed it; you are the best; you are right; you
        read my mind; THEM suits/suit/fits/fit me [perfectly/nicely/well/better]; THEM suits/suit me there; works/work
        for me; i am happy/pleased/satisfied [with THEM]; i am most happy/pleased; keep it up; [i] can not complain;
        nothing to add; nothing to complain about; no complaints; THEM meets/meet my wishes; glad [of that]; i would
        have done the same; yes exactly; yes FINE; FINE thank you; yes thank you; yes thanks; ok thanks; ok thank you;
        sure thanks; you could not have chosen/picked better; most kind; most kind of you
        """,
    ),
    ("bare", "SPOT [please/thanks]; thank you SPOT; yes SPOT; SPOT thank you; ok SPOT"),
    (
        "wish",
        """
        SPOT TAIL; for me SPOT [please]; i WANT [THEM] SPOT [TAIL]; we WANT [THEM] SPOT [TAIL]; let us
        have/take/try/say/do/pick/choose [THEM] SPOT [TAIL]; let us go for/with SPOT [TAIL]; can/could i/we [please]
        have/get NAME [TAIL]; may i have NAME [TAIL]; [can/could/would you] [please]
        bring/get/give/hand/fetch/grab/pass/serve/order/buy [me/us] NAME [TAIL]; put/place/keep/store/set THEM SPOT
        [TAIL]; make it/mine NAME [TAIL]; go for/with SPOT [TAIL]; my favorite/choice/pick/preference/favorites ISARE
        SPOT; your choice of SPOT ISARE FINE; SPOT ISARE [the/a/my] FINE [one/choice/pick/place/spot] [for me]; SPOT
        ISARE FINE for THEM; SPOT ISARE my favorite/favorites/choice/pick/preference/usual; SPOT suits/suit/fits me
        [best/better]; going for/with SPOT was FINE; putting/having THEM SPOT ISARE FINE; NAME works/work for me; SPOT
        ISARE [right] what/where MEANT; SPOT ISARE [right] where PLACED; SPOT ISARE the one/ones/place/thing [MEANT];
        THEM go/goes/belong/belongs [best] SPOT; i keep/like/want THEM SPOT [best/better/most]; i like/love NAME [the]
        best/most/better; most of all i WANT NAME; i am a [big] fan of NAME; i am keen on NAME; i enjoy NAME; i am happy
        with NAME; ideally NAME; i drink/eat/wear/use NAME; i am a X person/drinker/lover/fan; NAME ISARE my number one;
        nothing but NAME [will/would do]; give me NAME any day; THEM should go/be SPOT; nothing beats NAME; i would pick
        NAME over the rest; SPOT beats the others for me; NAME would/will be my first/top choice/pick; my first/top
        choice/pick ISARE NAME
        """,
    ),
    (
        "over",
        """
        SPOT rather than SPOT [please]; SPOT instead of SPOT [please]; SPOT over/not SPOT [please]; i [would] prefer
        NAME to/over NAME; i WANT [THEM] SPOT rather than SPOT; i WANT [THEM] SPOT instead of SPOT; NAME beats/> NAME
        """,
    ),
    ("except", "E EXCEPT NAME [please]; E EXCEPT THEM [one] [please]"),
    (
        "either",
        """
        E [please/thanks]; E ISARE [also] fine/ok/good/great/alright [ALSO]; E will/would do; E works/work [for me]; i
        am fine/ok/happy with E; i like/love E; i do not mind E; E EXCEPT [the/a] * [*]
        """,
    ),
    (
        "accept",
        """
        NAME ISARE [also] fine/ok/alright/acceptable/good [ALSO] [ALSO]; NAME ISARE all right [ALSO]; NAME ISARE good
        enough [for me]; NAME could work [ALSO]; no objection to NAME; i am fine/ok with NAME [ALSO]; NAME would/will
        [also] do [ALSO]; i can/could [also] live with NAME [ALSO]; i can put up with NAME; i do not mind NAME; i would
        [also] settle for NAME [ALSO]; i would [also] take/accept NAME [ALSO]; i am happy enough with NAME; i can work
        with NAME; i would be ok/fine with NAME [ALSO]; i have nothing against NAME; i have no objection to NAME; my
        second choice ISARE NAME; NAME can/could/may stay; any X will/would do; i am not bothered by NAME;
        or/otherwise/else/then SPOT; or else SPOT; failing that SPOT
        """,
    ),
    (
        "refuse",
        """
        not SPOT [please/thanks]; not NAME for me; never NAME; definitely not NAME; please no NAME; NAME will/would not
        do; no NAME; no NAME please/thanks; no NAME for me; i do/did/would not want/like/need/eat/drink/wear/use/enjoy
        NAME [please]; i never eat/drink/wear NAME; [please] do not bring/give/get/buy [me] NAME; i [would]
        hate/dislike/loathe/detest/avoid NAME; i have gone/went off NAME; i have given/gave up NAME; [i have] had enough
        of NAME; i am done with NAME; no more NAME; i am tired/sick of NAME; skip/avoid/without NAME; [i] can/could not
        stand/bear/have/eat/drink/wear NAME; i am allergic to NAME; steer/stay clear of NAME; stay away from NAME; leave
        out NAME; i am not a [big] fan of NAME; i would rather not have NAME; NAME ISARE out/wrong; NAME ISARE no good
        [to/for me]; NAME ISARE a no [for/from me]; NAME ISARE not for me; NAME ISARE a deal breaker; NAME ISARE not
        right/good/ok/fine/acceptable/alright [for/with me]; NAME ISARE not all right; NAME ISARE something i do not
        want/like; no NAME at all; nothing [with/like] X [please/thanks]; something/anything without NAME; [please] do
        not put/place/leave/store/keep THEM SPOT; [you] should/must not be/go/put/leave [THEM] SPOT; [can/could you]
        [please] leave/skip NAME out/off; [can/could you] [please] leave out/off NAME; NAME would not be my first
        choice; NAME does/do not suit me; i have no use for NAME; i can do without NAME; NAME would put me off; NAME
        puts/put me off; not that/this/it [one]; wrong one/place/choice/spot; wrong; THEM is/are wrong; THEM is/are not
        right/it; THEM is/are not what MEANT; THEM is/are not the one/ones/place [MEANT]; THEM is/are the wrong
        one/place/choice; none ANY [please]; none for me; none ANY for me; none ANY will/would do; none ANY
        suits/suit/fits/fit [me]; none ANY was/were/is/are for me; none ANY appeals/appeal to me; nothing [here/there]
        fits/suits [me]; nothing here/there for me; i do not want E; i would not have taken/wanted/bought E; neither
        ANY; neither please; neither NAME
        """,
    ),
)

_STRESS = one_of(
    "really just quite very honestly definitely absolutely totally truly simply certainly exactly precisely"
)
_NEGATIONS = one_of("not no never none nothing neither without")


@remembered(1_024)
def shape_of(stretch: str) -> Shape | None:
    """The shape of the words between two pauses, or None where they have none; stress adds nothing.

    >>> shape_of("i would really like the X"), shape_of("like i want the X")
    ('wish', None)
    """
    found = _match(stretch)
    words = stretch.split()
    if found is None and not _STRESS.isdisjoint(words) and _NEGATIONS.isdisjoint(words):
        found = _match(" ".join(word for word in words if word not in _STRESS))  # but "not really" is not "not"
    return found


@lru_cache(maxsize=1)
def vocabulary() -> frozenset[str]:
    """Every word the shapes are made of; none of them is a slip of the keyboard."""
    tables = [*_PARTS.values(), *(table for _, table in _SHAPES)]
    return frozenset(re.findall(r"[a-z]+", " ".join(tables)))


def _match(stretch: str) -> Shape | None:
    return next((shape for shape, pattern in _patterns() if pattern.fullmatch(f"{stretch} ")), None)


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[Shape, re.Pattern[str]], ...]:
    return tuple((shape, re.compile(_spelled_out(table))) for shape, table in _SHAPES)


def _spelled_out(table: str) -> str:
    return "|".join("".join(map(_piece, re.findall(r"[\[\]]|[^\s\[\]]+", shape))) for shape in table.split(";"))


def _piece(piece: str) -> str:
    if piece in _PARTS:
        return f"(?:{_spelled_out(_PARTS[piece])})"
    return {"[": "(?:", "]": ")?", "*": "[^X ]+ "}.get(piece) or f"(?:{piece.replace('/', '|')}) "
