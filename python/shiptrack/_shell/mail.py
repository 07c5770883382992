"""Commands that ingest mail and EDI, and import a hosted account."""

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
"""A message has at least one of these; a text that only begins with ``word:`` does not."""

_HEAD = 256 * 1024

INGEST_HELP = """\
With --json, or in a pipe, every line is one JSON object:
  source    the file; for an mbox file with the position in it
  id        id of the email, as in `shiptrack emails`
  state     "new", "known" if it was ingested before, or "quarantined" if it
            could not be read
  subject   null if there is no subject

For EDI (X12, EDIFACT), every line is a message:
  source    the file
  sender, interchange, control_number
            sender, and control numbers of the interchange and of the message
  kind      type of the message: 312, 315, 322, IFTSTA, IFTMAN, CODECO, COARRI
  state     "new", "known" if the interchange was ingested before, or "unread"
            if nothing of the message was ingested
  numbers   the containers, bookings and bills of lading that it names
  requests  number of tracking requests that it concerns
  kept      number of facts that are stored until their numbers are tracked
  problems  what could not be read or recorded
  unread    id of the stored message if nothing was ingested, else null
"""

ADOPT_HELP = """\
Imports the tracking requests of the account into the file, with references,
labels and customers, and the data of their shipments. The API key of the
account is read from SHIPTRACK_API_KEY. Afterwards all data can be read
offline. A second import adds nothing.

An import that ended early (--most, --max-pages, --timeout, Ctrl-C, an error)
continues the next time. Pauses that the account requests count towards
--timeout.

Ends with exit code 3 if something was not imported. With --json, or in a pipe,
one JSON object:
  seen               number of tracking requests that were examined
  created, existing  number that were created, or existed before
  facts              number of facts that were new
  skipped            requests that were not imported: number, scac, reason
  not_taken          parts of imported requests that were not imported
  is_complete        whether the whole account was examined
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
_SKIPPED = (Column("NUMBER", "number"), Column("CARRIER", "scac"), Column("NOT IMPORTED BECAUSE", "reason", wraps=True))


def ingest(target: Target, out: Output) -> int:
    service, refused = target.service(create_missing=True), 0
    rows: list[dict[str, Any]] = []
    if target.options.allow_sender:
        allowed = service.change_account(account=target.options.account).allowed_senders
        service.change_account(account=target.options.account, allowed_senders=[*allowed, *target.options.allow_sender])
    for source in target.options.source:
        try:
            for name, message in messages(source):
                if _is_edi(message):
                    refused += _ingest_edi(service, name, message, target.options.account, rows, out)
                    continue
                if not is_mail(message):
                    refused += refuse(name, "neither an email (it has no header such as From) nor EDI")
                    continue
                ingested = service.ingest_email(message, account=target.options.account)
                for problem in ingested.problems:
                    out.warn(f"{name}: {problem}")
                refused += sum(not attached.report.is_whole for attached in ingested.edi)
                state = "quarantined" if ingested.quarantined else "new" if ingested.is_new else "known"
                row: dict[str, Any] = {
                    "source": name,
                    "id": ingested.submission.id,
                    "state": state,
                    "subject": ingested.submission.subject,
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
    """Yields the messages in a file, a folder, a Maildir, an mbox file or standard input (``-``)."""
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
            raise CommandError("the folder contains no .eml file and is not a Maildir", REFUSED)
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
        raise CommandError("the API key of the account is missing: set SHIPTRACK_API_KEY", KEY)
    options = target.options
    client = Client(key, options.source)
    with Service(target.file, worker=False, any_carrier=client, store_key=target.store_key) as service:
        limits = {"most": options.most, "max_pages": options.max_pages, "timeout": options.timeout}
        adopted = service.adopt(client, account=options.account, anew=options.anew, **limits)
    report = asdict(adopted)
    out.rows([report], _ADOPTED)
    if not adopted.is_complete:
        out.warn("the import is not complete; run the command again to continue it")
    if report["skipped"] and not out.as_json:
        out.rows(report["skipped"], _SKIPPED)
    return REFUSED if report["skipped"] else DONE
