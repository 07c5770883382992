"""Profiles of carriers, and single look-ups with a full report."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from os import PathLike
from typing import Any, Union

from shiptrack._decode import loads
from shiptrack._native import Service, _check, _profiles, _replay
from shiptrack._reading import Reading

Profiles = Union[str, "PathLike[str]", Mapping[str, Any]]
Credentials = Union[str, "PathLike[str]", Mapping[str, Mapping[str, str]], Callable[[str, str, str], Union[str, None]]]


@dataclass(frozen=True)
class CarrierCall:
    """One request to the servers of a carrier, without credentials."""

    purpose: str
    """``token`` or ``events``."""
    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    """The header fields that were sent. A credential is shown as ``***``."""
    status: int | None
    """The HTTP status; ``None`` if there was no response."""
    answer_headers: tuple[tuple[str, str], ...]
    """The relevant header fields of the response."""
    bytes: int
    """Size of the response body."""
    body: str
    """The first 2,000 bytes of the response body; empty if it contains a token."""
    problem: str | None
    """Why there was no response."""
    milliseconds: int


@dataclass(frozen=True)
class CarrierCheck:
    """The report about one look-up: what was sent, what was received, and how it was decoded."""

    scac: str
    name: str
    profile_status: str
    """What the profile was tested against: ``never_tried``, ``vendors_mock`` or ``real_account``."""
    tried_on: str | None
    note: str
    request_type: str
    number: str
    calls: tuple[CarrierCall, ...]
    outcome: str
    """``facts``, or why there are no facts: ``not_found``, ``refused``, ``unreachable`` …"""
    why: str | None
    """The reason in words."""
    retry_after_seconds: int | None
    """The pause that the carrier asks for; ``None`` if it asks for no pause."""
    advice: str
    """What to do next."""
    complete: bool
    """Whether the answer is complete."""
    references: tuple[str, ...]
    """Other numbers of the shipment."""
    reading: Reading
    """The decoded answer."""


@dataclass(frozen=True)
class CarrierReplay:
    """A recorded look-up that was decoded again by this version."""

    is_same: bool
    """Whether the result is the same voyage as when it was recorded."""
    recorded_outcome: str
    """The outcome when it was recorded; see :class:`CarrierCheck`."""
    missing: tuple[str, ...]
    """Lines of the recorded voyage that are missing now, in the format of ``shiptrack read --voyage``."""
    added: tuple[str, ...]
    """Lines that are new."""
    check: CarrierCheck
    """The report of this version."""


def profiles(profiles: Profiles | None = None) -> dict[str, dict[str, Any]]:
    """Returns the profiles in a file or a dict, or the included ones, by carrier code. ``missing`` lists what must be
    set before the carrier can be asked, ``status`` what the profile was tested against.
    """
    found: dict[str, dict[str, Any]] = json.loads(_profiles(profiles))
    return found


@dataclass(frozen=True)
class CarrierPlan:
    """How many look-ups a carrier needs with one set of credentials, and how many it allows."""

    scac: str
    accounts: tuple[str, ...]
    """Names of the accounts that use these credentials."""
    requests: int
    """Number of tracking requests that are looked up."""
    urgent: int
    """Number of requests that are near their port of discharge or there. They are looked up first."""
    new: int
    """Number of new requests. They are looked up next."""
    wanted_per_day: int
    """Approximate number of look-ups a day that the schedule needs."""
    allowed_per_day: int | None
    """Number of calls a day that the carrier allows; ``None`` without a limit."""
    each_every_seconds: int | None
    """How often each request can be looked up if all get an equal share; ``None`` without a limit."""
    suffices: bool
    """Whether the limit is high enough. If not, requests that are not urgent are looked up less often."""
    credentials_suspended: bool
    """Whether the carrier rejects the credentials. Then all of these requests wait."""
    plugged_in: bool
    """Whether the service has a carrier for this code."""


@dataclass(frozen=True)
class CredentialSuspension:
    """Credentials that a carrier rejects and that are suspended, with the number of requests that wait for them."""

    scac: str
    """Code of the carrier."""
    accounts: tuple[str, ...]
    """Ids of the accounts that use these credentials."""
    since: datetime
    next_look_up: datetime
    """When one look-up tries them again."""
    why: str | None
    """The reason in the carrier's words; ``None`` if it gave no reason."""
    waiting: int
    """Number of tracking requests that wait for them. Waiting does not count as a failed try."""


suspended_credentials = partial(loads, tuple[CredentialSuspension, ...])


def plan(service: Service) -> list[CarrierPlan]:
    """Returns how often each number can be looked up within the limits of its carrier, and whether that is enough. Asks
    no carrier.
    """
    plans: list[CarrierPlan] = loads(list[CarrierPlan], service._carriers_plan())
    return plans


def check(
    scac: str,
    number: str,
    kind: str | None = None,
    *,
    profiles: Profiles | None = None,
    credentials: Credentials | None = None,
    account: str = "default",
    proxy: str | None = None,
    ca_file: str | PathLike[str] | None = None,
    record: str | PathLike[str] | None = None,
    service: Service | None = None,
) -> CarrierCheck:
    """Asks a carrier once about a number and returns a full report. Use it first with new credentials. Stores nothing in a service.

    * ``kind``: Kind of the number; inferred from it if left out.
    * ``profiles``: The included profile if left out.
    * ``credentials``: Read from the environment if left out (``SHIPTRACK_MAEU_CLIENT_ID``).
    * ``account``: The account whose credentials are used.
    * ``record``: A new folder for the request and the response, without credentials, tokens, cookies and account, for
      :func:`replay` or a bug report.
    * ``service``: A service whose stored credentials are used first (:meth:`~shiptrack.Service.store_credential`).
    """
    text = _check(
        scac,
        number,
        kind,
        profiles=profiles,
        credentials=credentials,
        account=account,
        proxy=proxy,
        ca_file=ca_file,
        record=record,
        service=service,
    )
    checked: CarrierCheck = loads(CarrierCheck, text)
    return checked


def replay(folder: str | PathLike[str]) -> CarrierReplay:
    """Decodes the response that :func:`check` recorded in a folder with this version, and compares the voyages. Asks no
    carrier.
    """
    replayed: CarrierReplay = loads(CarrierReplay, _replay(folder))
    return replayed
