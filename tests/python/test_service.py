"""The service from Python, in process and over HTTP."""

from __future__ import annotations

import io
import logging
import pickle
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from samples import message

import shiptrack
from shiptrack import Client, Service
from shiptrack.carriers import NoDataYet, Unreachable
from shiptrack.errors import ConfigurationError, DuplicateError, InvalidError, NotFoundError, NotIncludedError
from shiptrack.testing import Scenario
from shiptrack.values import (
    Activity,
    Delivery,
    DocumentInput,
    DoubtfulFacts,
    Extraction,
    ExtractionFailed,
    FeedEvent,
    LookUpReport,
    Trouble,
)


def test_request_from_create_to_arrival(client: Client, scenario: Scenario) -> None:
    created = client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST", ref_numbers=["PO-1"])
    assert created.status == "pending" and created.ref_numbers == ("PO-1",)
    with pytest.raises(DuplicateError) as refused:
        client.tracking_requests.create(bill_of_lading="test tr succeeded", scac="TEST")
    assert refused.value.status == 422 and refused.value.code == "duplicate" and refused.value.errors
    assert client.tracking_requests.track(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST").how == "adopted"
    scenario.run()
    request = client.tracking_requests.wait(created, timeout=timedelta(seconds=60))
    assert request.status == "created" and request.tracked_object is not None
    shipment = client.shipments.get(request.tracked_object, include="containers")
    containers = shipment.related("containers")
    assert isinstance(containers, tuple) and len(containers) == 2
    scenario.advance(days=11)
    container = client.containers.get(containers[0])
    assert container.holds_at_pod_terminal is not None and container.pod_arrived_at is not None
    events = client.containers.transport_events(container).all()
    assert {event.event for event in events} >= {"container.transport.vessel_arrived"}
    assert client.shipments.stop_tracking(shipment).line_tracking_stopped_at is not None
    assert client.shipments.resume_tracking(shipment).line_tracking_stopped_at is None
    assert client.tracking_requests.update(request, ref_numbers=["A", "B"]).ref_numbers == ("A", "B")


def test_related_distinguishes_empty_from_not_included(client: Client, scenario: Scenario) -> None:
    client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    scenario.run()
    shipment = client.shipments.list().first()
    assert shipment is not None and len(shipment.containers) == 2
    with pytest.raises(NotIncludedError, match=r"include=\[\"containers\"\]") as missing:
        shipment.related("containers")
    assert isinstance(missing.value, NotFoundError) and missing.value.kind == "not_found"
    with pytest.raises(AttributeError, match="containrs.*containers"):
        shipment.related("containrs")
    whole = client.shipments.get(shipment, include="containers")
    assert [container.id for container in whole.related("containers")] == [target.id for target in shipment.containers]
    with pytest.raises(NotIncludedError):
        client.containers.get(shipment.containers[0]).related("shipment")
    found = client.containers.get(shipment.containers[0], include=["shipment"]).related("shipment")
    assert found is not None and found.bill_of_lading_number == "TEST-TR-SUCCEEDED"


def test_related_reads_included_resources() -> None:
    linked = '{"type":"port","id":"1","relationships":{"city":{"data":{"type":"city","id":"2"}},"quays":{"data":[]},"x":{}}}'
    port = shiptrack.Resource.from_json(linked)
    assert port.related("quays") == ()
    for name in ("city", "x"):
        with pytest.raises(NotIncludedError):
            port.related(name)
    with pytest.raises(AttributeError, match="no relationship sea"):
        port.related("sea")
    city = shiptrack.Resource.from_json('{"data":%s,"included":[{"type":"city","id":"2"}]}' % linked).related("city")
    assert city.type == "city"
    email = shiptrack.EmailSubmission.from_json(
        '{"data":{"type":"email_submission","id":"1","relationships":{"user":{"data":null},"documents":{"data":'
        '[{"type":"document","id":"2"},{"type":"document","id":"3"}]}}},"included":[{"type":"document","id":"3"}]}'
    )
    assert email.related("user") is None and [document.id for document in email.related("documents")] == ["3"]
    with pytest.raises(NotIncludedError):
        shiptrack.EmailSubmission("1").related("documents")
    assert FeedEvent(1, "2", "x", shiptrack.testing.START, shiptrack.WebhookNotification("3")).about() is None


def test_adopted_request_gets_references(client: Client) -> None:
    track = client.tracking_requests.track
    first = track(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST", ref_numbers=["A"], shipment_tags=["urgent"])
    assert (first.how, first.left_out) == ("created", ())
    again = track(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST", ref_numbers=["B", "A"], shipment_tags=["reefer"])
    assert again.how == "adopted" and again.id == first.id
    assert again.request.ref_numbers == client.tracking_requests.get(first).ref_numbers == ("A", "B")
    assert again.left_out == ("shipment_tags",)
    assert track(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST", shipment_tags=["urgent"]).left_out == ()


def test_a_number_that_may_be_a_container_is_tracked_as_a_bill_with_a_warning(client: Client) -> None:
    with pytest.raises(InvalidError, match="did you mean TGHU1643396"):
        client.tracking_requests.track(request_number="TGHUI643396", scac="TEST")
    tracked = client.tracking_requests.track(bill_of_lading="TGHUI643396", scac="TEST")
    (warning,) = tracked.warnings
    assert warning["code"] == "container_number" and "did you mean TGHU1643396" in warning["detail"]
    assert warning["source"] == {"pointer": "/data/attributes/request_number"}
    assert client.tracking_requests.track(bill_of_lading="TGHUI643396", scac="TEST").warnings == ()
    assert client.tracking_requests.track(bill_of_lading="MEDUF5399896", scac="TEST").warnings == ()


def test_doubtful_facts_are_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    activities: list[Activity] = []
    facts = [
        {"container": "MSKU0308961", "event": {"milestone": "vesel_departed", "at": "2026-05-01T08:00:00Z"}},
        {"container": "MSKU0308962", "event": {"milestone": "full_in", "at": "2026-05-01T08:00:00", "place": {"locode": "USZZ9"}}},
    ]
    clock = shiptrack.ManualClock(shiptrack.testing.START)
    with Service(clock=clock, any_carrier=lambda look_up: facts, on_activity=activities.append) as service:
        request = service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        with caplog.at_level(logging.WARNING, "shiptrack.service"):
            service.advance(days=1)
        assert len(service.client().containers.list().all()) == 2, "they are recorded anyway"
    (doubtful,) = [what for what in activities if isinstance(what, DoubtfulFacts)]
    assert (doubtful.request, doubtful.scac, doubtful.number) == (request.id, "MAEU", "MAEU123456789")
    assert len(doubtful.doubts) == 4 and all("USZZ9" in doubt for doubt in doubtful.doubts[2:]) and "UTC" in doubtful.doubts[3]
    (record,) = caplog.records
    assert record.levelname == "WARNING" and "vesel_departed" in record.getMessage() and "MSKU0308962" in record.getMessage()


def test_a_wrong_check_digit_is_accepted_if_the_call_allows_it(client: Client) -> None:
    for number in ("container", "request_number"):
        with pytest.raises(InvalidError, match="the correct one is 6"):
            client.tracking_requests.track(**{number: "MSCU1234567"}, scac="TEST")  # type: ignore[arg-type]
        tracked = client.tracking_requests.track(
            **{number: "MSCU1234567"},  # type: ignore[arg-type]
            scac="TEST",
            allow_wrong_check_digit=True,
        )
        assert tracked.request.request_number == "MSCU1234567" and tracked.left_out == ()


def test_a_carrier_is_found_by_its_name(client: Client) -> None:
    assert client.tracking_requests.create(bill_of_lading="MEDUF5399896", scac="Mediterranean").scac == "MSCU"
    with pytest.raises(InvalidError) as refused:
        client.tracking_requests.create(bill_of_lading="MEDUF5399897", scac="MSC Broker")
    assert refused.value.errors[0]["meta"]["candidates"] == ["MSCU"]


def test_numbers_are_checked_before_a_request(client: Client) -> None:
    with pytest.raises(InvalidError) as refused:
        client.tracking_requests.create(container="MSCU1234567", scac="MSCU")
    assert refused.value.pointer == "/data/attributes/request_number"
    with pytest.raises(InvalidError):
        client.tracking_requests.create(request_number="123456789", scac="MAEU")
    with pytest.raises(TypeError):
        client.tracking_requests.create(scac="MAEU")
    assert client.tracking_requests.create(request_number="TEST-TR-FAILED", scac="TEST").request_type == "bill_of_lading"


def test_listings_are_lazy_and_follow_links(client: Client) -> None:
    for number in range(7):
        client.tracking_requests.create(bill_of_lading=f"MEDUF{number:07}", scac="MSCU")
    requests = client.tracking_requests.list(page_size=3)
    assert [len(page) for page in requests.pages()] == [3, 3, 1]
    assert len(list(requests)) == len(requests.all()) == 7
    assert [request.request_number for request in requests] == [f"MEDUF{number:07}" for number in reversed(range(7))]
    assert len(list(client.tracking_requests.list(max_items=4, page_size=3))) == 4
    assert requests.first() == requests.all()[0]
    pages = requests.pages()
    next(pages)
    assert [len(page) for page in client.tracking_requests.list(resume_from=pages.resume_from).pages()] == [3, 1]
    assert client.tracking_requests.list(number="MEDUF0000002").all()[0].request_number == "MEDUF0000002"
    assert client.tracking_requests.list(status="created").first() is None
    with pytest.raises(shiptrack.errors.BadRequestError) as refused:
        client.tracking_requests.list(query={"filter[pod_code]": "USLAX"}).all()
    assert refused.value.status == 400 and "filter[pod_code]" in str(refused.value)
    with pytest.warns(shiptrack.ShiptrackWarning, match="mood"):
        page = next(client.tracking_requests.list(query={"mood": "calm"}).pages())
    assert page.warnings[0]["code"] == "unknown" and page.warnings[0]["source"] == {"parameter": "mood"}
    assert next(requests.pages()).warnings == []
    fields = {"shipment": [{"api_slug": "cost_centre", "value": "A"}]}
    with pytest.raises(shiptrack.errors.InvalidError, match="cost_centre") as undefined:
        client.tracking_requests.create(bill_of_lading="MEDUF9999999", scac="MSCU", initial_custom_fields=fields)
    assert undefined.value.pointer == "/data/attributes/initial_custom_fields/shipment/0/api_slug"
    client.custom_field_definitions.create("Shipment", "cost_centre", "Cost centre", "short_text")
    kept = client.tracking_requests.create(bill_of_lading="MEDUF9999999", scac="MSCU", initial_custom_fields=fields)
    assert kept.page.warnings == []
    with pytest.raises(TypeError):
        client.tracking_requests.list(nothing=1)  # type: ignore[call-arg]
    activities: list[Any] = []
    client.tracking_requests.list(page_size=5, progress=lambda done, total: activities.append((done, total))).all()
    assert activities == [(5, 8), (8, 8)]


def test_every_endpoint_is_callable(client: Client) -> None:
    answer = client.send("GET", "shipping_lines")
    assert answer.status == 200 and answer.json()["data"] and answer.body.startswith(b"{")
    assert client.get("shipping_lines/MAEU").type == "shipping_line"
    assert client.list("shipping_lines").first() is not None
    assert client.shipping_lines.get("MAEU").scac == "MAEU" and client.shipping_lines.list().first() is not None
    assert client.tracking_requests.infer_number("MSKU0308961").kind == "container"
    with pytest.raises(NotFoundError) as missing:
        client.shipments.get("0b1c9f9e-8f5a-7b3e-9a53-0123456789ab")
    assert missing.value.status == 404 and isinstance(missing.value, LookupError)
    assert client.allowance("create") is None or client.allowance("create") == 100


def test_mail_is_stored_and_its_documents_are_read_later(client: Client, scenario: Scenario) -> None:
    stored = scenario.service.ingest_email_later(message())
    assert (stored.is_new, stored.due_documents, stored.edi) == (True, 2, ())  # the text is searched for a notice after the attachment
    (document,) = client.documents.list()
    assert document.document_type is None and document.related("last_document_representation") is None
    assert scenario.service.run_due().documents == 2
    known = scenario.service.ingest_email_later(message())
    assert (known.is_new, known.due_documents, known.submission.id) == (False, 0, stored.submission.id)
    (document,) = client.documents.list(include="last_document_representation")
    assert document.related("last_document_representation") is not None


def test_mail_is_ingested_and_extracted(client: Client, scenario: Scenario) -> None:
    taken = scenario.service.ingest_email(message())
    assert taken.is_new and not taken.quarantined
    assert not scenario.service.ingest_email(message().as_bytes()).is_new
    page = client.email_submissions.list(include=["documents", "documents.last_document_representation"]).first_page()
    assert page is not None
    (email,) = page
    documents = email.related("documents")
    assert isinstance(documents, tuple)
    (document,) = documents
    assert isinstance(document, shiptrack.Document) and document.name == "notice.txt"
    read = document.related("last_document_representation")
    assert isinstance(read, shiptrack.DocumentRepresentation)
    assert read.payload == {"containers": [{"number": "MSKU0308961", "found_in": "document", "place": {"line": 1}}]}
    assert scenario.service.document_content(document) == b"Container MSKU0308961 arrives"
    assert b"Arrival notice" in (scenario.service.email_content(email) or b"")
    assert client.documents.get(document).file_name == "notice.txt"
    assert client.documents.list().first() is not None
    assert scenario.service.discard_document(document) and client.documents.list().first() is None


def test_python_extractors_work(caplog: pytest.LogCaptureFixture) -> None:
    seen: list[DocumentInput] = []

    def broken(source: DocumentInput) -> None:
        if source.name == "broken.txt":
            raise RuntimeError("cannot read this")

    class Notice:
        def extract(self, source: DocumentInput) -> Extraction | None:
            seen.append(source)
            return Extraction({"words": len(source.content.split())}, document_type="arrival_notice", schema_version="1")

    with Service(worker=False, extractors=[broken, Notice()]) as service:
        service.ingest_email(message())
        document = service.client().documents.list(include="last_document_representation").first()
        assert document is not None and document.document_type == "arrival_notice"
        read = document.related("last_document_representation")
        assert isinstance(read, shiptrack.DocumentRepresentation) and read.payload == {"words": 3}
        assert seen[0].name == "notice.txt" and seen[0].content_type == "text/plain"


def test_python_carriers_work(caplog: pytest.LogCaptureFixture) -> None:
    script: list[Any] = [
        Unreachable(retry_after=5),
        RuntimeError("a defect of the carrier"),
        NoDataYet(),
        [{"container": "MSKU0308961", "event": {"milestone": "vessel_departed", "at": "2026-05-01T08:00:00Z"}}],
    ]
    asked = []

    def maersk(look_up: shiptrack.carriers.LookUp) -> Any:
        asked.append(look_up)
        step = script.pop(0) if len(script) > 1 else script[0]
        if isinstance(step, Exception):
            raise step
        return step

    clock = shiptrack.ManualClock(shiptrack.testing.START)
    with Service(clock=clock, carriers={"MAEU": maersk}) as service:
        client = service.client()
        request = client.tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        with caplog.at_level(logging.ERROR, "shiptrack"):
            service.advance(timedelta(days=2))
        assert client.tracking_requests.get(request).status == "created"
        assert asked[0].scac == "MAEU" and asked[0].normalized_number == "123456789" and asked[0].attempt == 1
        assert asked[0].now == shiptrack.testing.START
        assert "a defect of the carrier" in caplog.text and "raise step" in caplog.text  # the failing line
        assert client.containers.list().first() is not None
        with pytest.raises(InvalidError) as refused:
            client.tracking_requests.create(bill_of_lading="COSU6199999999", scac="COSU")
        assert refused.value.pointer == "/data/attributes/scac"


def test_carrier_may_call_its_service() -> None:
    clock = shiptrack.ManualClock(shiptrack.testing.START)
    one_container: list[Client] = []

    def carrier(look_up: shiptrack.carriers.LookUp) -> Any:
        assert one_container[0].tracking_requests.list(number=look_up.number).first() is not None
        return {"event": {"milestone": "vessel_departed", "at": "2026-05-01"}, "container": "MSKU0308961"}

    with Service(clock=clock, any_carrier=carrier) as service:
        one_container.append(service.client())
        made = one_container[0].tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        service.run_due()
        assert one_container[0].tracking_requests.get(made).status == "created"


def test_worker_does_due_work() -> None:
    with Service() as service:
        client = service.client()
        made = client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
        assert client.tracking_requests.wait(made, timeout=30).status == "created"
        feed = service.events(follow=True, timeout=30)
        assert next(feed).event == "tracking_request.succeeded"


def test_the_feed_is_an_iterator(scenario: Scenario) -> None:
    scenario.client().tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    scenario.run()
    events = scenario.events
    assert [event.sequence for event in events] == sorted(event.sequence for event in events)
    first = events[0]
    assert first.event == "tracking_request.succeeded" and first.notification.event == first.event
    about = first.about()
    assert isinstance(about, shiptrack.TrackingRequest) and about.status == "created"
    assert [event.id for event in scenario.service.events(after=first.sequence)] == [event.id for event in events[1:]]
    assert list(scenario.service.events(after=events[-1].sequence, follow=True, timeout=0)) == []
    assert set(event.event for event in events) <= set(shiptrack.EVENTS)


def test_accounts_and_keys(scenario: Scenario) -> None:
    service = scenario.service
    other = service.create_account("other", "Other Ltd")
    assert [account.name for account in service.accounts()] == ["default", "other"]
    made = service.create_key("reader", account="other", read_only=True)
    assert "stk_" in made.key.reveal() and made.key.reveal() not in repr(made)
    with service.serve() as server, Client(made.key.reveal(), server.url) as client:
        assert client.tracking_requests.list().first() is None
        with pytest.raises(PermissionError):
            client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
        assert service.revoke_key(made.record.id, account=other).revoked_at is not None
        for _ in range(2):
            with pytest.raises(shiptrack.errors.UnauthorizedError):
                client.tracking_requests.list().first()
    service.client("other").tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    assert service.client().tracking_requests.list().first() is None
    with pytest.raises(NotFoundError):
        service.client("missing")


def test_an_account_has_an_order_of_estimates() -> None:
    with Service(any_carrier=lambda _: []) as service:
        changed = service.change_account(estimate_order=["terminal", "shipping_line"], track_numbers_in_mail=True)
        assert changed.estimate_order == ("terminal", "shipping_line") and changed.track_numbers_in_mail
        assert service.change_account(track_numbers_in_mail=False).estimate_order == changed.estimate_order
        for refused in (["kittens"], ["rail", "rail"]):
            with pytest.raises(InvalidError) as error:
                service.change_account(estimate_order=refused)
            assert error.value.pointer == "estimate_order"
        assert service.accounts()[0].estimate_order == changed.estimate_order
        assert service.change_account(estimate_order=()).estimate_order == ()


def test_an_account_has_allowed_senders() -> None:
    edi = b"UNB+UNOA:2+T+ME+260430:1500+77'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'TDT+20+1E+1++:172+++9321483:146::X'" \
        b"LOC+11+USLAX:139:6'EQD+CN+MSKU0308961'DTM+203:202604201410:203'UNT+7+1'UNZ+1+77'"
    head = b"From: edi@line.example\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.edi\r\n\r\n"
    with Service(worker=False) as service:
        stranger = service.ingest_email(head + edi)
        assert not stranger.edi[0].report.is_whole and "sender_not_allowed" in stranger.problems[0]
        changed = service.change_account(allowed_senders="LINE.example", authentication_server="mx.host.example")
        assert (changed.allowed_senders, changed.authentication_server) == (("line.example",), "mx.host.example")
        assert service.accounts()[0].allowed_senders == changed.allowed_senders
        passed = b"Authentication-Results: mx.host.example; dmarc=pass header.from=line.example\r\n"
        assert service.ingest_email(passed + head + edi).edi[0].report.is_whole
        with pytest.raises(InvalidError) as error:
            service.change_account(allowed_senders=["Line <edi@line.example>"])
        assert error.value.pointer == "allowed_senders"
        bounce = b"Return-Path: <>\r\n" + passed + head + edi.replace(b"77'", b"78'")
        assert "return path" in service.ingest_email(bounce).problems[0]
        changed = service.change_account(indirect_senders="edi@LINE.example")
        assert changed.indirect_senders == ("edi@line.example",)
        assert service.ingest_email(b"X: 1\r\n" + bounce).edi[0].report.is_whole
        with pytest.raises(InvalidError) as error:
            service.change_account(indirect_senders=["edi@"])
        assert error.value.pointer == "indirect_senders"
        changed = service.change_account(allowed_senders=(), authentication_server="")
        assert (changed.allowed_senders, changed.authentication_server) == ((), "")


def test_webhooks_are_created(client: Client) -> None:
    with pytest.raises(shiptrack.ShiptrackError) as refused:
        client.webhooks.create("http://10.0.0.1/")
    assert refused.value.kind == "egress_refused" and isinstance(refused.value, PermissionError)
    hook = client.webhooks.create("http://127.0.0.1:9/x", events=["tracking_request.succeeded"], headers={"X-A": "b"})
    assert hook.active and hook.secret is not None and hook.events == ("tracking_request.succeeded",)
    assert client.webhooks.update(hook, active=False).active is False
    assert client.webhooks.list().all() == [client.webhooks.get(hook)]
    client.webhooks.delete(hook)
    assert client.webhooks.list().first() is None and client.webhook_notifications.list().first() is None


def test_pickled_resource_keeps_included_resources(scenario: Scenario) -> None:
    client = scenario.client()
    client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    scenario.run()
    (listed,) = client.shipments.list(include="containers")
    (one,) = client.shipments.list()
    assert pickle.loads(pickle.dumps(one)) == one
    again = pickle.loads(pickle.dumps(listed))
    assert again == listed and again.related("containers") == listed.related("containers")
    inner = pickle.loads(pickle.dumps(listed.related("containers")[0]))
    assert inner == listed.related("containers")[0]
    event = scenario.events[0]
    assert pickle.loads(pickle.dumps(event)).about() == event.about() is not None


def test_facts_accept_numpy_values(scenario: Scenario) -> None:
    import numpy
    import pandas

    def facts(**event: Any) -> Any:
        return [{"container": "MSKU0308961", "event": {"milestone": "vessel_departed", **event}}]

    made = shiptrack.Container(weight_in_lbs=numpy.float32(1.5))
    assert made.weight_in_lbs == 1.5
    written = {"n": numpy.int64(3), "b": numpy.bool_(True), "s": numpy.str_("a"), "l": numpy.array([1, 2])}
    read = shiptrack.DocumentRepresentation(payload=written)
    assert read.payload == {"n": 3, "b": True, "s": "a", "l": [1, 2]}
    for wrong in (float("nan"), numpy.float32("nan"), pandas.NaT):
        with pytest.raises(ValueError, match=r"^payload\.at: (nan|NaT) cannot be written as JSON.*leave the member out"):
            shiptrack.DocumentRepresentation(payload={"at": wrong})
    with pytest.raises(TypeError, match=r"^payload\.all\[1\]\.at: datetime64"):
        shiptrack.DocumentRepresentation(payload={"all": [0, {"at": numpy.datetime64("2026-05-01T08:00:00")}]})
    activities: list[str] = []
    with Service(clock=scenario.clock, any_carrier=lambda look_up: facts(at=pandas.NaT)) as service:
        service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        handler = logging.Handler()
        handler.emit = lambda record: activities.append(str(record.exc_info and record.exc_info[1]))  # type: ignore[method-assign]
        logging.getLogger("shiptrack").addHandler(handler)
        try:
            service.run_due()
        finally:
            logging.getLogger("shiptrack").removeHandler(handler)
    assert any(text.startswith("facts[0].event.at: NaT") for text in activities), activities


def test_wait_moves_the_manual_clock() -> None:
    clock = shiptrack.ManualClock(shiptrack.testing.START)
    with Service(clock=clock) as service:
        client = service.client()
        request = client.tracking_requests.create(bill_of_lading="TEST-TR-AWAITING", scac="TEST")
        with pytest.raises(TimeoutError):
            client.tracking_requests.wait(request)
        assert timedelta(minutes=4) < clock.now - shiptrack.testing.START <= timedelta(minutes=6), "five minutes by default"


def test_unknown_bill_is_looked_up_again(scenario: Scenario) -> None:
    create = scenario.client().tracking_requests.create
    bill, one_container = create(bill_of_lading="MAEU123456789", scac="MAEU"), create(container="MSKU0308961", scac="MAEU")
    scenario.run()
    states = [scenario.client().tracking_requests.get(request) for request in (bill, one_container)]
    assert [request.status for request in states] == ["awaiting_manifest", "failed"]


def test_progress_is_shown(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(4):
        client.tracking_requests.create(bill_of_lading=f"MEDUF{number:07}", scac="MSCU")
    assert len(client.tracking_requests.list(page_size=2, progress=True).all()) == 4
    shown = capsys.readouterr().err
    assert "4/4" in shown and "tracking_request: " in shown


def test_shipment_is_updated(client: Client, scenario: Scenario) -> None:
    client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    scenario.run()
    shipment = client.shipments.list().first()
    assert shipment is not None
    changed = client.shipments.update(shipment, ref_numbers=["PO-1"], tags=["urgent", "reefer"])
    assert changed.ref_numbers == ("PO-1",) and changed.tags == ("urgent", "reefer")
    assert client.shipments.get(shipment).tags == ("urgent", "reefer")
    with pytest.raises(InvalidError) as refused:
        client.shipments.update(shipment, ref_numbers=["x" * 10_000])
    assert (refused.value.pointer or "").startswith("/data/attributes/ref_numbers")


def test_track_with_a_bad_reference_adopts_nothing(client: Client) -> None:
    requests = client.tracking_requests
    live = requests.create(bill_of_lading="MEDUF0000001", scac="MSCU", ref_numbers=["a"])
    for call in (requests.track, requests.track_until_certain, requests.create):
        with pytest.raises(InvalidError, match=r"an entry can't be blank \[ref_numbers\[0\]\]") as refused:
            call(bill_of_lading="MEDUF0000001", scac="MSCU", ref_numbers=["", "q"])
        assert refused.value.pointer == "/data/attributes/ref_numbers/0"
    assert requests.get(live).ref_numbers == ("a",)
    tracked = requests.track(bill_of_lading="MEDUF0000001", scac="MSCU", ref_numbers=["q"])
    assert (tracked.how, tracked.request.ref_numbers) == ("adopted", ("a", "q"))


def test_ignored_filter_warns_once(client: Client) -> None:
    for number in range(3):
        client.tracking_requests.create(bill_of_lading=f"MEDUF000000{number}", scac="MSCU")
    listing = client.tracking_requests.list(query={"colour": "red"}, page_size=1)
    with pytest.warns(shiptrack.ShiptrackWarning) as warned:
        assert len(listing.all()) == 3 and listing.first() is not None
        assert client.tracking_requests.list(status="succeeded").all() == []
        assert len(client.tracking_requests.list().all()) == 3
    assert {warning.filename for warning in warned} == {__file__}, "at the parameter of the query"
    said = [str(warning.message) for warning in warned]
    assert len(said) == 2 and all(line.startswith("listing tracking_request") for line in said), said
    assert "colour" in said[0] and "succeeded" in said[1]


def test_id_that_is_a_path_segment_is_rejected(client: Client) -> None:
    for word in (".", ".."):
        calls: list[Callable[[], Any]] = [
            lambda: client.containers.get(word),
            lambda: client.containers.transport_events(word).all(),
            lambda: client.webhooks.update(word, active=True),
            lambda: client.webhooks.rotate_secret(word),
            lambda: client.shipments.stop_tracking(word),
            lambda: client.tracking_requests.wait(word),
        ]
        for call in calls:
            with pytest.raises(InvalidError, match='^id can\'t be') as refused:
                call()
            assert refused.value.pointer == "id"


def test_error_names_keyword_and_keeps_pointer(client: Client) -> None:
    requests, hooks = client.tracking_requests, client.webhooks
    mistakes: dict[str, tuple[Callable[[], Any], str]] = {
        "bill_of_lading is empty": (lambda: requests.track(bill_of_lading="", scac="MSCU"), "request_number"),
        "container is empty": (lambda: requests.create(container=" ", scac="MSCU"), "request_number"),
        "request_number is empty": (lambda: requests.create(request_number=""), "request_number"),
        "scac is empty": (lambda: requests.create(bill_of_lading="MEDUF0000001", scac=""), "scac"),
        'request_type is .*, not ""': (
            lambda: requests.create(request_number="MEDUF0000001", request_type="", scac="MSCU"),
            "request_type",
        ),
        r"url can't be blank": (lambda: hooks.create(""), "url"),
        r'"" is not an event.* \[events\[0\]\]': (lambda: hooks.create("http://127.0.0.1:9/x", events=[""]), "events/0"),
        r"\[headers\[1\]\.name\]": (
            lambda: hooks.create("http://127.0.0.1:9/x", headers={"a": "b", "x y": "c"}),
            "headers/1/name",
        ),
    }
    for says, (call, place) in mistakes.items():
        with pytest.raises(InvalidError, match=says) as refused:
            call()
        assert refused.value.pointer == f"/data/attributes/{place}"
        assert "/data" not in str(refused.value)
    with pytest.raises(InvalidError, match="^the overlap is .*overlap") as too_long:
        hooks.rotate_secret("x", overlap=10**7)
    assert "overlap_seconds" not in str(too_long.value)
    body = {"data": {"type": "webhook", "attributes": {"url": ""}}}
    with pytest.raises(InvalidError, match=r"\[/data/attributes/url\]"):
        client.send("POST", "webhooks", body=body)  # the caller wrote the body


def test_documents_are_filtered_and_sorted(client: Client) -> None:
    for name in ("b.pdf", "a.pdf"):
        client.documents.upload(io.BytesIO(name.encode()), name=name)
    by_age = [document.name for document in client.documents.list(sort="created_at")]
    assert by_age == ["b.pdf", "a.pdf"]
    assert [document.name for document in client.documents.list()] == ["a.pdf", "b.pdf"]
    assert [document.name for document in client.documents.list(file_name="b.pdf")] == ["b.pdf"]
    assert client.documents.list(document_types=["invoice"]).all() == []
    with pytest.raises(shiptrack.errors.BadRequestError) as refused:
        client.documents.list(sort="colour").all()
    assert refused.value.status == 400


def test_unreadable_document_has_a_reason(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    document = client.documents.upload(io.BytesIO(b"%PDF-1.7 ARRIVAL NOTICE"), name="notice.pdf")
    # The wheel has no PDF reader; the extension that the tests build has one.
    assert document.classification_notes == "this build does not read PDF" or "the file cannot be read as PDF" in caplog.text
    activities = client.documents.get(document.id, include="last_document_representation")
    assert activities.document_type is None and activities.related("last_document_representation") is None


def test_web_framework_can_forward_requests(scenario: Scenario) -> None:
    service = scenario.service
    headers = [("Authorization", f"Token {service.create_key('framework').key.reveal()}")]
    answer = service.send("get", "/v2/shipments?page[size]=1", headers=headers)
    assert answer.status == 200 and answer.json()["data"] == [] and ("Content-Type", "application/vnd.api+json") in answer.headers
    assert service.send("GET", "/v2/shipments", headers={b"authorization": b"Token nonsense"}).status == 401
    body = b'{"data":{"type":"tracking_request","attributes":{"request_type":"bill_of_lading",' + (
        b'"request_number":"TEST-TR-SUCCEEDED","scac":"TEST"}}}'
    )
    headers.append(("Content-Type", "application/vnd.api+json"))
    assert service.send("POST", "/v2/tracking_requests", headers=headers, body=body).status == 201
    with pytest.raises(InvalidError):
        service.send("BREW", "/v2/shipments")


def test_server_enforces_limits(scenario: Scenario) -> None:
    key = scenario.service.create_key("k").key.reveal()
    with scenario.service.serve(limits={"body_bytes": 100, "head_deadline": timedelta(seconds=5)}) as server:
        with Client(key, server.url) as client, pytest.raises(shiptrack.errors.TooLargeError):
            client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    for limits in ({"bodies": 1}, {"handlers": 0}):
        with pytest.raises((InvalidError, ConfigurationError)):
            scenario.service.serve(limits=limits)  # type: ignore[arg-type]


def test_activities_are_logged_and_reported(caplog: pytest.LogCaptureFixture) -> None:
    activities: list[Activity] = []

    def carrier(look_up: shiptrack.carriers.LookUp) -> Any:
        if look_up.number.endswith("1"):
            raise Unreachable(retry_after=5)
        if look_up.number.endswith("2"):
            raise shiptrack.carriers.NotFound
        return [{"container": "MSKU0308961", "event": {"milestone": "vessel_departed", "at": "2026-05-01"}}]

    def broken(source: DocumentInput) -> None:
        raise RuntimeError("cannot read this")

    def watch(what: Activity) -> None:
        activities.append(what)
        raise RuntimeError("a listener that fails")

    service = Service(
        clock=shiptrack.ManualClock(shiptrack.testing.START),
        any_carrier=carrier,
        extractors=[broken],
        allow_loopback=True,
        on_activity=watch,
    )
    client = service.client()
    hook = client.webhooks.create("http://127.0.0.1:1/x")
    requests = [client.tracking_requests.create(bill_of_lading=f"MAEU12345678{n}", scac="MAEU") for n in range(3)]
    with caplog.at_level(logging.DEBUG, "shiptrack.service"):
        service.run_due()
        service.run_due()
        service.ingest_email(message())
    looked_up = {what.request: what for what in activities if isinstance(what, LookUpReport)}
    assert [looked_up[request.id].outcome for request in requests] == ["found", "trouble", "not_found"]
    trouble = looked_up[requests[1].id]
    assert (trouble.scac, trouble.number, trouble.attempt) == ("MAEU", "MAEU123456781", 1)
    assert (trouble.reason, trouble.retry_after) == ("shipping_line_unreachable", 5.0)
    deliveries = [what for what in activities if isinstance(what, Delivery)]
    assert deliveries and all(what.webhook == hook.id and what.failure and not what.succeeded for what in deliveries)
    assert Delivery("w", "n", 1, status=204).succeeded and not Delivery("w", "n", 1, status=500).succeeded
    (failed,) = [what for what in activities if isinstance(what, ExtractionFailed)]
    assert failed.document == next(iter(client.documents.list())).id and failed.error.kind == "internal"
    assert "RuntimeError: cannot read this" in str(failed.error)
    (line,) = [record for record in caplog.records if "cannot read this" in record.getMessage()]
    assert line.exc_info and isinstance(line.exc_info[1], RuntimeError), "one line, with the traceback"
    assert not any("extractor" in record.getMessage() for record in caplog.records if record is not line)
    levels = {getattr(record, "plain", record.getMessage()).split(" (")[0]: record.levelname for record in caplog.records}
    assert levels["look-up of MAEU123456780 at MAEU: found, try 1"] == "DEBUG"
    assert levels["look-up of MAEU123456781 at MAEU: trouble"] == "WARNING"
    assert levels["look-up of MAEU123456782 at MAEU: not_found, try 1"] == "INFO"
    assert any(name.startswith("delivery of ") and level == "WARNING" for name, level in levels.items())
    assert any(name.startswith("document ") and level == "WARNING" for name, level in levels.items())
    assert levels["on_activity failed"] == "ERROR"
    assert {record.name for record in caplog.records} == {"shiptrack.service"}
    (of_trouble,) = [record for record in caplog.records if "MAEU123456781" in record.getMessage()]
    account = service.accounts()[0].id
    assert (of_trouble.account, of_trouble.request, of_trouble.repeated) == (account, str(requests[1].id), 0)  # type: ignore[attr-defined]
    assert of_trouble.getMessage().startswith(f"account={account} request={requests[1].id} look-up of ")
    assert trouble.account == account and failed.account == account
    service.close()


def test_worker_trouble_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from shiptrack import _log

    activities: list[Activity] = []
    trouble = Trouble(shiptrack.errors.StoreError("the disk is full"))
    with caplog.at_level(logging.ERROR, "shiptrack.service"):
        _log.activity(trouble, activities.append)
        _log.line("ERROR", "account=1 the disk is full", "the disk is full", "1", None, 3, None)
    assert activities == [trouble] and caplog.messages == ["account=1 the disk is full"]
    assert caplog.records[0].repeated == 3  # type: ignore[attr-defined]


def test_custom_loop_is_woken(scenario: Scenario, caplog: pytest.LogCaptureFixture) -> None:
    woken: list[datetime | None] = []
    scenario.service.on_wake(lambda: woken.append(scenario.service.next_due()))
    scenario.client().tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    assert woken and woken[-1] == scenario.service.now
    scenario.service.on_wake(lambda: 1 / 0)
    scenario.run()
    assert "on_wake failed" in caplog.text
    scenario.service.on_wake(None)
    caplog.clear()
    scenario.client().tracking_requests.create(bill_of_lading="TEST-TR-FAILED", scac="TEST")
    assert not caplog.records


def test_quarantined_mail_is_listed(scenario: Scenario) -> None:
    service = scenario.service
    good, bad = service.ingest_email(message()), service.ingest_email(b"\xff\xfe no message at all")
    assert bad.quarantined and bad.problems
    (found,) = service.quarantined_emails()
    assert found.id == bad.submission.id and found.problems == bad.problems
    assert service.email_problems(found) == bad.problems and service.email_problems(good.submission) == ()
    assert service.email_content(found) == b"\xff\xfe no message at all"
    service.create_account("other")
    assert service.quarantined_emails(account="other") == [] and service.email_problems(found, account="other") is None


def test_settings_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHIPTRACK_API_KEY", raising=False)
    monkeypatch.delenv("SHIPTRACK_BASE_URL", raising=False)
    with pytest.raises(ConfigurationError) as missing:
        Client()
    assert missing.value.pointer == "SHIPTRACK_BASE_URL"
    monkeypatch.setenv("SHIPTRACK_BASE_URL", "https://host.example/v2")
    monkeypatch.setenv("SHIPTRACK_API_KEY", "canary-0123")
    assert "host.example" in repr(Client()) and "canary" not in repr(Client())


def test_timeline_draws_the_journey(client: Client, scenario: Scenario) -> None:
    client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    scenario.run()
    container = client.containers.list().all()[0]
    early = client.containers.timeline(container, now=scenario.service.now)
    waiting = client.tracking_requests.create(bill_of_lading="TEST-TR-AWAITING", scac="TEST")
    scenario.run()
    assert client.tracking_requests.wait(waiting, until="answered", timeout=60).status == "awaiting_manifest"
    with pytest.raises(InvalidError):
        client.tracking_requests.wait(waiting, until="whenever")  # type: ignore[arg-type]
    assert [step.name for step in early][:2] == ["empty_out", "full_in"] and early.steps[-1].name == "vessel_arrived"
    assert not early.steps[-1].happened and "(expected)" in early.svg and early.svg.startswith("<svg")
    scenario.advance(days=9, hours=12)
    arrived = client.containers.timeline(container, now=scenario.service.now)
    (step,) = [step for step in arrived if step.name == "vessel_arrived"]
    assert step.happened and step.late is not None and "late" in arrived.svg
