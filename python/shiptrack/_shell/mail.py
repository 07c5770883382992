"""Taking in mail."""

from __future__ import annotations

import mailbox
import sys
from collections.abc import Iterator
from email.parser import BytesHeaderParser
from pathlib import Path
from typing import Any

from shiptrack._shell.exits import DONE, REFUSED, Stopped
from shiptrack._shell.output import Column, Output
from shiptrack._shell.place import Place

_HEADERS = ("from", "to", "subject", "date", "message-id", "received", "mime-version", "content-type")
"""A message has one of these; a text that only happens to begin with ``word:`` does not."""

_HEAD = 256 * 1024

INGEST_HELP = """\
With --json, or in a pipe, every line is one JSON object:
  source    the file it came from; in an mbox file with its place
  id        the id of the mail, as in `shiptrack emails`
  state     "new", "known" when it was there already, or "quarantined" when it
            could not be read
  subject   null when there is none
"""

_COLUMNS = (
    Column("SOURCE", "source", free=True),
    Column("STATE", "state"),
    Column("SUBJECT", "subject", free=True),
    Column("ID", "id"),
)


def ingest(place: Place, out: Output) -> int:
    """Takes in mail. What is no mail is refused one by one, and the rest is taken in."""
    service, rows, refused = place.service(makes=True), [], 0
    for source in place.options.source:
        try:
            for name, message in messages(source):
                if not is_mail(message):
                    refused += _refuse(name, "no mail: it has none of the headers every message has, such as From")
                    continue
                taken = service.ingest_email(message, account=place.options.account)
                state = "quarantined" if taken.quarantined else "new" if taken.is_new else "known"
                row: dict[str, Any] = {
                    "source": name,
                    "id": taken.submission.id,
                    "state": state,
                    "subject": taken.submission.subject,
                }
                if out.as_json:
                    out.line(row)
                else:
                    rows.append(row)
        except (Stopped, OSError) as error:
            refused += _refuse(source, error.strerror or str(error) if isinstance(error, OSError) else str(error))
    if rows:
        out.rows(rows, _COLUMNS)
    return REFUSED if refused else DONE


def _refuse(name: str, why: str) -> int:
    print(f"shiptrack: {name}: {why}", file=sys.stderr)
    return 1


def is_mail(message: bytes) -> bool:
    """Whether the bytes begin as a message does."""
    head = BytesHeaderParser().parsebytes(message[:_HEAD])
    return any(name in head for name in _HEADERS)


def messages(source: str) -> Iterator[tuple[str, bytes]]:
    """The messages of a file, a folder, a Maildir, an mbox file or standard input (``-``)."""
    path = Path(source)
    if source == "-":
        yield from _of_bytes("-", sys.stdin.buffer.read())
    elif path.is_dir():
        yield from _of_folder(path)
    else:
        with path.open("rb") as file:
            is_box = file.read(5) == b"From "
        yield from _of_box(path) if is_box else _of_bytes(source, path.read_bytes())


def _of_folder(path: Path) -> Iterator[tuple[str, bytes]]:
    if all((path / name).is_dir() for name in ("cur", "new")):
        files = [file for folder in ("cur", "new") for file in sorted((path / folder).iterdir()) if file.is_file()]
    else:
        files = sorted(file for file in path.rglob("*") if file.suffix.lower() == ".eml" and file.is_file())
        if not files:
            raise Stopped("the folder holds no .eml file, and it is no Maildir", REFUSED)
    for file in files:
        yield str(file), file.read_bytes()


def _of_box(path: Path) -> Iterator[tuple[str, bytes]]:
    box = mailbox.mbox(path, create=False)
    try:
        for key in box.keys():
            yield f"{path}[{key}]", box.get_bytes(key)
    finally:
        box.close()


def _of_bytes(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    yield name, content
