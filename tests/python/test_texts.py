"""Text arguments accept only texts: nothing is converted, so no digit, dot or zero is lost."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy
import pandas
import pytest

import shiptrack
from shiptrack import Client, ManualClock, Secret, Service, numbers, webhooks
from shiptrack import _families, _native
from shiptrack.testing import START, Scenario, ScriptedCarrier

NOT_TEXTS: tuple[Any, ...] = (True, 5, 1.0, float("nan"), b"x", ["x"], {"x": 1}, numpy.float64(1.0), pandas.NA, pandas.NaT)
NOT_SEVERAL: tuple[Any, ...] = (True, 5, 1.0, float("nan"), b"x", [1.0], ["x", None], {"x": 1}, numpy.array([1.0]), pandas.NA)
NOT_HEADERS: tuple[Any, ...] = (True, 1.0, "x", ["ab"], [("a", 1.0)], {"a": True}, {"a": None}, {5: "a"}, [{"name": "a", "value": 1.0}])

STUBS = ("_native.pyi", "_resources.pyi", "_families.py")
STUB = [node for file in STUBS for node in ast.parse((Path(shiptrack.__file__).parent / file).read_text()).body]
TYPED = {node.name: node for node in STUB if isinstance(node, ast.ClassDef) and node.name.startswith("_")}
OWNERS = {"_TrackingRequests": "TrackingRequests", "_Webhooks": "Webhooks", "_Families": "Client"}
"""Names of private base classes in the public API."""

TEXTS = r"\bstr\b|\bId\b|Literal|RequestType|RequestStatus|datetime|PathLike"
SEVERAL = r"Sequence\[|Iterable\[str"
FREE = {"query", "limits", "body", "members", "message", "initial_custom_fields", "timeout", "poll", "tolerance", "retry_after"}
"""Arguments that accept more than texts, and have separate tests."""

VALID: dict[str, Any] = {
    **dict.fromkeys(("api_slug", "attached_document", "company_name", "data_type", "display_name", "entity_type", "event", "label", "value"), "x"),
    **dict.fromkeys(("definition_id", "option_id", "port_id", "previous_port_id"), "x"),
    **dict.fromkeys(("degrees", "latitude", "longitude"), 90),
    "document": b"",
    "entity": shiptrack.ResourceId("shipment", "x"),
    "facts": [],
    "api_key": "k",
    "base_url": "https://host.example/v2",
    "body": b"{}",
    "carrier": "MAEU",
    "client": shiptrack.Client("k", "https://host.example/v2"),
    "clock": None,
    "headers": {},
    "id": "x",
    "kind": "container",
    "message": b"From: a@b.example",
    "method": "GET",
    "data": b'{"data":[]}',
    "moment": START,
    "name": "x",
    "number": "MSKU0308961",
    "path": "shipments",
    "scac": "MAEU",
    "since": START,
    "secret": "whsec_AAECAwQFBgcICQoLDA0ODw==",
    "secrets": "secret-of-a-test",
    "source": "terminal",
    "status": 200,
    "text": "MSKU0308961",
    "type": "shipment",
    "url": "http://127.0.0.1:9/x",
    "now": START,
}


def annotations(function: ast.FunctionDef) -> Iterator[tuple[str, str, bool]]:
    """Yields the arguments of a call: name, type, and whether it is optional. Members of a ``TypedDict`` are listed one by one."""
    given = function.args
    plain = [*given.posonlyargs, *given.args]
    optional = {known.arg for known in plain[len(plain) - len(given.defaults) :]}
    optional |= {known.arg for known, default in zip(given.kwonlyargs, given.kw_defaults) if default is not None}
    for known in [*plain, *given.kwonlyargs]:
        if known.annotation is not None:
            yield known.arg, ast.unparse(known.annotation), known.arg in optional
    if given.kwarg is not None and given.kwarg.annotation is not None:
        named = re.search(r"Unpack\[(\w+)\]", ast.unparse(given.kwarg.annotation))
        for member in TYPED[named[1]].body if named else ():
            if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
                yield member.target.id, ast.unparse(member.annotation), True


def calls() -> Iterator[tuple[str, str, ast.FunctionDef]]:
    """Yields every public call of the stub."""
    for node in STUB:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield "", node.name, node
        if isinstance(node, ast.ClassDef) and (node.name in OWNERS or not node.name.startswith("_")):
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and (member.name == "__new__" or not member.name.startswith("_")):
                    yield OWNERS.get(node.name, node.name), member.name, member


def cases() -> Iterator[tuple[str, str, str, str]]:
    """Yields class, call, argument and type."""
    for owner, name, function in calls():
        for argument, type_name, _ in annotations(function):
            if argument in FREE or argument == "related" or name == "related":
                continue
            if argument in ("headers", "secrets") or re.search(SEVERAL, type_name) or re.search(TEXTS, type_name):
                yield owner, name, argument, type_name


CASES = list(cases())


class Targets:
    """An object of each class, and the other required arguments of a call."""

    def __init__(self, scenario: Scenario) -> None:
        client, service = scenario.client(), scenario.service
        self.of: dict[str, Any] = {"": _native, "Client": client, "Service": service, "ManualClock": scenario.clock}
        families = [getattr(client, name) for name, known in vars(_families._Families).items() if isinstance(known, property)]
        self.of |= {type(family).__name__: family for family in families}
        self.of["EdiFolder"] = service.edi_folder(mkdtemp())
        self.of["Listing"] = client.shipments.list()
        self.of["Resource"] = shiptrack.Resource.from_dict({"type": "port", "id": "1"})
        self.of["Page"] = shiptrack.Page.parse(b'{"data":[]}')
        self.of["TrackingNumber"] = numbers.TrackingNumber("container", "MSKU0308961")
        self.service = service

    def call(self, owner: str, name: str) -> Callable[..., Any]:
        if name == "__new__":
            made: Callable[..., Any] = getattr(_native, owner)
            return made
        found: Callable[..., Any] = getattr(self.of[owner] if owner in self.of else getattr(_native, owner), name)
        return found

    def needed(self, owner: str, name: str, function: ast.FunctionDef, argument: str) -> dict[str, Any]:
        needed = {known: VALID[known] for known, _, optional in annotations(function) if not optional and known in VALID}
        if owner == "Server":
            needed["service"] = self.service
        if owner == "Client" and name == "__new__":
            needed |= {"api_key": "k", "base_url": VALID["base_url"]}
        if argument in ("scac", "ref_numbers", "shipment_tags", "customer") and name in ("create", "track", "track_until_certain"):
            needed["bill_of_lading"] = "MAEU123456789"
        if argument == "auto_detect":
            needed["bill_of_lading"] = "MAEU123456789"
        if name == "search":
            needed["query"] = "MAEU"
        if argument == "request_type":
            needed["request_number"] = "MAEU123456789"
        return needed


@pytest.mark.parametrize("case", CASES, ids=[".".join(filter(None, case[:3])) for case in CASES])
def test_text_arguments_reject_other_types(case: tuple[str, str, str, str], scenario: Scenario) -> None:
    owner, name, argument, type_name = case
    (function,) = [known for its_owner, its_name, known in calls() if (its_owner, its_name) == (owner, name)][:1]
    targets = Targets(scenario)
    call, needed = targets.call(owner, name), targets.needed(owner, name, function, argument)
    optional = {known: optional for known, _, optional in annotations(function)}[argument]
    wrong = NOT_HEADERS if argument == "headers" else NOT_SEVERAL if re.search(SEVERAL, type_name) else NOT_TEXTS
    if "Mapping[" in type_name:
        wrong = tuple(value for value in NOT_TEXTS if not isinstance(value, dict))
    if "bytes" in type_name:
        wrong = tuple(value for value in wrong if not isinstance(value, bytes))
    if argument == "headers" and owner == "" or argument == "data":
        wrong = tuple(value for value in wrong if not isinstance(value, str))
    for value in (*wrong, *(() if optional or "None" in type_name else (None,))):
        positional = owner in {kind.__name__ for kind in shiptrack.Resource.__subclasses__()} and argument == "id"
        with pytest.raises(TypeError, match=rf"\b{argument}\b") as refused:
            call(value) if positional else call(**{**needed, argument: value})
        assert not isinstance(refused.value, shiptrack.ShiptrackError)


class Stranger:
    """A type that no argument accepts."""


ANYTHING = r"^(Any|object)( \| None)?$"
EVERY = [
    (owner, name, argument)
    for owner, name, function in calls()
    for argument, type_name, _ in annotations(function)
    if not re.search(ANYTHING, type_name) and argument not in ("related", "query", "limits", "client") and name != "related"
]


@pytest.mark.parametrize("case", EVERY, ids=[".".join(filter(None, case)) for case in EVERY])
def test_wrong_type_error_names_the_argument(
    case: tuple[str, str, str], scenario: Scenario
) -> None:
    owner, name, argument = case
    (function,) = [known for its_owner, its_name, known in calls() if (its_owner, its_name) == (owner, name)][:1]
    targets = Targets(scenario)
    call, needed = targets.call(owner, name), targets.needed(owner, name, function, argument)
    positional = owner in {kind.__name__ for kind in shiptrack.Resource.__subclasses__()} and argument == "id"
    with pytest.raises(TypeError) as refused:
        call(Stranger()) if positional else call(**{**needed, argument: Stranger()})
    assert re.search(rf"\b{argument}\b", str(refused.value)), f"{refused.value}"
    assert not isinstance(refused.value, shiptrack.ShiptrackError)


def test_every_kind_of_argument_is_covered() -> None:
    assert len(EVERY) > 400
    asked = {".".join(filter(None, case)) for case in EVERY}
    for name in ("Shipments.list.page_size", "Client.__new__.allow_insecure_http", "Service.settle.cancel", "Webhooks.update.active"):
        assert name in asked, name


def test_every_text_argument_is_covered() -> None:
    assert len(CASES) > 250
    asked = {".".join(filter(None, case[:3])) for case in CASES}
    for name in (
        "TrackingRequests.track.bill_of_lading",
        "TrackingRequests.create.container",
        "TrackingRequests.list.number",
        "TrackingRequests.list.include",
        "Documents.list.document_types",
        "Webhooks.create.events",
        "Webhooks.update.headers",
        "Service.create_account.company_name",
        "ContainerNumber.__new__.text",
        "ContainerNumber.is_valid.text",
        "verify.secrets",
        "infer_number.number",
        "Client.__new__.proxy",
    ):
        assert name in asked, name


def test_number_keeps_every_character() -> None:
    with Service(clock=ManualClock(START), any_carrier=ScriptedCarrier()) as service:
        requests = service.client().tracking_requests
        for wrong in (123456789.0, 123456789, True, float("nan"), b"123456789", ["123456789"]):
            for call in (requests.create, requests.track, requests.track_until_certain):
                with pytest.raises(TypeError, match=f"^bill_of_lading: a str expected, not {type(wrong).__name__}"):
                    call(bill_of_lading=wrong, scac="MAEU")  # type: ignore[arg-type]
        assert requests.list().first() is None, "no request was created"
        assert requests.create(bill_of_lading="0123456789", scac="MAEU").request_number == "0123456789"


def test_texts_of_numpy_and_pandas_are_texts(client: Client) -> None:
    row = pandas.DataFrame({"bill": ["MEDUF0000001"], "reference": ["PO-1"]}).iloc[0]
    made = client.tracking_requests.track(bill_of_lading=row["bill"], scac=numpy.str_("MSCU"), ref_numbers=[row["reference"]])
    assert made.request.request_number == "MEDUF0000001" and made.request.ref_numbers == ("PO-1",)
    assert client.tracking_requests.get(numpy.str_(made.id)).id == made.id
    assert str(numbers.ContainerNumber(numpy.str_("MSKU0308961"))) == "MSKU0308961"
    frame = pandas.DataFrame({"reference": ["A", "B"]})
    assert client.tracking_requests.update(made, ref_numbers=frame["reference"]).ref_numbers == ("A", "B")  # type: ignore[arg-type]


def test_unpaired_surrogate_is_rejected(client: Client) -> None:
    with pytest.raises(ValueError, match="^bill_of_lading: .*surrogate"):
        client.tracking_requests.create(bill_of_lading="MAEU\ud800", scac="MAEU")


def test_id_must_be_text_or_uuid(client: Client) -> None:
    class Row:
        def __init__(self, id: Any) -> None:
            self.id = id

    for wrong in (True, 5, 1.0, float("nan"), pandas.NA, None, b"x"):
        with pytest.raises(TypeError, match="^id: "):
            client.shipments.get(Row(wrong))


def test_query_rejects_parameters_that_are_keywords(client: Client) -> None:
    for keywords, name in (
        ({"page_size": 5}, "page[size]"),
        ({"page_number": 2}, "page[number]"),
        ({"include": ["containers"]}, "include"),
        ({"number": "MAEU123456789"}, "number"),
    ):
        with pytest.raises(TypeError, match=r"^query: .* is also passed as \w+; pass it only once"):
            client.shipments.list(query={name: "7"}, **keywords)  # type: ignore[arg-type]
    assert client.shipments.list(query={"page[size]": 5}, number="MAEU123456789").all() == []


def test_query_parameters_have_their_interface_form(client: Client) -> None:
    for name, wrong in (("filter[status]", 1.0), ("filter[status]", None), ("x", b"x"), ("x", ["x"]), (5, "x")):
        with pytest.raises(TypeError, match="^query"):
            client.shipments.list(query={name: wrong})  # type: ignore[dict-item]
        with pytest.raises(TypeError, match="^query"):
            client.send("GET", "shipments", query={name: wrong})  # type: ignore[dict-item]
    assert client.send("GET", "shipments", query={"page[size]": 5, "filter[tracking_stopped]": False}).status == 200


def test_booleans_are_not_numbers(client: Client, scenario: Scenario) -> None:
    calls: dict[str, Callable[[], Any]] = {
        "page_size": lambda: client.shipments.list(page_size=True),
        "timeout": lambda: client.with_timeout(True),
        "items": lambda: scenario.service.run_due(True),
        "after": lambda: scenario.service.events(after=True),
        "by": lambda: scenario.clock.advance(True),
        "days": lambda: scenario.clock.advance(days=True),
        "auto_detect": lambda: client.tracking_requests.create(container="MSKU0308961", auto_detect="no"),  # type: ignore[arg-type]
    }
    for name, call in calls.items():
        with pytest.raises(TypeError, match=rf"\b{name}\b"):
            call()


def test_python_classes_check_their_arguments(scenario: Scenario) -> None:
    for wrong in (True, 5, 1.0, float("nan"), b"x", None, pandas.NA):
        with pytest.raises(TypeError, match="^text: "):
            Secret(wrong)
        with pytest.raises(TypeError, match="^number: "):
            scenario.carrier.answer(wrong)
        with pytest.raises(TypeError, match="^number: "):
            scenario.carrier.fail(wrong, shiptrack.carriers.NotFound())
        with pytest.raises(TypeError, match="^secrets: "):
            webhooks.receive(wrong, {}, b"{}")
    with pytest.raises(TypeError, match="^body: "):
        webhooks.receive("secret", {}, "{}")  # type: ignore[arg-type]


def test_bytes_cannot_be_written_as_json() -> None:
    for wrong in (b"ab", bytearray(b"ab"), memoryview(b"ab")):
        with pytest.raises(TypeError, match=r"^payload\.at: .* cannot be written as JSON"):
            shiptrack.DocumentRepresentation(payload={"at": wrong})


def test_answers_of_carriers_are_type_checked() -> None:
    type_name: list[str] = []
    answers: list[Any] = [
        shiptrack.Answer([], references=("A", 5)),  # type: ignore[arg-type]
        shiptrack.Answer([], references="A", complete="no"),  # type: ignore[arg-type]
    ]
    with Service(clock=ManualClock(START), any_carrier=lambda look_up: answers.pop(0)) as service:
        import logging

        handler = logging.Handler()
        handler.emit = lambda record: type_name.append(str(record.exc_info and record.exc_info[1]))  # type: ignore[method-assign]
        logging.getLogger("shiptrack").addHandler(handler)
        try:
            for _ in range(2):
                service.client().tracking_requests.track(bill_of_lading="MAEU123456789", scac="MAEU")
                service.advance(minutes=2)
        finally:
            logging.getLogger("shiptrack").removeHandler(handler)
    assert any("references" in line and "int" in line for line in type_name), type_name
    assert any("complete" in line and "str" in line for line in type_name), type_name
