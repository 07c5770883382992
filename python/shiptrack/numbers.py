"""The numbers and codes of ocean freight, as values that cannot be wrong.

Every class reads text leniently (spaces, dashes, lower case), and refuses what it cannot be with an
:class:`~shiptrack.errors.InvalidError`::

    >>> from shiptrack.numbers import ContainerNumber
    >>> str(ContainerNumber("msku 030896-1"))
    'MSKU0308961'
"""

from shiptrack._native import (
    BillOfLading,
    BookingNumber,
    ContainerNumber,
    Imo,
    Scac,
    TrackingNumber,
    UnLocode,
    infer_number,
)

__all__ = [
    "BillOfLading",
    "BookingNumber",
    "ContainerNumber",
    "Imo",
    "Scac",
    "TrackingNumber",
    "UnLocode",
    "infer_number",
]
