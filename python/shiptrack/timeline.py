"""The picture of a container's journey: what happened, what is expected, what is late, and where the box is now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from html import escape
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from shiptrack._native import Container, Shipment, TransportEvent
from shiptrack.values import Moment

__all__ = ["Step", "Timeline", "fetch"]

_LATE_FROM = timedelta(hours=12)
"""Less than this behind the first plan is on time."""

_WORDS = {
    "empty_out": "Empty container collected",
    "full_in": "Delivered to the port of lading",
    "vessel_loaded": "Loaded on the vessel",
    "vessel_departed": "Vessel departed",
    "vessel_arrived": "Vessel arrived",
    "vessel_berthed": "Vessel berthed",
    "vessel_discharged": "Discharged",
    "available": "Available for pickup",
    "not_available": "Not available for pickup",
    "full_out": "Picked up",
    "delivered": "Delivered",
    "empty_in": "Empty container returned",
    "arrived_at_inland_destination": "Arrived at the inland destination",
}

_PREFIX = "container.transport."


@dataclass(frozen=True)
class Step:
    """One milestone of a journey."""

    name: str
    """The milestone, as in the name of its event."""
    at: Moment | None
    place: str | None
    vessel: str | None
    happened: bool
    """Whether it happened; else it is expected."""
    late: timedelta | None
    """How far behind the first plan it is, or, still expected, behind the clock."""

    @property
    def label(self) -> str:
        """The milestone in words."""
        return label(self.name)


def label(event: str) -> str:
    """A milestone in words, by its name or that of its event."""
    name = event.removeprefix(_PREFIX).removeprefix("estimated.")
    return _WORDS.get(name, name.replace("_", " ").replace(".", " ").capitalize())


def at_place(moment: Moment | None, zone: str | None) -> Moment | None:
    """A moment by the clocks of a place, where its zone is known here; else as it is.

    The zone becomes its offset: its usual letters mean several (CST is China's, and the middle of America's).
    """
    if not zone or not isinstance(moment, datetime):
        return moment
    try:
        local = moment.astimezone(ZoneInfo(zone))
        return local.replace(tzinfo=timezone(local.utcoffset() or timedelta(0)))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return moment


def instant(moment: Moment | None) -> datetime | None:
    """For putting moments in order: a day stands for its noon."""
    if moment is None or isinstance(moment, datetime):
        return moment
    return datetime(moment.year, moment.month, moment.day, 12, tzinfo=timezone.utc)


class Timeline:
    """A container's journey in order: iterate it for its :class:`Step`, show it in a notebook for the picture."""

    def __init__(
        self,
        container: Container,
        events: Iterable[TransportEvent],
        *,
        shipment: Shipment | None = None,
        now: datetime | None = None,
    ) -> None:
        self.container = container
        self.shipment = shipment
        self.now = now or datetime.now(timezone.utc)
        self.steps: tuple[Step, ...] = tuple(self._order(list(events)))

    def _order(self, events: list[TransportEvent]) -> list[Step]:
        told = [event for event in events if event.invalidated_at is None and event.event.startswith(_PREFIX)]
        happened = {event.event.removeprefix(_PREFIX) for event in told if ".estimated." not in event.event}
        steps = []
        for event in told:
            name = event.event.removeprefix(_PREFIX)
            expected = name.startswith("estimated.")
            name = name.removeprefix("estimated.")
            if expected and name in happened:
                continue
            steps.append(
                Step(
                    name=name,
                    at=event.timestamp,
                    place=event.location_locode,
                    vessel=self._voyage(event),
                    happened=not expected,
                    late=self._late(name, event.timestamp, expected),
                )
            )
        last = datetime.max.replace(tzinfo=timezone.utc)
        return sorted(steps, key=lambda step: (instant(step.at) or last, not step.happened))

    def _voyage(self, event: TransportEvent) -> str | None:
        return f"voyage {event.voyage_number}" if event.voyage_number else None

    def _late(self, name: str, at: Moment | None, expected: bool) -> timedelta | None:
        moment = instant(at)
        if moment is None:
            return None
        planned = self._planned(name)
        behind = moment - planned if planned is not None else timedelta(0)
        if expected:
            behind = max(behind, self.now - moment)
        return behind if behind >= _LATE_FROM else None

    def _planned(self, name: str) -> datetime | None:
        """When it was first expected to happen."""
        if self.shipment is None:
            return None
        plans = {
            "vessel_departed": self.shipment.pol_original_etd_at,
            "vessel_arrived": self.shipment.pod_original_eta_at,
            "arrived_at_inland_destination": self.shipment.destination_original_eta_at,
        }
        return instant(plans.get(name))

    def __iter__(self) -> Any:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        done = sum(step.happened for step in self.steps)
        return f"<Timeline of {self.container.number}: {done} of {len(self.steps)} milestones reached>"

    @property
    def svg(self) -> str:
        """The picture, as SVG text that needs nothing else."""
        return _Picture(self).draw()

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.svg


def fetch(containers: Any, id: Any, now: datetime | None = None) -> Timeline:
    """Reads a container, its events and its shipment, for the picture."""
    container: Container = containers.get(id, include="shipment")
    shipment = container.related("shipment")
    events = containers.transport_events(id, page_size=100)
    return Timeline(container, events, shipment=shipment if isinstance(shipment, Shipment) else None, now=now)


def late_words(late: timedelta) -> str:
    """`late` for a person."""
    days = late / timedelta(days=1)
    if days < 1:
        return f"{round(late / timedelta(hours=1))} h late"
    whole = round(days)
    return f"{whole} day{'s' if whole > 1 else ''} late"


class _Picture:
    """One row a milestone, from top to bottom; the line is thick as far as the box has come."""

    WIDTH = 680
    ROW = 34
    TOP = 78
    LINE = 176
    INK, QUIET, DONE, AHEAD, LATE = "#1f2933", "#6b7785", "#0b6e99", "#9fb3c8", "#c2410c"

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.steps = timeline.steps

    def draw(self) -> str:
        reached = [index for index, step in enumerate(self.steps) if step.happened]
        box = reached[-1] if reached else None
        height = self.TOP + max(len(self.steps), 1) * self.ROW + 34
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.WIDTH} {height}" width="{self.WIDTH}" '
            f'height="{height}" role="img" font-family="Helvetica, Arial, DejaVu Sans, sans-serif" font-size="13">',
            f"<title>{escape(self._title())}</title>",
            f'<rect width="{self.WIDTH}" height="{height}" fill="#ffffff"/>',
            self._text(16, 26, self._title(), size=16, weight="bold"),
            self._text(16, 48, self._route(), colour=self.QUIET),
        ]
        if not self.steps:
            parts.append(self._text(16, self.TOP + 18, "Nothing is known of its journey yet.", colour=self.QUIET))
        parts += self._line(box)
        for index, step in enumerate(self.steps):
            parts += self._row(index, step)
        if box is not None:
            parts += self._box(box)
        parts += [self._legend(height - 14), "</svg>"]
        return "".join(parts)

    def _title(self) -> str:
        container = self.timeline.container
        return f"{container.number} · {container.current_status.replace('_', ' ')}"

    def _route(self) -> str:
        shipment = self.timeline.shipment
        if shipment is None:
            return f"as of {self._when(self.timeline.now)}"
        ports = [
            shipment.port_of_lading_name or shipment.port_of_lading_locode,
            shipment.port_of_discharge_name or shipment.port_of_discharge_locode,
            shipment.destination_name or shipment.destination_locode,
        ]
        route = " → ".join(port for port in ports if port)
        vessel = f" · {shipment.pod_vessel_name}" if shipment.pod_vessel_name else ""
        return f"{route}{vessel} · as of {self._when(self.timeline.now)}"

    def _y(self, index: float) -> float:
        return self.TOP + (index + 0.5) * self.ROW

    def _line(self, box: int | None) -> list[str]:
        if len(self.steps) < 2:
            return []
        last = len(self.steps) - 1
        reached = box if box is not None else 0
        parts = []
        if reached > 0:
            parts.append(self._segment(0, reached, self.DONE, 'stroke-width="4"'))
        if reached < last:
            parts.append(self._segment(reached, last, self.AHEAD, 'stroke-width="3" stroke-dasharray="2 6"'))
        return parts

    def _segment(self, start: int, end: int, colour: str, style: str) -> str:
        return (
            f'<line x1="{self.LINE}" y1="{self._y(start)}" x2="{self.LINE}" y2="{self._y(end)}" '
            f'stroke="{colour}" stroke-linecap="round" {style}/>'
        )

    def _row(self, index: int, step: Step) -> list[str]:
        y = self._y(index)
        colour = self.LATE if step.late else self.DONE if step.happened else self.AHEAD
        fill = colour if step.happened else "#ffffff"
        label = step.label if step.happened else f"{step.label} (expected)"
        where = " · ".join(part for part in (step.place, step.vessel) if part)
        parts = [
            self._text(self.LINE - 20, y + 4, self._when(step.at), colour=self.QUIET, anchor="end", size=12),
            f'<circle cx="{self.LINE}" cy="{y}" r="7" fill="{fill}" stroke="{colour}" stroke-width="3"/>',
            f'<text x="{self.LINE + 24}" y="{y + 4}" fill="{self.INK if step.happened else self.QUIET}">'
            f'{escape(label)}<tspan fill="{self.QUIET}" font-size="12" dx="8">{escape(where)}</tspan></text>',
        ]
        if step.late:
            words = late_words(step.late)
            width = 12 + 7 * len(words)
            left = self.WIDTH - 16 - width
            parts += [
                f'<rect x="{left}" y="{y - 10}" width="{width}" height="20" rx="10" fill="#ffedd5"/>',
                self._text(left + width / 2, y + 4, words, colour=self.LATE, anchor="middle", size=12, weight="bold"),
            ]
        return parts

    def _box(self, index: int) -> list[str]:
        """The container itself, where it was last seen."""
        x, y = self.LINE - 13, self._y(index) - 9
        ribs = "".join(f'<line x1="{x + 5 + 4 * n}" y1="{y + 3}" x2="{x + 5 + 4 * n}" y2="{y + 15}"/>' for n in range(5))
        return [
            f'<rect x="{x}" y="{y}" width="26" height="18" rx="2" fill="{self.INK}" stroke="#ffffff" stroke-width="2"/>',
            f'<g stroke="#ffffff" stroke-width="1.2">{ribs}</g>',
        ]

    def _legend(self, y: float) -> str:
        entries = (("done", self.DONE, self.DONE), ("expected", "#ffffff", self.AHEAD), ("late", self.LATE, self.LATE))
        parts, x = [], 16.0
        for word, fill, edge in entries:
            parts.append(f'<circle cx="{x + 5}" cy="{y - 4}" r="5" fill="{fill}" stroke="{edge}" stroke-width="2"/>')
            parts.append(self._text(x + 16, y, word, colour=self.QUIET, size=11))
            x += 32 + 7 * len(word)
        parts.append(f'<rect x="{x}" y="{y - 9}" width="14" height="10" rx="1" fill="{self.INK}"/>')
        parts.append(self._text(x + 20, y, "the container", colour=self.QUIET, size=11))
        return "".join(parts)

    @staticmethod
    def _when(moment: Moment | None) -> str:
        if moment is None:
            return "no date yet"
        if isinstance(moment, datetime):
            zone = moment.strftime("%z") if moment.utcoffset() else "UTC"
            return moment.strftime("%d %b %Y %H:%M ") + zone
        assert isinstance(moment, date)
        return moment.strftime("%d %b %Y")

    def _text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        colour: str | None = None,
        anchor: str = "start",
        size: int = 13,
        weight: str = "normal",
    ) -> str:
        return (
            f'<text x="{x}" y="{y}" fill="{colour or self.INK}" text-anchor="{anchor}" font-size="{size}" '
            f'font-weight="{weight}">{escape(words)}</text>'
        )
