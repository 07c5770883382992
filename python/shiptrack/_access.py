"""Profiles of carriers, and one look-up by one of them, told in full."""

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
    """One call to a carrier's servers, without credentials."""

    purpose: str
    """``token`` or ``events``."""
    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    """What was sent; a credential is ``***``."""
    status: int | None
    """``None`` where there was no answer."""
    answer_headers: tuple[tuple[str, str], ...]
    """Those that say something."""
    bytes: int
    body: str
    """Its first 2,000 bytes; nothing of one with a token."""
    problem: str | None
    """Why there was no answer."""
    milliseconds: int


@dataclass(frozen=True)
class CarrierCheck:
    """What one look-up did, what came back, and how it was read."""

    scac: str
    name: str
    profile_status: str
    """What the profile was tried against: ``never_tried``, ``vendors_mock``, ``real_account``."""
    tried_on: str | None
    note: str
    request_type: str
    number: str
    calls: tuple[CarrierCall, ...]
    outcome: str
    """``facts``, or why there are none: ``not_found``, ``refused``, ``unreachable`` …"""
    why: str | None
    """That in words."""
    retry_after_seconds: int | None
    """The pause that is asked for, where one is."""
    advice: str
    """What to do next."""
    complete: bool
    """Whether nothing is missing."""
    references: tuple[str, ...]
    """The other numbers of the shipment."""
    reading: Reading
    """How the answer was read."""


@dataclass(frozen=True)
class CarrierReplay:
    """A look-up that was recorded, read with the reader of today."""

    is_same: bool
    """Whether it comes to the same voyage."""
    recorded_outcome: str
    """What came of it when it was recorded: as in :class:`CarrierCheck`."""
    missing: tuple[str, ...]
    """Lines of the voyage that it does not come to any more, as ``shiptrack read --voyage`` writes them."""
    added: tuple[str, ...]
    """Lines that are new."""
    check: CarrierCheck
    """It as it is now."""


def profiles(profiles: Profiles | None = None) -> dict[str, dict[str, Any]]:
    """The profiles in a file or a dict, or those that come along, by the carriers' codes. ``missing`` says what must be given before
    the carrier can be asked; ``status`` what the profile was tried against."""
    found: dict[str, dict[str, Any]] = json.loads(_profiles(profiles))
    return found


@dataclass(frozen=True)
class CarrierPlan:
    """What a carrier is to be asked for with one set of credentials, and how often it can be."""

    scac: str
    accounts: tuple[str, ...]
    """The names of those that it is asked for with these credentials."""
    requests: int
    """How many tracking requests are looked up."""
    urgent: int
    """How many of them are near their port of discharge, or there: they go first."""
    new: int
    """How many of them are new: they go next."""
    wanted_per_day: int
    """About how many look-ups a day the schedule wants."""
    allowed_per_day: int | None
    """How many calls a day are allowed; ``None`` where nobody said."""
    each_every_seconds: int | None
    """How often each can be asked for when all are asked for equally often; ``None`` without a limit."""
    suffices: bool
    """Whether that suffices. Where it does not, what is not urgent is asked for less often."""
    credentials_suspended: bool
    """Whether the carrier refuses the credentials: then all of it waits."""
    plugged_in: bool
    """Whether somebody is plugged in that answers for it."""


@dataclass(frozen=True)
class CredentialSuspension:
    """Credentials that a carrier refuses and that are suspended, with what waits for them."""

    scac: str
    """The carrier's code."""
    accounts: tuple[str, ...]
    """The ids of the accounts for which the carrier is asked with them."""
    since: datetime
    next_look_up: datetime
    """When one look-up tries them again."""
    why: str | None
    """Why, in the carrier's words; ``None`` if it gave no reason."""
    waiting: int
    """Number of tracking requests that wait for them. Waiting uses up no try."""


suspended_credentials = partial(loads, tuple[CredentialSuspension, ...])


def plan(service: Service) -> list[CarrierPlan]:
    """How often each number can be asked for within the pace of its carrier, and whether that suffices."""
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
    """Asks a carrier once about a number, and tells what was done, what came back and how it was read: the first thing to do with new
    credentials. Nothing is kept. ``kind`` is told from the number where that is certain; without ``profiles`` it is the one that
    comes along, without ``credentials`` the environment has them (``SHIPTRACK_MAEU_CLIENT_ID``). With a ``service``, what that keeps of
    the ``account`` comes first (:meth:`~shiptrack.Service.store_credential`).
    ``record`` is a new folder into which what was asked and what came back is written, without credentials, tokens, cookies and
    account: for :func:`replay`, and to be sent to somebody."""
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
    """Reads what :func:`check` recorded in a folder with the reader of today, and says whether it comes to the same voyage. Nobody is
    asked."""
    replayed: CarrierReplay = loads(CarrierReplay, _replay(folder))
    return replayed
