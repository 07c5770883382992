"""Every attribute and relationship of every resource type is read and written unchanged."""

from __future__ import annotations

import ast
import inspect
import re
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

import shiptrack
from shiptrack import Resource, ResourceId, Secret, _resources, values

STUB = ast.parse((Path(shiptrack.__file__).parent / "_resources.pyi").read_text())
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
ID = "0195f1a0-0000-7000-8000-000000000001"
MOMENT = datetime(2026, 5, 1, 12, tzinfo=timezone.utc)

SAMPLES: dict[str, tuple[Any, Any]] = {
    "str": ("a text", "a text"),
    "bool": (True, True),
    "int": (7, 7),
    "int | float": (1.5, 1.5),
    "float": (1.25, 1.25),
    "Moment": ("2026-05-01T12:00:00Z", MOMENT),
    "Secret": ("s3cret", Secret("s3cret")),
    "dict[str, Any]": ({"a": [1, None]}, {"a": [1, None]}),
    "Any": (["x", 1], ["x", 1]),
}
"""A value of the interface and the Python value, by the type in the stub."""


def sample(annotation: str) -> tuple[Any, Any]:
    annotation = annotation.removesuffix(" | None")
    if several := re.fullmatch(r"tuple\[(.*), \.\.\.\]", annotation):
        wire, read = sample(several[1])
        return [wire], (read,)
    if annotation in SAMPLES:
        return SAMPLES[annotation]
    if structure := getattr(values, annotation, None):
        members = {name: sample(str(known)) for name, known in inspect.get_annotations(structure).items()}
        return {name: wire for name, (wire, _) in members.items()}, structure(**{name: read for name, (_, read) in members.items()})
    return "pending", "pending"  # an enumeration accepts any text


def members(node: ast.ClassDef) -> dict[str, str]:
    annotation = [member for member in node.body if isinstance(member, ast.FunctionDef) and member.decorator_list]
    return {member.name: ast.unparse(member.returns) for member in annotation if member.returns and member.name != "related"}


@pytest.mark.parametrize("name", CLASSES)
def test_every_member_survives_a_round_trip(name: str) -> None:
    kind: type[Resource] = getattr(shiptrack, name)
    attributes, relationships, expected = {}, {}, {}
    for member, annotation in members(CLASSES[name]).items():
        wire_name = member.removesuffix("_")
        if "ResourceId" in annotation:
            many = annotation.startswith("tuple")
            target = {"type": "shipment", "id": ID}
            relationships[wire_name] = {"data": [target] if many else target}
            read = ResourceId("shipment", UUID(ID))
            expected[member] = (read,) if many else read
        else:
            attributes[wire_name], expected[member] = sample(annotation)
    came: dict[str, Any] = {"id": ID, "type": wire_type(kind), "attributes": attributes}
    if relationships:
        came["relationships"] = relationships
    resource = kind.from_dict(came)
    assert type(resource) is kind and resource.id == UUID(ID) and resource.other == {}
    assert {member: getattr(resource, member) for member in expected} == expected
    assert resource.to_dict() == came
    made = kind(ID, **attributes, **{known: annotation["data"] for known, annotation in relationships.items()})
    assert made == resource and made.to_dict() == came
    for member in expected:
        with pytest.raises(AttributeError, match=f"{member.removesuffix('_')} cannot be set"):
            setattr(resource, member, None)


def wire_type(kind: type[Resource]) -> str:
    return str(kind().type)


def test_every_type_has_a_class() -> None:
    assert set(_resources.__all__) == set(CLASSES) == {kind.__name__ for kind in Resource.__subclasses__()} and len(CLASSES) == 30
    assert wire_type(shiptrack.CustomFieldDefinition) == "custom_field_definition"


def test_rail_terminal_is_read_as_terminal() -> None:
    came = {"id": ID, "type": "rail_terminal", "attributes": {"name": "Logport"}}
    assert type(Resource.from_dict(came)) is shiptrack.RailTerminal
    terminal = shiptrack.Terminal.from_dict(came)
    assert (type(terminal), terminal.name, terminal.type) == (shiptrack.Terminal, "Logport", "rail_terminal")
    assert terminal.to_dict()["type"] == "rail_terminal" and terminal.to_dict()["attributes"]["name"] == "Logport"
