"""Wrong arguments are rejected immediately, with their names in Python."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from byte_server import ByteServer

import shiptrack
from shiptrack import CancelToken, Client, ManualClock, ResourceId, Secret, Service
from shiptrack.carriers import Unreachable
from shiptrack.errors import CancelledError, ConfigurationError, InvalidError
from shiptrack.numbers import ContainerNumber
from shiptrack.testing import START, Scenario
from shiptrack.values import DeliveryHeader

URL = "https://host.example/v2"
KEY = "canary-0123"


class Carrier:
    def look_up(self, look_up: Any) -> Any:
        return []


MISTAKES: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "swapped": (lambda: Client(URL, KEY), ConfigurationError, r"api_key, base_url.*\[api_key\]"),
    "key with newline": (lambda: Client(KEY + "\n", URL), ValueError, r"line break.*\[api_key\]"),
    "no scheme": (lambda: Client(KEY, "host.example/v2"), ValueError, r"must begin with https.*\[base_url\]"),
    "plain http": (lambda: Client(KEY, "http://host.example/v2"), ValueError, r"allow_insecure_http.*\[base_url\]"),
    "key of 5": (lambda: Client(5, URL), TypeError, "^api_key:.*str.*int"),  # type: ignore[arg-type]
    "url of 5": (lambda: Client(KEY, 5), TypeError, "^base_url:.*str.*int"),  # type: ignore[arg-type]
    "timeout=0": (lambda: Client(KEY, URL, timeout=0), ValueError, "^timeout:"),
    "timeout=-1": (lambda: Client(KEY, URL, timeout=-1), ValueError, "^timeout:.* -1"),
    "timeout=nan": (lambda: Client(KEY, URL, timeout=float("nan")), ValueError, "^timeout:.*nan"),
    "timeout='5'": (lambda: Client(KEY, URL, timeout="5"), TypeError, "^timeout:.*seconds.*str"),  # type: ignore[arg-type]
    "connect_timeout=0": (lambda: Client(KEY, URL, connect_timeout=0), ValueError, "^connect_timeout:"),
    "attempts=0": (lambda: Client(KEY, URL, attempts=0), ValueError, "^attempts:"),
    "attempts=-1": (lambda: Client(KEY, URL, attempts=-1), ValueError, "^attempts:"),
    "body_limit=-1": (lambda: Client(KEY, URL, body_limit=-1), ValueError, "^body_limit:"),
    "ca_file": (lambda: Client(KEY, URL, ca_file="/nowhere"), ConfigurationError, r"\[ca_file\]"),
    "headers=5": (lambda: Client(KEY, URL, headers=5), TypeError, "^headers:.*int"),  # type: ignore[arg-type]
    "headers='ab'": (lambda: Client(KEY, URL, headers="ab"), TypeError, "^headers:.*str"),  # type: ignore[arg-type]
    "threads=-1": (lambda: Service(threads=-1), ValueError, "^threads:.* -1"),
    "threads=0": (lambda: Service(threads=0), ValueError, "^threads:"),
    "a carrier": (lambda: Service(carriers={"MAEU": 5}), TypeError, "^carriers.*MAEU.*look_up.*int"),
    "a carrier's class": (lambda: Service(any_carrier=Carrier), TypeError, "^any_carrier:.*class"),
    "carriers": (lambda: Service(carriers=Carrier()), TypeError, "^carriers:.*dict"),  # type: ignore[arg-type]
    "a carrier's code": (lambda: Service(carriers={"MAERSK": Carrier()}), ConfigurationError, r"\[carriers\]"),
    "any_carrier": (lambda: Service(any_carrier="x"), TypeError, "^any_carrier:"),
    "an extractor": (lambda: Service(extractors=[print, 5]), TypeError, r"^extractors\[1\]:.*extract"),
    "extractors": (lambda: Service(extractors=5), TypeError, "^extractors:"),  # type: ignore[arg-type]
    "on_activity": (lambda: Service(on_activity=5), TypeError, "^on_activity:"),  # type: ignore[arg-type]
    "limits": (lambda: Service(limits={"creates": 1}), InvalidError, "creates.*create,"),
    "a limit": (lambda: Service(limits={"create": -1}), ValueError, "^limits.*create"),
    "look_up_timeout=0": (lambda: Service(look_up_timeout=0), ValueError, "^look_up_timeout:"),
    "worker": (lambda: Service(worker="no"), TypeError, "^worker:.*str"),  # type: ignore[arg-type]
    "a name for a listed carrier": (lambda: Service(carrier_names={"MAEU": "x"}), ConfigurationError, "MAEU is Maersk"),
    "webhook_ips": (lambda: Service(webhook_ips=["a name"]), ConfigurationError, "a name.*webhook_ips"),
    "allow_loopback": (lambda: Service(allow_loopback="no"), TypeError, "^allow_loopback:"),  # type: ignore[arg-type]
    "path of bytes": (lambda: Service(b"x.db"), TypeError, "^path:.*bytes"),  # type: ignore[arg-type]
    "path of 5": (lambda: Service(5), TypeError, "^path:.*int"),  # type: ignore[arg-type]
    "no path": (lambda: Service(""), ConfigurationError, r"None.*in memory.*\[path\]"),
    "a number of 5": (lambda: ContainerNumber(5), TypeError, "^text:.*int"),  # type: ignore[arg-type]
    "naive clock": (lambda: ManualClock(datetime(2026, 5, 1)), ValueError, "time zone"),
    "clock": (lambda: ManualClock(5), TypeError, "datetime expected, not int"),  # type: ignore[arg-type]
    "back": (lambda: ManualClock(START).advance(-1), ValueError, "^by:.* -1"),
    "back by name": (lambda: ManualClock(START).advance(days=-1), ValueError, "cannot be moved by -86400"),
    "no step": (lambda: ManualClock(START).advance(), TypeError, "hours=1"),
    "two steps": (lambda: ManualClock(START).advance(1, hours=1), TypeError, "hours=1"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_wrong_call_is_explained(name: str) -> None:
    call, kind, says = MISTAKES[name]
    with pytest.raises(kind, match=says) as refused:
        call()
    assert "canary" not in str(refused.value)


IN_CALLS: dict[str, tuple[Callable[[Client, Scenario], Any], type[Exception], str]] = {
    "page_size=-1": (lambda c, s: c.shipments.list(page_size=-1), ValueError, "^page_size:.* -1"),
    "page_size=0": (lambda c, s: c.shipments.list(page_size=0), ValueError, "^page_size:"),
    "page_size='x'": (lambda c, s: c.shipments.list(page_size="x"), TypeError, "^page_size:.*str"),  # type: ignore[arg-type]
    "max_items=-1": (lambda c, s: c.shipments.list(max_items=-1), ValueError, "^max_items:"),
    "pagesize": (lambda c, s: c.shipments.list(pagesize=3), TypeError, "pagesize.*page_size"),  # type: ignore[call-arg]
    "status": (lambda c, s: c.tracking_requests.list(status=5), TypeError, "^status:.*str.*int"),  # type: ignore[arg-type]
    "number": (lambda c, s: c.shipments.list(number=5), TypeError, "^number:.*str.*int"),  # type: ignore[arg-type]
    "inferred": (lambda c, s: c.tracking_requests.infer_number(5), TypeError, "^number:"),  # type: ignore[arg-type]
    "query": (lambda c, s: c.shipments.list(query="x"), TypeError, "^query:.*dict"),  # type: ignore[arg-type]
    "include": (lambda c, s: c.shipments.list(include=[5]), TypeError, "include:.*int"),  # type: ignore[list-item]
    "wait inf text": (lambda c, s: c.tracking_requests.wait("x", timeout="inf"), TypeError, "^timeout:"),  # type: ignore[arg-type]
    "wait none": (lambda c, s: c.tracking_requests.wait(None), TypeError, "NoneType"),  # type: ignore[arg-type]
    "refs of ints": (
        lambda c, s: c.tracking_requests.create(bill_of_lading="TEST-TR-FAILED", scac="TEST", ref_numbers=[1]),  # type: ignore[list-item]
        TypeError,
        "each of ref_numbers:.*int",
    ),
    "refs": (lambda c, s: c.tracking_requests.update("x", ref_numbers=5), TypeError, "^ref_numbers:.*int"),  # type: ignore[arg-type]
    "tags": (
        lambda c, s: c.tracking_requests.create(bill_of_lading="TEST-TR-FAILED", scac="TEST", tags=["x"]),  # type: ignore[call-arg]
        TypeError,
        "tags.*shipment_tags",
    ),
    "scac and auto_detect": (
        lambda c, s: c.tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU", auto_detect=True),
        TypeError,
        "scac.*auto_detect",
    ),
    "bol": (lambda c, s: c.tracking_requests.create(bol="x"), TypeError, "bol.*bill_of_lading"),  # type: ignore[call-arg]
    "update shipment": (lambda c, s: c.shipments.update("x", refs=["x"]), TypeError, "refs.*ref_numbers, tags"),  # type: ignore[call-arg]
    "update request": (
        lambda c, s: c.tracking_requests.update("x", status="failed"),  # type: ignore[call-arg]
        TypeError,
        "status.*ref_numbers, shipment_tags",
    ),
    "a mail's text": (lambda c, s: s.service.ingest_email("From: a@b.example"), TypeError, "^message:.*bytes.*str"),
    "a mail": (lambda c, s: s.service.ingest_email(5), TypeError, "^message:.*int"),
    "after": (lambda c, s: s.service.events(after=-1), ValueError, "^after:"),
    "items": (lambda c, s: s.service.run_due(-1), ValueError, "^items:"),
    "wake": (lambda c, s: s.service.on_wake(5), TypeError, "^wake:"),  # type: ignore[arg-type]
    "others": (lambda c, s: s.service.serve("0.0.0.0:0"), ConfigurationError, "allow_remote"),
    "a limit": (lambda c, s: s.service.serve(limits={"queue": -1}), ValueError, r'^limits\["queue"\]: .* -1'),
    "with_timeout": (lambda c, s: c.with_timeout(0), ValueError, "^timeout:"),
    "naive now": (lambda c, s: c.containers.timeline("x", now=datetime(2026, 5, 1)), ValueError, "^now:.*time zone"),
    "now of text": (lambda c, s: c.containers.timeline("x", now="2026"), TypeError, "^now:.*str"),  # type: ignore[arg-type]
    "truth": (lambda c, s: bool(c.shipments.list()), TypeError, "first"),
    "attribute": (lambda c, s: shiptrack.Account(name="x"), TypeError, "name.*company_name"),
}


@pytest.mark.parametrize("name", IN_CALLS)
def test_wrong_argument_is_named(name: str, client: Client, scenario: Scenario) -> None:
    call, kind, says = IN_CALLS[name]
    with pytest.raises(kind, match=says):
        call(client, scenario)


def test_wrong_resource_type_is_rejected(client: Client, scenario: Scenario) -> None:
    client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    scenario.run()
    container, shipment = client.containers.list().first(), client.shipments.list().first()
    assert container and shipment
    with pytest.raises(TypeError, match="shipment expected, not of a container"):
        client.shipments.get(container)
    with pytest.raises(TypeError, match="container expected, not of a shipment"):
        client.containers.get(ResourceId("shipment", shipment.id))
    with pytest.raises(TypeError, match="document expected"):
        scenario.service.document_content(shipment)
    for id in (shipment, shipment.id, str(shipment.id), ResourceId("shipment", shipment.id)):
        assert client.shipments.get(id) == shipment


def test_track_result_can_be_passed_as_request(client: Client, scenario: Scenario) -> None:
    tracked = client.tracking_requests.track(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    scenario.run()
    assert tracked.id == tracked.request.id and client.tracking_requests.get(tracked).id == tracked.id
    assert client.tracking_requests.wait(tracked, timeout=float("inf")).status == "created"


def test_single_text_is_accepted_for_several(client: Client) -> None:
    request = client.tracking_requests.create(bill_of_lading="TEST-TR-FAILED", scac="TEST", ref_numbers="PO-1")
    assert request.ref_numbers == ("PO-1",)
    changed = client.tracking_requests.update(request, ref_numbers="PO-2", shipment_tags="urgent")
    assert (changed.ref_numbers, changed.shipment_tags) == (("PO-2",), ("urgent",))


HEADERS: list[Any] = [
    {"X-A": "b"},
    [("X-A", "b")],
    [["X-A", b"b"]],
    {b"X-A": Secret("b")},
    [{"name": "X-A", "value": "b"}],
    [{"value": Secret("b"), "name": "X-A"}],
    (DeliveryHeader("X-A", Secret("b")),),
]


@pytest.mark.parametrize("headers", HEADERS)
def test_headers_accept_mappings_pairs_and_objects(headers: Any, scenario: Scenario) -> None:
    client = scenario.client()
    hook = client.webhooks.create("http://127.0.0.1:9/x", headers=headers)
    assert hook.headers and (hook.headers[0].name, hook.headers[0].value.reveal()) == ("X-A", "b")
    assert client.webhooks.update(hook, headers=headers).headers == hook.headers
    Client(KEY, URL, headers=headers).close()


def test_webhook_headers_can_be_passed_to_update(client: Client) -> None:
    hook = client.webhooks.create("http://127.0.0.1:9/x", headers={"X-A": "b", "X-B": "c"})
    again = client.webhooks.update(hook, headers=hook.headers)
    assert again.headers == hook.headers and [known.name for known in again.headers or ()] == ["X-A", "X-B"]
    assert client.webhooks.update(hook, headers=[]).headers == ()


def test_invalid_headers_are_rejected(client: Client) -> None:
    one = {"name": "X-A", "value": "b"}
    for wrong in (one, [{**one, "secret": True}], [{"name": "X-A"}], [{"X-A": "b"}], [{"X-A", "b"}], b"X-A: b", [DeliveryHeader]):
        with pytest.raises(TypeError, match=r"^headers(\[0\])?: "):
            client.webhooks.create("http://127.0.0.1:9/x", headers=wrong)  # type: ignore[arg-type]
    assert client.webhooks.list().first() is None


def test_repr_of_client_shows_base_url(tmp_path: Path) -> None:
    client = Client(KEY, URL + "/", headers={"X-Key": "canary"})
    assert repr(client) == f"Client('{URL}', open)"
    client.close()
    assert repr(client) == f"Client('{URL}', closed)"
    with Service(worker=False) as service:
        within = service.client()
        assert repr(within) == repr(within.with_timeout(5)) == "Client(service in this process, open)"
    assert repr(within) == "Client(service in this process, closed)"


def test_clock_advances_by_keyword() -> None:
    clock = ManualClock(START)
    clock.advance(weeks=1, days=1, hours=1, minutes=1, seconds=1.5)
    clock.advance(timedelta(days=1))
    assert clock.now == START + timedelta(days=9, hours=1, minutes=1, seconds=1.5)
    with Service(clock=clock) as service:
        service.client().tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
        assert service.advance(days=3).look_ups > 1 and service.now == START + timedelta(days=12, hours=1, minutes=1, seconds=1.5)
    with Service(worker=False) as service, pytest.raises(ConfigurationError, match=r"ManualClock.*\[clock\]"):
        service.advance(days=3)


def test_cancelled_call_raises_cancelled_error() -> None:
    token = CancelToken()
    with ByteServer({}) as server, Client(KEY, server.base_url) as client:
        threading.Timer(0.1, token.cancel).start()
        with pytest.raises(CancelledError, match="the call was cancelled; the write may have taken effect") as cancelled:
            client.with_cancel(token).tracking_requests.create(bill_of_lading="MEDUF5399896", scac="MSCU")
        assert cancelled.value.in_doubt
        with pytest.raises(CancelledError, match="the call was cancelled$"):
            client.with_cancel(token).shipments.list().first()


@pytest.mark.parametrize(
    "named, call",
    [
        ("name", lambda service: service.create_account(5)),
        ("company_name", lambda service: service.create_account("a", 5)),
        ("name", lambda service: service.create_key(5)),
        ("read_only", lambda service: service.create_key("a", read_only="no")),
        ("unlimited", lambda service: service.create_key("a", unlimited="no")),
        ("address", lambda service: service.serve(5)),
        ("public_url", lambda service: service.serve(public_url=5)),
        ("allow_remote", lambda service: service.serve(allow_remote="no")),
        ("limits", lambda service: service.serve(limits=5)),
        (r'limits\["head_deadline"\]', lambda service: service.serve(limits={"head_deadline": "x"})),
        (r"headers\[0\]", lambda service: service.client().webhooks.create("x", headers=[{"name": "a", "vlaue": "b"}])),
        (r"headers\[1\]", lambda service: service.client().webhooks.create("x", headers=[("a", "b"), ("a", 5)])),
        (r'headers\["a"\]', lambda service: service.client().webhooks.create("x", headers={"a": 5})),
        ("method", lambda service: service.send(5, "/v2/webhooks")),
        ("path", lambda service: service.send("GET", 5)),
        ("follow", lambda service: service.events(follow="no")),
        ("cancel", lambda service: service.settle(cancel=True)),
        ("progress", lambda service: service.settle(progress=5)),
        ("worker", lambda service: Service(worker="no")),  # type: ignore[arg-type]
        ("threads", lambda service: Service(threads="2")),  # type: ignore[arg-type]
        ("clock", lambda service: Service(clock=datetime)),  # type: ignore[arg-type]
        ("text", lambda service: ContainerNumber.is_valid(5)),  # type: ignore[arg-type]
        ("numpy", lambda service: service.client().containers.table().to_pandas(numpy="no")),
        ("file", lambda service: service.client().containers.table().to_csv(None)),
        ("file", lambda service: service.client().containers.table().to_parquet(None)),
        ("retry_after", lambda service: Unreachable("x", retry_after="30")),  # type: ignore[arg-type]
    ],
)
def test_wrong_type_is_rejected_by_name(named: str, call: Callable[[Any], Any]) -> None:
    with Service(worker=False) as service, pytest.raises(TypeError, match=f"^{named}: "):
        call(service)


def test_invalid_values_are_named() -> None:
    with pytest.raises(ValueError, match="^retry_after: .* -1"):
        Unreachable("x", retry_after=-1)
    with Service(worker=False) as service:
        requests = service.client().tracking_requests
        with pytest.raises(TypeError, match="^only one number may be given, not bill_of_lading and container$"):
            requests.track(bill_of_lading="MAEU123456789", container="MSKU0308961")
        with pytest.raises(ValueError, match="^page_size: a whole number from 1 to 4294967295 expected, not 1000000000000"):
            requests.list(page_size=10**12)
        with pytest.raises(ValueError, match=r"^timeout: seconds, or a timedelta, from 0 to 3153600000 .*, not 1e\+300"):
            requests.wait("x", timeout=1e300)
        with pytest.raises(shiptrack.errors.NotFoundError, match='the name or id "nope"'):
            service.client(account="nope")
    with pytest.raises(ValueError, match="^carriers: MAEU is given twice"):
        Service(carriers={"maeu": Carrier(), "MAEU": Carrier()})


def test_client_accepts_new_key_object() -> None:
    with Service(worker=False) as service, service.serve() as server:
        key = service.create_key("first").key
        client = Client(key, server.url)
        assert client.tracking_requests.list().all() == []
        client.set_api_key(key)
        assert client.tracking_requests.list().all() == []
