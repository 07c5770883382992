"""Generates documents in the format of the service, for tests and measurements."""

from __future__ import annotations

import io
import json
import random
import sqlite3
import uuid
import zipfile
import zlib
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from typing import Any


def _uuid(rng: random.Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def email_page(items: int = 100, seed: int = 1) -> bytes:
    """A page of email submissions with their documents and representations: about 400 kB for 100 of them."""
    rng = random.Random(seed)
    data: list[dict[str, Any]] = []
    included: list[dict[str, Any]] = []
    account = _uuid(rng)
    for number in range(items):
        documents = []
        for _ in range(1 + number % 3 % 2):
            document, representation = _uuid(rng), _uuid(rng)
            documents.append({"id": document, "type": "document"})
            times = {"created_at": "2026-04-18T07:13:02Z", "updated_at": "2026-04-18T07:13:02Z"}
            attributes = {"name": f"arrival-notice-{number}.pdf", "source": "email", "document_type": "arrival_notice"}
            last = {"data": {"id": representation, "type": "document_representation"}}
            included.append(
                {
                    "id": document,
                    "type": "document",
                    "attributes": {**attributes, **times},
                    "relationships": {"last_document_representation": last},
                }
            )
            payload = {
                "containers": [{"number": f"MSCU{rng.randrange(10**7):07}", "found_in": "document"} for _ in range(8)],
                "bill_of_lading": f"MEDU{rng.randrange(10**7):07}",
                "parties": {"consignee": "Sample Imports " + "x" * 80, "shipper": "Sample Exports " + "y" * 80},
                "charges": [{"name": f"charge {n}", "amount": n * 12.5, "currency": "USD"} for n in range(6)],
            }
            included.append(
                {
                    "id": representation,
                    "type": "document_representation",
                    "attributes": {"schema_version": "2026-01-01", "payload": payload, **times},
                }
            )
        attributes = {
            "subject": f"Arrival notice {number}: MEDU{rng.randrange(10**7):07}",
            "body": "Please find the arrival notice attached. " * 12,
            "from": ["notices@line.example"],
            "to": ["inbox@account.example"],
            "cc": ["ops@account.example", "broker@account.example"],
            "sent_at": "2026-04-18T07:12:51Z",
            "message_id": f"<{_uuid(rng)}@line.example>",
            "in_reply_to": None,
            "references": [f"<{_uuid(rng)}@line.example>"],
            "content_type": "multipart/mixed",
            "documents_count": len(documents),
            "created_at": "2026-04-18T07:13:01.250Z",
            "updated_at": "2026-04-18T07:13:01.250Z",
        }
        relationships = {
            "account": {"data": {"id": account, "type": "account"}},
            "user": {"data": None},
            "documents": {"data": documents},
        }
        own = _uuid(rng)
        data.append(
            {
                "id": own,
                "type": "email_submission",
                "attributes": attributes,
                "relationships": relationships,
                "links": {"self": f"/v2/email_submissions/{own}"},
            }
        )
    document = {"data": data, "included": included, "links": {"self": "x"}, "meta": {"size": items, "total": items}}
    return json.dumps(document, separators=(",", ":")).encode()


def request_page(items: int = 100, *, first: int = 0, next: str | None = None, total: int | None = None) -> bytes:
    """A page of tracking requests."""
    rng = random.Random(first)
    data = []
    for number in range(first, first + items):
        own = str(uuid.UUID(int=number + 1, version=4))
        attributes = {
            "request_type": "bill_of_lading",
            "request_number": f"MEDUF{number:07}",
            "scac": "MSCU",
            "ref_numbers": ["PO-4711", f"REF-{number}"],
            "shipment_tags": ["urgent"],
            "created_at": "2026-04-18T07:13:01Z",
            "updated_at": "2026-04-19T08:00:00Z",
            "status": "created",
            "failed_reason": None,
            "is_retrying": False,
            "retry_count": None,
        }
        relationships = {
            "tracked_object": {"data": {"id": _uuid(rng), "type": "shipment"}},
            "customer": {"data": None},
            "user": {"data": {"id": _uuid(rng), "type": "user"}},
        }
        links = {"self": f"/v2/tracking_requests/{own}"}
        data.append(
            {
                "id": own,
                "type": "tracking_request",
                "attributes": attributes,
                "relationships": relationships,
                "links": links,
            }
        )
    links = {"self": "x", "next": next} if next else {"self": "x"}
    document = {"data": data, "links": links, "meta": {"size": items, "total": total or items}}
    return json.dumps(document, separators=(",", ":")).encode()


def message(subject: str = "Arrival notice", attachment: bytes = b"Container MSKU0308961 arrives") -> EmailMessage:
    """A message with an attachment."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "notices@line.example", "inbox@account.example", subject
    made["Message-ID"] = "<1@line.example>"
    made.set_content("See attachment.")
    made.make_mixed(boundary="parts")
    made.add_attachment(attachment, maintype="text", subtype="plain", filename="notice.txt")
    return made


def pdf(*lines: str) -> bytes:
    """Returns a minimal PDF with these lines."""
    shown = "".join(f"({line}) Tj 0 -20 Td " for line in lines)
    content = f"BT /F1 12 Tf 72 720 Td {shown}ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    file, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    file += b"".join(b"%010d 00000 n \n" % place for place in places)
    return file + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)


def workbook(rows: list[list[str]]) -> bytes:
    """Returns an XLSX workbook with one sheet."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    cells = "".join(
        f'<row r="{row}">'
        + "".join(f'<c r="{chr(64 + column)}{row}" t="inlineStr"><is><t>{text}</t></is></c>' for column, text in enumerate(texts, 1))
        + "</row>"
        for row, texts in enumerate(rows, 1)
    )
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    files = {
        "_rels/.rels": f'<Relationships xmlns="{relations}">'
        f'<Relationship Id="r1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
        '<sheet name="Notice" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{relations}">'
        f'<Relationship Id="r1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>',
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def derive_by_other_rules(database: Path) -> None:
    """Changes the records of shipments to what other rules would have derived: without a departure from the port of lading."""
    change = "json_set(json_remove(body, '$.crc32'), '$.rules', '00', '$.shipment.attributes.pol_atd_at', NULL)"
    with closing(sqlite3.connect(database)) as connection, connection:
        for row, record in connection.execute(f"SELECT rowid, {change} FROM shipments").fetchall():
            body = record[:-1]
            record = f'{body},"crc32":"{zlib.crc32(body.encode()):08x}"}}'
            connection.execute("UPDATE shipments SET body = ? WHERE rowid = ?", (record, row))
