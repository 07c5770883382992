"""Prints timelines from a folder of EDI files, by shipment and container.

    python edi_inbox.py FOLDER [SCAC]

The service in this program asks no carrier. It tracks every booking, bill of lading and container that the files name, under
the given carrier, and uses only the data of the files. Files are moved to ``done/`` or ``failed/`` with a report, and
acknowledgements are written to ``out/``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from shiptrack import Service, ShiptrackError
from shiptrack.carriers import inbox
from shiptrack.values import EdiReport


def ingest(service: Service, folder: Path, scac: str) -> None:
    """Ingests all files in the folder, and tracks the numbers that they name."""
    files = service.edi_folder(folder, acknowledge=True, quiet=0)
    files.sweep(0)  # the first sweep only notes the files, because they may still be written
    for file in files.sweep(1_000_000):
        print(f"{file.file} was moved to {file.moved_to}", *filter(None, [file.problem]))
        if file.report:
            track(service, file.report, scac)


def track(service: Service, report: EdiReport, scac: str) -> None:
    """Tracks the bookings and bills of lading that messages name; containers only if a message names no other number.
    """
    for message in (message for interchange in report.interchanges for message in interchange.messages):
        for problem in message.problems:
            print(f"  {message.kind} {message.control_number}: {problem}")
        documents = [named for named in message.numbers if named.kind != "container"]
        for named in documents or message.numbers:
            wanted: dict[str, Any] = {named.kind: named.number}
            try:
                service.client().tracking_requests.track(**wanted, scac=scac)
            except ShiptrackError as refused:
                print(f"  {named.number} cannot be tracked: {refused}")
        service.settle()


def print_timelines(service: Service) -> None:
    """Prints the timeline of each container."""
    client = service.client()
    for container in client.containers.list():
        print(f"\n{container.number}")
        for event in client.containers.transport_events(container.id).in_order():
            print(f"  {event.timestamp or '':22} {event.location_locode or '':5} {event.event}")


def main(folder: str, scac: str = "OOLU") -> None:
    with Service(worker=False, any_carrier=inbox) as service:
        ingest(service, Path(folder), scac)
        print_timelines(service)


if __name__ == "__main__":
    main(*sys.argv[1:])
