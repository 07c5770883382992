"""Imports the modules that the native module uses later.

A freezer such as PyInstaller finds them here, because it reads Python and not the native module. A program that has run out of file
descriptors has them already. :mod:`shiptrack` imports this module, so that a freezer reads it. ``shiptrack._async``, which imports asyncio, is in :mod:`shiptrack` for freezers.
"""

from __future__ import annotations


def load() -> None:
    """Imports the modules. Called when a service is opened or a client is created."""
    import contextvars
    import datetime
    import inspect
    import json
    import os
    import threading
    import uuid

    from shiptrack import _access, _decode, _exit, _html, _kinds, _log, _progress, _tables, carriers, errors, values
