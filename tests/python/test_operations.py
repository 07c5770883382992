"""Generated calls: the requests they send, and their errors."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any
from urllib.parse import unquote

import pytest
from byte_server import ByteServer, answer

import shiptrack
from shiptrack import Client, ResourceId
from shiptrack.errors import NotFoundError

PARTY = {"id": "p", "type": "party", "attributes": {"company_name": "ACME"}}
FIELD = {"id": "f", "type": "custom_field", "attributes": {"api_slug": "grade", "value": None}}
DOCUMENT = {"id": "d", "type": "document", "attributes": {"name": "a.pdf"}}


def sent(call: Callable[[Client], Any], path: str, found: Any) -> tuple[str, str, Any]:
    """Returns the request of a call that gets this response."""
    body = b"" if found is None else json.dumps(found).encode()
    with ByteServer({f"/v2/{path}": answer(body, "200 OK" if body else "204 No Content")}) as server:
        with Client("key-of-tests", server.base_url) as client:
            call(client)
        ((method, target, results),) = server.sent
    return method, unquote(target).removeprefix("/v2/"), results


def test_required_arguments_by_position_or_keyword() -> None:
    document = {"data": {"type": "party", "attributes": {"company_name": "ACME"}}}
    for call in (lambda c: c.parties.create("ACME"), lambda c: c.parties.create(company_name="ACME")):
        assert sent(call, "parties", {"data": PARTY}) == ("POST", "parties", document)


def test_left_out_arguments_are_not_sent() -> None:
    changed = lambda **changes: sent(lambda c: c.documents.update("d", **changes), "documents/d", {"data": DOCUMENT})[2]["data"]  # noqa: E731
    assert changed() == {"type": "document", "id": "d"}
    assert changed(document_type_manual=None)["attributes"] == {"document_type_manual": None}
    assert changed(extracted_data_manual={"a": 1})["attributes"] == {"extracted_data_manual": {"a": 1}}
    method, path, body = sent(lambda c: c.shipments.update("s", tags=None), "shipments/s", {"data": {"id": "s", "type": "shipment"}})
    assert (method, path, body) == ("PATCH", "shipments/s", {"data": {"type": "shipment", "id": "s"}})


def test_null_is_a_value_of_a_custom_field() -> None:
    results = sent(lambda c: c.custom_fields.update("f", None), "custom_fields/f", {"data": FIELD})
    assert results == ("PATCH", "custom_fields/f", {"data": {"type": "custom_field", "id": "f", "attributes": {"value": None}}})


def test_relationship_has_type_of_target() -> None:
    shipment = shiptrack.Shipment("s")
    entity = {"entity": {"data": {"type": "shipment", "id": "s"}}}
    for value in (shipment, ResourceId("shipment", "s")):
        results = sent(lambda c: c.custom_fields.create("grade", "A", value), "custom_fields", {"data": FIELD})
        assert results[2]["data"]["relationships"] == entity
    with Client("k", "https://host.example/v2") as client:
        for wrong in ("s", ResourceId("port", "p"), None):
            with pytest.raises(TypeError, match="^entity: a shipment or a container, or the ResourceId of one, expected"):
                client.custom_fields.create("grade", "A", wrong)  # type: ignore[arg-type]


def test_parameters_have_their_interface_form() -> None:
    moment = datetime(2026, 5, 1, 12, tzinfo=timezone.utc)
    vessel = {"data": {"id": "v", "type": "vessel"}}
    results = sent(lambda c: c.vessels.get("9321483", positions_from=moment), "vessels/9321483", vessel)
    assert results == ("GET", "vessels/9321483?show_positions[from_timestamp]=2026-05-01T12:00:00Z", None)
    ahead = lambda c: c.vessels.future_positions_with_coordinates("v", "to", "from", 1, longitude=-118.25)  # noqa: E731
    path = "vessels/v/future_positions_with_coordinates"
    assert sent(ahead, path, vessel)[1] == f"{path}?port_id=to&previous_port_id=from&latitude=1&longitude=-118.25"
    documents = lambda c: list(c.documents.list(document_types=["a", "b"], sort="-created_at", page_size=5))  # noqa: E731
    assert sent(documents, "documents", {"data": []})[1] == "documents?filter[document_types]=a,b&sort=-created_at&page[size]=5"


def test_search_has_no_page_arguments() -> None:
    found = {"id": "s", "type": "shipment", "attributes": {"entity_type": "shipment", "number": "MAEU1"}}
    results: list[Any] = []
    assert sent(lambda c: results.extend(c.search("MAEU")), "search", {"data": [found]})[:2] == ("GET", "search?query=MAEU")
    assert [(type(one), one.number) for one in results] == [(shiptrack.SearchResult, "MAEU1")]
    assert "page_size" not in inspect.signature(shiptrack.Client.search).parameters


def test_json_and_empty_responses() -> None:
    results: list[Any] = []
    assert sent(lambda c: results.append(c.containers.refresh("c")), "containers/c/refresh", {"message": "ok"}) == (
        "PATCH",
        "containers/c/refresh",
        None,
    )
    assert sent(lambda c: results.append(c.parties and c.webhooks.delete("w")), "webhooks/w", None)[0] == "DELETE"
    assert results == [{"message": "ok"}, None]
    assert sent(lambda c: c.documents.rotate("d", 90), "documents/d/rotate", {"status": "queued"})[2] == {"degrees": 90}


MISTAKES: dict[str, tuple[Callable[[Client], Any], str]] = {
    "missing": (lambda c: c.parties.create(), r"^create\(\): company_name is missing$"),  # type: ignore[call-arg]
    "two missing": (lambda c: c.shipments.create_custom_field("s"), "api_slug, value is missing$"),  # type: ignore[call-arg]
    "none": (lambda c: c.parties.create(None), "^company_name: a str expected, not NoneType$"),  # type: ignore[arg-type]
    "another type": (lambda c: c.documents.rotate("d", "90"), "^degrees: a whole number from 0 expected, not str$"),  # type: ignore[arg-type]
    "unknown": (lambda c: c.ports.get("USLAX", included=1), r"^get\(\) has no keyword included; it has id$"),  # type: ignore[call-arg]
    "by place": (lambda c: c.ports.get("USLAX", 5), r"^get\(\) takes no further positional argument: pass 5 by keyword \(id\)$"),  # type: ignore[call-arg]
    "twice": (lambda c: c.ports.get("USLAX", id="p"), r"^get\(\): id is given twice$"),  # type: ignore[misc]
    "another family": (lambda c: c.parties.get(ResourceId("port", "p")), "^id: the id of a party expected, not of a port$"),
    "a search": (lambda c: c.search(), r"^search\(\): query is missing$"),  # type: ignore[call-arg]
    "no number": (lambda c: c.vessels.future_positions_with_coordinates("v", "a", "b", "1", 2), "^latitude: a number"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", MISTAKES)
def test_error_names_the_keyword(name: str) -> None:
    call, says = MISTAKES[name]
    with Client("k", "https://host.example/v2") as client, pytest.raises(TypeError, match=says):
        call(client)


def test_nan_is_a_value_error() -> None:
    with Client("k", "https://host.example/v2") as client, pytest.raises(ValueError, match="^longitude: a finite number"):
        client.vessels.future_positions_with_coordinates("v", "a", "b", 1, float("nan"))


def test_type_error_inside_a_call_is_not_rewritten() -> None:
    def progress(*_: Any) -> None:
        raise TypeError("of the callable")

    with shiptrack.Service() as service, pytest.raises(TypeError, match="^of the callable$"):
        service.client().containers.table(progress=progress)


def test_unsupported_operations_of_the_embedded_service() -> None:
    with shiptrack.Service() as service, pytest.raises(NotFoundError):
        service.client().containers.map_geojson("0b1c9f9e-8f5a-7b3e-9a53-0123456789ab")


def test_calls_have_signatures() -> None:
    signature = inspect.signature(shiptrack.Documents.update)
    assert str(signature).startswith("(self, id: 'shiptrack.types.Id', *, document_type_manual: 'str | Unset | None' = UNSET")
    assert str(inspect.signature(shiptrack.Parties.create)) == "(self, company_name: 'str') -> 'Party'"
