"""The picture of a journey as SVG text. It needs no other files, and is readable on light and dark pages."""

from __future__ import annotations

import unicodedata
from datetime import datetime, timedelta
from html import escape
from typing import Any

from shiptrack._native import Container, Shipment
from shiptrack._step import Step
from shiptrack.values import Moment

INK, QUIET, DONE, AHEAD, LATE = "#1f2933", "#52606d", "#0b6e99", "#7b8794", "#b93a09"
PAPER, EDGE, WARM = "#ffffff", "#d5dbe3", "#ffedd5"

_LONGEST = 400
"""Largest number of characters of a cut text that its tooltip shows."""

_STATUS = {
    "on_ship": "on the ship",
    "available": "available for pickup",
    "not_available": "discharged, not available for pickup",
    "grounded": "discharged",
    "on_rail": "on the train",
    "picked_up": "picked up",
    "empty_returned": "empty returned",
    "awaiting_inland_transfer": "waiting for its inland transfer",
}
_PICKED_UP = ("picked_up", "delivered", "dropped", "loaded", "empty_returned", "off_dock")


def late_words(late: timedelta) -> str:
    days = late / timedelta(days=1)
    if days < 1:
        return f"{round(late / timedelta(hours=1))} h late"
    whole = round(days)
    return f"{whole} day{'s' if whole > 1 else ''} late"


def when(moment: Moment | None) -> tuple[str, str]:
    """Returns a moment in two lines: the day; the time with its UTC offset."""
    if moment is None:
        return "no date yet", ""
    day = f"{moment.day} {moment:%b %Y}"
    if not isinstance(moment, datetime):
        return day, ""
    offset = moment.strftime("%z")
    return day, f"{moment:%H:%M} " + (f"{offset[:3]}:{offset[3:5]}" if moment.utcoffset() else "UTC")


def wide(words: str, size: float) -> float:
    """Returns the largest width of a text in the fonts that may be used."""
    return sum(size * (1.05 if unicodedata.east_asian_width(letter) in "WF" else 0.64) for letter in words)


def cut(words: str, size: float, room: float) -> str:
    """Cuts a text to the available width."""
    taken, fitting, more = 0.0, 0, wide("…", size)
    for at, letter in enumerate(words, 1):
        taken += wide(letter, size)
        if taken > room:
            return words[:fitting].rstrip() + "…"
        if taken + more <= room:
            fitting = at
    return words


def _whole(words: str) -> str:
    """Returns the tooltip of a cut text, which is limited, too."""
    return words if len(words) <= _LONGEST else words[:_LONGEST].rstrip() + "…"


class Picture:
    """One row per milestone, from top to bottom. The line is thick up to the last known position of the container."""

    WIDTH = 680
    MARGIN = 18
    ROW = 42
    LINE = 140
    TEXT = 166

    def __init__(
        self,
        steps: tuple[Step, ...],
        container: Container,
        *,
        shipment: Shipment | None,
        vessel: str | None,
        now: datetime,
    ) -> None:
        self.steps, self.container, self.shipment, self.vessel, self.now = steps, container, shipment, vessel, now
        head = [
            self._text(self.MARGIN, 30, self._title(), size=16, weight="bold", room=self.WIDTH - 2 * self.MARGIN),
        ]
        y = 32
        for words, colour in self._particulars():
            y += 19
            head.append(self._text(self.MARGIN, y, words, colour=colour, size=12, room=self.WIDTH - 2 * self.MARGIN))
        self.head = head
        self.top = y + 20

    def draw(self) -> str:
        reached = [index for index, step in enumerate(self.steps) if step.happened]
        box = reached[-1] if reached else None
        foot = 0 if not self.steps else 62 if self._clocks() else 40
        height = self.top + max(len(self.steps), 1) * self.ROW + foot
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.WIDTH} {height}" width="{self.WIDTH}" '
            f'height="{height}" role="img" '
            'font-family="Helvetica, Arial, DejaVu Sans, sans-serif" font-size="13">',
            f"<title>{escape(_whole(self._title()))}</title>",
            f'<rect x="0.5" y="0.5" width="{self.WIDTH - 1}" height="{height - 1}" rx="6" fill="{PAPER}" stroke="{EDGE}"/>',
            *self.head,
        ]
        if not self.steps:
            parts.append(self._text(self.MARGIN, self.top + 22, "Nothing is known about its journey yet.", colour=QUIET))
        parts += self._line(box)
        for index, step in enumerate(self.steps):
            parts += self._row(index, step)
        if box is not None:
            parts += self._box(box)
        if self.steps:
            parts.append(self._legend(height - (38 if self._clocks() else 16)))
            parts.append(self._text(self.MARGIN, height - 16, self._clocks(), colour=QUIET, size=11))
        return "".join([*parts, "</svg>"])

    def _title(self) -> str:
        status = str(self.container.current_status)
        words = _STATUS.get(status, status.replace("_", " "))
        return f"{self.container.number} · {words}" if words else self.container.number

    def _particulars(self) -> list[tuple[str, str]]:
        lines = []
        shipment = self.shipment
        ship = None
        if shipment is not None:
            ports = [
                shipment.port_of_lading_name or shipment.port_of_lading_locode,
                shipment.port_of_discharge_name or shipment.port_of_discharge_locode,
                shipment.destination_name or shipment.destination_locode,
            ]
            lines.append((self._route([port for port in ports if port]), INK))
            ship = self.vessel
        day, time = when(self.now)
        lines.append((" · ".join(part for part in (f"as of {day} {time}".rstrip(), ship) if part), QUIET))
        lines += self._pickup()
        return [(words, colour) for words, colour in lines if words]

    def _route(self, ports: list[str]) -> str:
        """Returns the ports. If they do not fit, all names are cut to the same width."""
        room = self.WIDTH - 2 * self.MARGIN - wide(" → ", 12) * (len(ports) - 1)
        if cut("".join(ports), 12, room) != "".join(ports):
            ports = [cut(port, 12, room / len(ports)) for port in ports]
        return " → ".join(ports)

    def _pickup(self) -> list[tuple[str, str]]:
        container = self.container
        if container.current_status in _PICKED_UP:
            return []
        held = [hold.name.replace("_", " ") for hold in container.holds_at_pod_terminal if hold.status != "released"]
        parts = [f"held: {', '.join(held)}"] if held else []
        if container.pickup_lfd is not None:
            parts.append(f"last free day {when(container.local('pickup_lfd'))[0]}")
        words = " · ".join(parts)
        return [(words[:1].upper() + words[1:], LATE if held else INK)] if words else []

    def _y(self, index: float) -> float:
        return self.top + (index + 0.5) * self.ROW

    def _line(self, box: int | None) -> list[str]:
        last = len(self.steps) - 1
        reached = box if box is not None else 0
        parts = []
        if reached > 0:
            parts.append(self._segment(0, reached, DONE, 'stroke-width="4"'))
        if reached < last:
            parts.append(self._segment(reached, last, AHEAD, 'stroke-width="3" stroke-dasharray="2 6"'))
        return parts

    def _segment(self, start: int, end: int, colour: str, style: str) -> str:
        return (
            f'<line x1="{self.LINE}" y1="{self._y(start)}" x2="{self.LINE}" y2="{self._y(end)}" '
            f'stroke="{colour}" stroke-linecap="round" {style}/>'
        )

    def _row(self, index: int, step: Step) -> list[str]:
        y = self._y(index)
        colour = LATE if step.late else DONE if step.happened or step.passed else AHEAD
        day, time = when(step.at)
        words = late_words(step.late) if step.late else ""
        badge = 14 + wide(words, 12) if words else 0
        room = self.WIDTH - self.MARGIN - self.TEXT - (badge + 10 if words else 0)
        suffix = "" if step.happened else " (not reported)" if step.passed else " (expected)"
        label = cut(step.label, 13, room - wide(suffix, 13)) + suffix
        where = " · ".join(part for part in (step.where, step.terminal, step.vessel) if part)
        first, second = (y - 3, y + 13) if where or time else (y + 4, y + 4)
        parts = [
            self._text(self.LINE - 20, first if time else y + 4, day, colour=INK, anchor="end", size=12),
            self._text(self.LINE - 20, second, time, colour=QUIET, anchor="end", size=11),
            f'<circle cx="{self.LINE}" cy="{y}" r="7" fill="{colour if step.happened else PAPER}" stroke="{colour}" '
            'stroke-width="3"/>',
            self._text(self.TEXT, first if where else y + 4, label, colour=INK if step.happened else QUIET),
            self._text(self.TEXT, second, where, colour=QUIET, size=11, room=room),
        ]
        if words:
            left = self.WIDTH - self.MARGIN - badge
            parts += [
                f'<rect x="{left:g}" y="{y - 10}" width="{badge:g}" height="20" rx="10" fill="{WARM}"/>',
                self._text(left + badge / 2, y + 4, words, colour=LATE, anchor="middle", size=12, weight="bold"),
            ]
        return parts

    def _box(self, index: int) -> list[str]:
        x, y = self.LINE - 13, self._y(index) - 9
        ribs = "".join(f'<line x1="{x + 5 + 4 * n}" y1="{y + 3}" x2="{x + 5 + 4 * n}" y2="{y + 15}"/>' for n in range(5))
        fill = LATE if self.steps[index].late else INK
        return [
            f'<rect x="{x}" y="{y}" width="26" height="18" rx="2" fill="{fill}" stroke="{PAPER}" stroke-width="2"/>',
            f'<g stroke="{PAPER}" stroke-width="1.2">{ribs}</g>',
        ]

    def _legend(self, y: float) -> str:
        entries = [("happened", DONE, DONE), ("expected", PAPER, AHEAD), ("late", LATE, LATE)]
        if any(step.passed for step in self.steps):
            entries.append(("not reported", PAPER, DONE))
        parts, x = [], float(self.MARGIN)
        for word, fill, edge in entries:
            parts.append(f'<circle cx="{x + 6:g}" cy="{y - 4}" r="5" fill="{fill}" stroke="{edge}" stroke-width="2"/>')
            parts.append(self._text(x + 17, y, word, colour=QUIET, size=11))
            x += 34 + wide(word, 11)
        parts.append(f'<rect x="{x:g}" y="{y - 9}" width="14" height="10" rx="1" fill="{INK}"/>')
        parts.append(self._text(x + 20, y, "last seen here", colour=QUIET, size=11))
        return "".join(parts)

    def _clocks(self) -> str:
        times = [step.at for step in self.steps if isinstance(step.at, datetime)]
        local = [moment for moment in times if moment.utcoffset()]
        if not times:
            return ""
        if len(local) == len(times):
            return "Times are local times of the ports, with their UTC offset."
        return "Times are local times of the ports where the zone is known, otherwise UTC." if local else "Times are UTC."

    def _text(self, x: float, y: float, words: str, *, room: float | None = None, **style: Any) -> str:
        if not words:
            return ""
        size = style.get("size", 13)
        shown = words if room is None else cut(words, size, room)
        whole = f"<title>{escape(_whole(words))}</title>" if shown != words else ""
        return (
            f'<text x="{x:g}" y="{y:g}" fill="{style.get("colour", INK)}" text-anchor="{style.get("anchor", "start")}" '
            f'font-size="{size}" font-weight="{style.get("weight", "normal")}">{escape(shown)}{whole}</text>'
        )
