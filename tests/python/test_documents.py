"""Documents in all formats are read as shipped, and arrival notices of allowed senders become facts."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest

import shiptrack
from samples import pdf, workbook
from shiptrack import Service
from shiptrack.testing import START
from shiptrack.values import DocumentInput, Extraction

BILL, CONTAINER = "MAEU123456789", "MSKU0308961"
ROWS = [["ARRIVAL NOTICE"], ["B/L No", BILL], ["Container", CONTAINER], ["ETA", "2026-05-11"], ["Last Free Day", "2026-05-20"]]
LINES = [": ".join(row) for row in ROWS]
TABLE = "<table>" + "".join("<tr><td>" + "</td><td>".join(row) + "</td></tr>" for row in ROWS) + "</table>"
NOTICES = {
    "notice.pdf": pdf(*LINES),
    "notice.xlsx": workbook(ROWS),
    "notice.html": TABLE.encode(),
    "notice.csv": "\n".join(";".join([*row, ""][:2]) for row in ROWS).encode("utf-16"),
    "notice.txt": "\n".join(LINES).encode(),
}
KNOWN: list[dict[str, Any]] = [
    {"particulars": {"containers": [CONTAINER], "port_of_discharge": {"locode": "USLAX"}}},
    {"container": CONTAINER, "event": {"milestone": "vessel_departed", "at": "2026-04-27T01:00:00Z", "place": {"locode": "CNSHA"}}},
]


def opened(**options: Any) -> Service:
    service = Service(clock=shiptrack.ManualClock(START), any_carrier=lambda look_up: KNOWN, **options)
    service.change_account(allowed_senders=["line.example"], record_arrival_notices=True)
    service.client().tracking_requests.create(bill_of_lading=BILL, scac="MAEU")
    service.run_due()
    return service


def message(body: str = "See the attachment.") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["Subject"] = "imports@line.example", "Your cargo"
    message.set_content(body)
    return message


def arrives_as_noticed(service: Service) -> bool:
    shipment = service.client().shipments.list().first()
    container = service.client().containers.list().first()
    assert shipment is not None and container is not None
    free = container.import_deadlines and container.import_deadlines.pickup_lfd_line
    return "2026-05-11" in str(shipment.pod_eta_at) and "2026-05-20" in str(free)


@pytest.mark.parametrize("name", NOTICES)
def test_attached_notice_is_read(name: str) -> None:
    with opened() as service:
        mail = message()
        mail.add_attachment(NOTICES[name], maintype="application", subtype="octet-stream", filename=name)
        service.ingest_email(mail)
        document = service.client().documents.list().first()
        assert document is not None and (document.name, document.document_type) == (name, "arrival_notice")
        assert arrives_as_noticed(service)


@pytest.mark.parametrize("form", ["text", "html", "attached"])
def test_notice_in_the_text_of_a_message_is_read(form: str) -> None:
    mail = message("\n".join(LINES) if form != "html" else "See the table.")
    if form == "html":
        mail.add_alternative(TABLE, subtype="html")
    if form == "attached":
        inner, mail = mail, message()
        mail.add_attachment(inner)
    with opened() as service:
        # A message inside another one reports facts only if its sender may.
        service.change_account(indirect_senders=["line.example"])
        service.ingest_email(mail)
        assert arrives_as_noticed(service)


def test_extractor_may_return_only_the_text() -> None:
    def recognize(source: DocumentInput) -> Extraction | None:
        return Extraction(text="\n".join(LINES)) if source.name == "scan.tiff" else None

    with opened(extractors=[recognize]) as service:
        mail = message()
        mail.add_attachment(b"picture", maintype="image", subtype="tiff", filename="scan.tiff")
        service.ingest_email(mail)
        assert arrives_as_noticed(service)


def test_an_event_of_a_document_is_about_the_document() -> None:
    with opened() as service:
        service.ingest_email(message("\n".join(LINES)))
        service.run_due()
        (event,) = (event for event in service.events() if event.event == "document.extracted")
        about = event.about()
        assert isinstance(about, shiptrack.Document) and about.document_type == "arrival_notice"
