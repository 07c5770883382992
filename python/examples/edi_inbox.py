"""A folder of EDI files becomes timelines: what carriers and terminals sent, by shipment and container.

    python edi_inbox.py FOLDER [SCAC]

The files are taken in by a service that asks nobody: every booking, bill and container they name is tracked under the
given carrier, and what is told of it is what was sent. Files go to ``done/`` or ``failed/``, each with a report beside it,
and acknowledgements to ``out/``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from shiptrack import Service, ShiptrackError
from shiptrack.carriers import inbox
from shiptrack.values import EdiReport


def take_in(service: Service, folder: Path, scac: str) -> None:
    """Takes in whatever the folder holds, and tracks what it names."""
    files = service.edi_folder(folder, acknowledge=True, quiet=0)
    files.sweep(0)  # the first look only sees what is there: a file may still be written
    for file in files.sweep(1_000_000):
        print(f"{file.file} went to {file.moved_to}", *filter(None, [file.problem]))
        if file.report:
            track(service, file.report, scac)


def track(service: Service, report: EdiReport, scac: str) -> None:
    """Tracks the bookings and bills that messages name, and containers of which nobody says under which."""
    for message in (message for interchange in report.interchanges for message in interchange.messages):
        for problem in message.problems:
            print(f"  {message.kind} {message.control_number}: {problem}")
        papers = [named for named in message.numbers if named.kind != "container"]
        for named in papers or message.numbers:
            wanted: dict[str, Any] = {named.kind: named.number}
            try:
                service.client().tracking_requests.track(**wanted, scac=scac)
            except ShiptrackError as refused:
                print(f"  {named.number} cannot be tracked: {refused}")
        service.settle()


def tell(service: Service) -> None:
    """The timeline of each container."""
    client = service.client()
    for container in client.containers.list():
        print(f"\n{container.number}")
        for event in client.containers.transport_events(container.id).in_order():
            print(f"  {event.timestamp or '':22} {event.location_locode or '':5} {event.event}")


def main(folder: str, scac: str = "OOLU") -> None:
    with Service(worker=False, any_carrier=inbox) as service:
        take_in(service, Path(folder), scac)
        tell(service)


if __name__ == "__main__":
    main(*sys.argv[1:])
