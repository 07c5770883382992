"""The numbers and codes of ocean freight as validated types.

Every class accepts spaces, dashes and lower case, and raises an :class:`~shiptrack.errors.InvalidError` if the text is not
valid::

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
