"""Taking in mail, EDI, and what a hosted account follows."""

from __future__ import annotations

import mailbox
import sys
from collections.abc import Iterator
from dataclasses import asdict
from email.parser import BytesHeaderParser
from pathlib import Path
from typing import Any

from shiptrack import Client, Service
from shiptrack._native import _is_edi
from shiptrack._shell.exits import DONE, KEY, REFUSED, CommandError
from shiptrack._shell.output import Column, Output, refuse
from shiptrack._shell.target import Target

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

Of EDI (X12, EDIFACT) every line is a message of it:
  source    the file it came from
  sender, interchange, control_number
            who sent it, and the numbers of its interchange and of itself
  kind      what it is: 315, IFTSTA, CODECO, COARRI
  state     "new", "known" when the interchange was there already, or "unread"
            when nothing was taken in of it
  numbers   the containers, bookings and bills of lading that it names
  requests  how many tracking requests it is about
  kept      how many facts wait for somebody to track their numbers
  problems  what of it could not be read or recorded
  unread    what it is kept under when nothing was taken in of it, else null
"""

ADOPT_HELP = """\
Its tracking requests are made on the file, with references, labels and
customers, and what it knows of their shipments is taken in. The API key of the
account is in SHIPTRACK_API_KEY. It can be broken off and goes on where it was;
a second time adds nothing. Everything reads offline afterwards.

Ends with exit code 3 when something is not taken over. With --json, or in a
pipe, one JSON object:
  seen, made, known  tracking requests that were looked at, made here, here before
  facts              facts that were news
  left               those that are not taken over: number, scac, why
  not_taken          what is not taken over of the others, and of how many
  is_complete        whether the account was looked through to its end
"""

_COLUMNS = (
    Column("SOURCE", "source", free=True),
    Column("STATE", "state"),
    Column("SUBJECT", "subject", free=True),
    Column("ID", "id"),
)
_ADOPTED = (
    Column("SEEN", "seen"),
    Column("CREATED", "created"),
    Column("EXISTING", "existing"),
    Column("FACTS", "facts"),
    Column("SKIPPED", "skipped", lambda skipped: str(len(skipped))),
    Column("COMPLETE", "is_complete"),
)
_SKIPPED = (Column("NUMBER", "number"), Column("CARRIER", "scac"), Column("NOT TAKEN OVER, FOR", "reason", wraps=True))


def ingest(target: Target, out: Output) -> int:
    service, refused = target.service(create_missing=True), 0
    rows: list[dict[str, Any]] = []
    for source in target.options.source:
        try:
            for name, message in messages(source):
                if _is_edi(message):
                    refused += _ingest_edi(service, name, message, target.options.account, rows, out)
                    continue
                if not is_mail(message):
                    refused += refuse(name, "no mail, which has headers such as From, and no EDI")
                    continue
                taken = service.ingest_email(message, account=target.options.account)
                for problem in taken.problems:
                    out.warn(f"{name}: {problem}")
                refused += sum(not attached.report.is_whole for attached in taken.edi)
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
        except (CommandError, OSError) as error:
            refused += refuse(source, error.strerror or str(error) if isinstance(error, OSError) else str(error))
    if rows:
        out.rows(rows, _COLUMNS)
    return REFUSED if refused else DONE


def _ingest_edi(
    service: Service, name: str, document: bytes, account: str | None, rows: list[dict[str, Any]], out: Output
) -> int:
    report = service.ingest_edi(document, account=account)
    for problem in report.problems:
        refuse(name, str(problem))
    for interchange in report.interchanges:
        for problem in interchange.problems:
            out.warn(f"{name}: {problem}")
        for message in interchange.messages:
            state = "unread" if message.unread else "known" if interchange.is_repeated else "new"
            for problem in message.problems:
                out.warn(f"{name}: {message.kind} {message.control_number}: {problem}")
            numbers = [named.number for named in message.numbers]
            row = {
                "source": name,
                "sender": interchange.sender,
                "interchange": interchange.control_number,
                "control_number": message.control_number,
                "kind": message.kind,
                "state": state,
                "numbers": numbers,
                "requests": len(message.requests),
                "kept": message.kept,
                "problems": [str(problem) for problem in message.problems],
                "unread": message.unread,
            }
            if out.as_json:
                out.line(row)
            else:
                what = " ".join([message.kind, *numbers[:3], *(["…"] if len(numbers) > 3 else [])])
                rows.append({"source": name, "state": state, "subject": what, "id": message.unread})
    return 0 if report.is_whole else 1


def is_mail(message: bytes) -> bool:
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
            raise CommandError("the folder holds no .eml file, and it is no Maildir", REFUSED)
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


def adopt(target: Target, out: Output) -> int:
    key = target.environment.get("SHIPTRACK_API_KEY")
    if not key:
        raise CommandError("the API key of the account is missing: put it into SHIPTRACK_API_KEY", KEY)
    client = Client(key, target.options.source)
    with Service(target.file, worker=False, any_carrier=client, store_key=target.store_key) as service:
        adopted = service.adopt(
            client, account=target.options.account, most=target.options.most, anew=target.options.anew
        )
    told = asdict(adopted)
    out.rows([told], _ADOPTED)
    if told["skipped"] and not out.as_json:
        out.rows(told["skipped"], _SKIPPED)
    return REFUSED if told["skipped"] else DONE
