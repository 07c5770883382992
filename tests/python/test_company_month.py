"""A month of an invented company: customers, custom fields and mails, written and read back over HTTP."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest

import shiptrack
from shiptrack import Client
from shiptrack.testing import START, Scenario
from shiptrack.types import RateLimits

CUSTOMERS, MAILS = (50, 200) if os.environ.get("SHIPTRACK_TEST_DEPTH") == "deep" else (20, 80)
SHIPMENTS_EACH = 2
VESSELS = ("Test Voyager", "Sample Star", "Example Express")
PORTS = (("CNSHA", "USLAX"), ("KRPUS", "NLRTM"), ("VNSGN", "USNYC"))
LETTERS = {letter: value for letter, value in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (n for n in range(10, 39) if n % 11), strict=False)}


def container_number(serial: int) -> str:
    """Returns a container number with a valid check digit."""
    number = f"MSKU{serial:06}"
    total = sum(LETTERS.get(sign, int(sign) if sign.isdigit() else 0) * 2**at for at, sign in enumerate(number))
    return f"{number}{total % 11 % 10}"


@dataclass
class TrackedShipment:
    """A shipment of the company, as it is written and must be read back."""

    customer: str
    bill: str
    container: str
    reference: str
    tag: str
    vessel: str
    ports: tuple[str, str]
    fields: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def number(cls, at: int) -> TrackedShipment:
        customer = at // SHIPMENTS_EACH
        return cls(
            customer=f"Customer {customer:02}",
            bill=f"MAEU{700_000_000 + at}",
            container=container_number(100_000 + at),
            reference=f"PO-{4_000 + at}",
            tag=("urgent", "regular")[at % 2],
            vessel=VESSELS[at % len(VESSELS)],
            ports=PORTS[at % len(PORTS)],
            fields={"cost_centre": f"CC-{customer:02}", "grade": ("a", "b")[at % 2], "checked": at % 3 == 0},
        )

    @property
    def facts(self) -> list[dict[str, Any]]:
        """Returns the facts of the carrier."""
        lading, discharge = self.ports
        vessel = {"name": self.vessel}

        def output(milestone: str, days: float, place: str, certainty: str = "actual") -> dict[str, Any]:
            at = (START + timedelta(days=days)).isoformat()
            event = {"milestone": milestone, "at": at, "certainty": certainty, "place": {"locode": place}, "vessel": vessel}
            return {"container": self.container, "event": event}

        ports = {"port_of_lading": {"locode": lading}, "port_of_discharge": {"locode": discharge}}
        return [
            {"particulars": {**ports, "containers": [self.container]}},
            output("vessel_loaded", -3, lading),
            output("vessel_departed", -2, lading),
            output("vessel_arrived", 20, discharge, "estimated"),
        ]

    def notice(self, at: int) -> EmailMessage:
        """Returns an email with its arrival notice."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = "notices@line.example", "inbox@company.example", f"Notice {at}: {self.bill}"
        mail["Message-ID"] = f"<{at}@line.example>"
        mail.set_content(f"Good morning, please find the notice of {self.bill} attached.")
        text = f"ARRIVAL NOTICE {at}\n\nBill of lading {self.bill}\nContainer {self.container}\nVessel {self.vessel}\n"
        mail.add_attachment(text.encode(), maintype="text", subtype="plain", filename=f"notice-{at}.txt")
        return mail


@dataclass
class Company:
    """The company: its service, and a client over HTTP."""

    scenario: Scenario
    client: Client
    planned: list[TrackedShipment]


@pytest.fixture(scope="module")
def company() -> Iterator[Company]:
    unlimited: RateLimits = {"default": None, "create": None, "infer": None, "refresh": None}
    # Carriers are asked once a day.
    scenario = Scenario(limits=unlimited, lifecycle={"refresh": timedelta(days=1)})
    planned = [TrackedShipment.number(at) for at in range(CUSTOMERS * SHIPMENTS_EACH)]
    key = scenario.service.create_key("month").key.reveal()
    with scenario.service.serve() as server, Client(key, server.url, limits=unlimited) as client:
        made = Company(scenario, client, planned)
        write_the_month(made)
        yield made
    scenario.close()


def write_the_month(company: Company) -> None:
    """Creates the data of the company, and simulates four weeks with answers of carriers and mail."""
    client, scenario = company.client, company.scenario
    for entity in ("Shipment", "Container", "TrackingRequest"):
        client.custom_field_definitions.create(entity, "cost_centre", "Cost centre", "short_text")
        grade = client.custom_field_definitions.create(entity, "grade", "Grade", "enum")
        for option in ("a", "b"):
            client.custom_field_definitions.create_option(grade, f"Grade {option}", option)
        client.custom_field_definitions.create(entity, "checked", "Checked", "boolean")
    customers = {name: client.parties.create(name) for name in sorted({plan.customer for plan in company.planned})}
    for plan in company.planned:
        scenario.carrier.answer(plan.bill, facts=plan.facts)
        client.tracking_requests.create(
            bill_of_lading=plan.bill,
            scac="MAEU",
            ref_numbers=[plan.reference],
            shipment_tags=[plan.tag],
            customer=customers[plan.customer],
        )
    mails = iter(range(MAILS))
    for _ in range(28):
        scenario.advance(days=1)
        for _, at in zip(range(-(-MAILS // 28)), mails):
            scenario.service.ingest_email(company.planned[at % len(company.planned)].notice(at).as_bytes())
    by_bill = {plan.bill: plan for plan in company.planned}
    for request in client.tracking_requests.list(include="tracked_object"):
        plan, shipment = by_bill[request.request_number], request.tracked_object
        assert shipment is not None, plan
        for slug, value in plan.fields.items():
            client.tracking_requests.create_custom_field(request, slug, value)
            client.shipments.create_custom_field(shipment, slug, value)
    by_container = {plan.container: plan for plan in company.planned}
    for container in client.containers.list():
        for slug, value in by_container[container.number].fields.items():
            client.containers.create_custom_field(container, slug, value)


def test_every_request_reads_back_as_it_was_written(company: Company) -> None:
    requests = company.client.tracking_requests.list(include=["tracked_object", "customer"]).all()
    assert {request.request_number for request in requests} == {plan.bill for plan in company.planned}
    by_bill = {plan.bill: plan for plan in company.planned}
    for request in requests:
        plan = by_bill[request.request_number]
        assert (request.status, request.ref_numbers, request.shipment_tags) == ("created", (plan.reference,), (plan.tag,))
        customer, shipment = request.related("customer"), request.related("tracked_object")
        assert isinstance(customer, shiptrack.Party) and customer.company_name == plan.customer
        assert isinstance(shipment, shiptrack.Shipment)
        assert (shipment.customer_name, shipment.tags) == (plan.customer, (plan.tag,))
        assert (shipment.port_of_lading_locode, shipment.port_of_discharge_locode) == plan.ports
        assert shipment.pod_vessel_name == plan.vessel


def test_customers_are_created_once(company: Company) -> None:
    names = [party.company_name for party in company.client.parties.list()]
    assert sorted(names) == sorted({plan.customer for plan in company.planned}) and len(names) == CUSTOMERS


def test_custom_fields_of_all_three_kinds_read_back(company: Company) -> None:
    client = company.client
    by_bill = {plan.bill: plan.fields for plan in company.planned}
    by_container = {plan.container: plan.fields for plan in company.planned}

    def custom_fields_of(fields: Any) -> dict[str, Any]:
        return {one.api_slug: one.value for one in fields}

    for request in client.tracking_requests.list(max_items=20):
        assert custom_fields_of(client.tracking_requests.custom_fields(request)) == by_bill[request.request_number]
    for shipment in client.shipments.list(max_items=20):
        assert custom_fields_of(client.shipments.custom_fields(shipment)) == by_bill[shipment.bill_of_lading_number]
    for container in client.containers.list(max_items=20):
        assert custom_fields_of(client.containers.custom_fields(container)) == by_container[container.number]
    values = client.custom_fields.list().all()
    assert len(values) == 3 * 3 * len(company.planned)


def test_two_hundred_mails_are_linked_to_their_containers(company: Company) -> None:
    client = company.client
    mails = client.email_submissions.list(include="documents").all()
    assert len(mails) == MAILS and len({mail.message_id for mail in mails}) == MAILS
    documents = client.documents.list(include="cargos").all()
    assert len(documents) == MAILS
    for document in documents:
        at = int(document.name.removeprefix("notice-").removesuffix(".txt"))
        plan = company.planned[at % len(company.planned)]
        cargos = document.related("cargos")
        assert isinstance(cargos, tuple) and [container.number for container in cargos] == [plan.container]


def test_shipment_is_found_by_reference_number_and_container(company: Company) -> None:
    client = company.client
    for plan in company.planned[::10]:
        assert [found.request_number for found in client.tracking_requests.list(query={"q": plan.reference})] == [plan.bill]
        assert [found.bill_of_lading_number for found in client.shipments.list(query={"q": plan.reference})] == [plan.bill]
        assert [found.bill_of_lading_number for found in client.shipments.list(number=plan.bill)] == [plan.bill]
        assert [found.number for found in client.containers.list(number=plan.container)] == [plan.container]
        named = client.documents.list(reference=plan.container).all()
        assert len(named) == MAILS // len(company.planned)


def test_morning_report_has_expected_numbers(company: Company) -> None:
    client, planned = company.client, company.planned

    def bills(**asked: Any) -> set[str | None]:
        return {shipment.bill_of_lading_number for shipment in client.shipments.list(**asked)}

    def all_containers(**asked: Any) -> set[str]:
        return {container.number for container in client.containers.list(**asked)}

    for vessel in VESSELS:
        aboard = [plan for plan in planned if plan.vessel == vessel]
        assert bills(vessel_name=vessel) == {plan.bill for plan in aboard}
        assert all_containers(vessel_name=vessel, tag="urgent") == {plan.container for plan in aboard if plan.tag == "urgent"}
    for plan in planned[::25]:
        of_customer = {other.bill for other in planned if other.customer == plan.customer}
        assert bills(customer_name=plan.customer) == of_customer
        assert bills(custom_fields=[f"cost_centre={plan.fields['cost_centre']}"]) == of_customer
        assert all_containers(reference=plan.reference) == {plan.container}
    assert bills(pod_code="NLRTM", tag="regular") == {plan.bill for plan in planned if plan.ports[1] == "NLRTM" and plan.tag == "regular"}
    arrives = START + timedelta(days=20)
    assert bills(eta_from=arrives, eta_until=arrives) == {plan.bill for plan in planned}
    assert bills(eta_from=arrives + timedelta(seconds=1)) == set()
    assert bills(vessel_name="Test") == set(), "a filter needs the complete vessel name"


def test_the_search_finds_by_number_reference_and_a_part_of_the_vessel(company: Company) -> None:
    client, plan = company.client, company.planned[12]
    for words in (plan.reference, plan.bill, plan.bill[4:], plan.container, plan.container[:4] + " " + plan.container[4:]):
        found = client.search(words).all()
        assert {result.number for result in found} & {plan.bill, plan.container}, words
    of_vessel = client.search("voyager").all()
    assert len(of_vessel) == min(25, sum(plan.vessel == "Test Voyager" for plan in company.planned))
    assert client.search("nothing of the kind").all() == []


def test_other_account_sees_nothing(company: Company) -> None:
    other = company.scenario.service.create_account("other")
    client = company.scenario.service.client(other.id)
    for listing in (
        client.tracking_requests.list(),
        client.shipments.list(),
        client.containers.list(),
        client.parties.list(),
        client.custom_fields.list(),
        client.custom_field_definitions.list(),
        client.email_submissions.list(),
        client.documents.list(),
    ):
        assert listing.all() == []
