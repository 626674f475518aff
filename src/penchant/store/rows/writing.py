"""The steps of one write, carried out."""

from __future__ import annotations

from collections.abc import Iterable
from sqlite3 import Connection
from typing import Any

from penchant.domain import Evidence, Preference, PreferenceId, TranscriptEntry
from penchant.embed import Vector
from penchant.store.columns import episode_of_preference, preference_text, spoken_text
from penchant.store.protocol import Close, Erase, EraseLines, Transcribe, Trust, Witness
from penchant.store.rows.people import BLANK, PersonRow, say, written_moment
from penchant.store.rows.reading import PREFERENCE, read_evidence, verify_preference
from penchant.store.rows.transcript import erase_episode, has_transcript, insert_entries
from penchant.store.snapshot import Opened, Step
from penchant.store.sums import checksum, piece_digest, preference_digest


def carry_out(connection: Connection, owner: PersonRow, steps: Iterable[Step]) -> PersonRow:
    """Write the steps; gives how far the person has counted then."""
    key, entries = owner.key, list[TranscriptEntry]()
    for step in steps:
        match step:
            case Opened(preference, vector, first):
                _insert_preference(connection, key, preference, vector)
                owner = owner._replace(
                    next_preference=preference.id + 1,
                    preferences=owner.preferences + 1,
                    preference_digest=owner.preference_digest + preference_digest(preference.id),
                )
                if first is not None:
                    owner = _insert_evidence(connection, owner, first)
            case Witness(one):
                owner = _insert_evidence(connection, owner, one)
            case Trust(id, confidence, confirmed):
                later = {"confirmed": written_moment(confirmed)} if confirmed else {}
                _change(connection, key, id, confidence=float(confidence), **later)
            case Close(id, at):
                _change(connection, key, id, until=written_moment(at))
            case Transcribe(entry):
                entries.append(entry)
            case EraseLines(episode):
                owner = insert_entries(connection, owner, entries)
                entries = []
                owner = erase_episode(connection, owner, episode)
            case Erase(id):
                owner = insert_entries(connection, owner, entries)
                entries = []
                owner = _erase(connection, _erase_transcript(connection, owner, id), id)
    return insert_entries(connection, owner, entries)


def _change(connection: Connection, key: int, id: PreferenceId, **given: Any) -> None:
    """Change columns of a preference, once it is seen that nobody else did; what is closed stays closed as it was."""
    row = connection.execute(f"{PREFERENCE} and p.id = ?", (key, id)).fetchone()
    verify_preference(key, row)
    columns = dict(zip(("confidence", "since", "confirmed", "until", "replaces"), row[2:7], strict=True))
    if columns["until"] is not None:
        given.pop("until", None)
    columns |= given
    sum = checksum(key, id, row[8], *columns.values(), row[7], row[1])
    connection.execute(
        """update preference set confidence = ?, since = ?, confirmed = ?, until = ?, replaces = ?, sum = ?
        where person = ? and id = ?""",
        (*columns.values(), sum, key, id),
    )


def _insert_preference(connection: Connection, key: int, one: Preference, vector: Vector) -> None:
    text, packed = preference_text(one), vector.tobytes()
    said = say(connection, text, packed)
    dates = (written_moment(one.since), written_moment(one.confirmed), one.until and written_moment(one.until))
    columns = (key, one.id, said, float(one.confidence), *dates, one.replaces, one.kind)
    connection.execute(
        "insert into preference values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*columns, checksum(*columns, text), checksum(packed)),
    )


def _insert_evidence(connection: Connection, owner: PersonRow, one: Evidence) -> PersonRow:
    text, number = spoken_text(one), owner.next_evidence
    said = say(connection, text)
    columns = (owner.key, number, one.preference, one.source, int(bool(one.supports)), written_moment(one.at), said)
    connection.execute("insert into evidence values (?, ?, ?, ?, ?, ?, ?, ?)", (*columns, checksum(*columns, text)))
    return owner._replace(
        next_evidence=number + 1,
        pieces=owner.pieces + 1,
        piece_digest=owner.piece_digest + piece_digest(number, one.preference),
    )


def _erase(connection: Connection, owner: PersonRow, id: PreferenceId) -> PersonRow:
    """Blank and remove a preference with its evidence."""
    key = owner.key
    spoke = connection.execute("select number from evidence where person = ? and preference = ?", (key, id)).fetchall()
    connection.execute(f"{BLANK} (select said from evidence where person = ? and preference = ?)", (key, id))
    connection.execute(f"{BLANK} (select said from preference where person=? and id=?)", (key, id))
    connection.execute("delete from evidence where person = ? and preference = ?", (key, id))
    heirs = connection.execute("select id from preference where person = ? and replaces = ?", (key, id)).fetchall()
    for (heir,) in heirs:
        _change(connection, key, heir, replaces=None)
    connection.execute("delete from preference where person = ? and id = ?", (key, id))
    return owner._replace(
        preferences=owner.preferences - 1,
        preference_digest=owner.preference_digest - preference_digest(id),
        pieces=owner.pieces - len(spoke),
        piece_digest=owner.piece_digest - sum(piece_digest(number, id) for (number,) in spoke),
    )


def _erase_transcript(connection: Connection, owner: PersonRow, id: PreferenceId) -> PersonRow:
    """Blank and remove the transcript of the episodes in which this preference was heard."""
    key = owner.key
    if not has_transcript(connection, key):
        return owner
    kept = connection.execute(f"{PREFERENCE} and p.id = ?", (key, id)).fetchone()
    verify_preference(key, kept)
    heard = [one.episode for one in read_evidence(connection, key, id, None)]
    for episode in {episode_of_preference(kept[1]), *heard}:
        owner = erase_episode(connection, owner, episode)
    return owner
