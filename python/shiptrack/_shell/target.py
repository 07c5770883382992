"""The target of a command: a file, or a running service."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from functools import cached_property
from pathlib import Path
from typing import Any

from shiptrack import Client, Service
from shiptrack._access import profiles
from shiptrack._settings import Storage
from shiptrack._shell.exits import COMMAND_LINE, KEY, NOT_FOUND, THROUGH_URL, CommandError

DEFAULT_FILE = "tracking.db"

_WRITING = ("track", "watch", "untrack", "ingest", "settle", "serve", "adopt", "migrate")
"""Commands that always change the file."""
_WRITING_ABOUT_CARRIERS = ("store", "forget", "rekey", "unsubscribe")


class Target:
    """The target of a command, according to the options and the environment."""

    def __init__(self, options: argparse.Namespace, environment: dict[str, str] | None = None) -> None:
        self.options = options
        self.environment = dict(os.environ) if environment is None else environment
        if options.db is not None and options.url is not None:
            raise CommandError("--db and --url cannot be used together", COMMAND_LINE)
        of_file = ("account", "carriers", "profiles", "credentials", "carrier_proxy", "shared_credentials", "store_key")
        given = [name for name in of_file if getattr(options, name)]
        if self.hosted and given and options.command != "carriers":
            option = "--" + given[0].replace("_", "-")
            raise CommandError(f"{option} can only be used with a file (--db), not with a running service ({self.url})", COMMAND_LINE)

    @cached_property
    def url(self) -> str | None:
        """URL of the running service: from --url, or from the environment if no file is named."""
        if self.options.url is not None:
            return str(self.options.url)
        return None if self.options.db is not None else self.environment.get("SHIPTRACK_BASE_URL") or None

    @property
    def hosted(self) -> bool:
        return self.url is not None

    @property
    def writes(self) -> bool:
        """Whether the command changes the file. Only such a command migrates a file of an older version."""
        options, command = self.options, self.options.command
        changes = [getattr(options, name, None) for name in ("create", "revoke", "follow")]
        return (
            command in _WRITING
            or any(changes)
            or (command == "rederive" and not options.dry_run)
            or (command == "carriers" and options.what in _WRITING_ABOUT_CARRIERS)
        )

    @property
    def file(self) -> str:
        return self.options.db or self.environment.get("SHIPTRACK_DB") or DEFAULT_FILE

    def client(self, *, create_missing: bool = False) -> Client:
        """Returns a client. If the file does not exist, it is created if `create_missing` is true; otherwise an error is raised.
        """
        if self.url is None:
            return self.service(create_missing=create_missing).client(self.options.account)
        if not self.environment.get("SHIPTRACK_API_KEY"):
            raise CommandError(f"the API key for {self.url} is missing: set SHIPTRACK_API_KEY", KEY)
        return Client(base_url=self.url)

    def service(self, *, create_missing: bool = False, **settings: Any) -> Service:
        """Opens the service on the file, with the carriers that were named and further settings."""
        if self.url is not None:
            origin = "" if self.options.url else " (SHIPTRACK_BASE_URL)"
            raise CommandError(
                f"`{self.options.command}` only works on a file that no other program has open: name it with --db. "
                f"{self.url}{origin} is a running service, which can be used with {THROUGH_URL}",
                COMMAND_LINE,
            )
        # SQLite treats an empty file like a missing one. Its contents may have been lost, so it must not look like a file without data.
        is_empty = (path := Path(self.file)).exists() and path.stat().st_size == 0
        if not create_missing and (is_empty or not path.exists()):
            what = f"the file {path} is empty: restore a backup, or" if is_empty else f"there is no file {path}:"
            raise CommandError(f"{what} name one with --db; `track`, `ingest` and `--create` create it", NOT_FOUND)
        storage: Storage = {"migrate": self.writes}
        if self.options.command != "serve":
            # A person sees at once that another program has the file open.
            storage["busy_timeout"] = 0
        return Service(self.file, worker=False, store_key=self.store_key, storage=storage, **self._carrier_settings, **settings)

    def inference_client(self) -> Client | None:
        """Returns a client that can infer more about a number than its form shows, because carriers are asked; ``None``
        if no carrier can be asked.
        """
        if self.hosted:
            return self.client()
        if not self.detects_carriers:
            return None
        file_exists = Path(self.file).exists()
        return (self.service() if file_exists else Service(worker=False, **self._carrier_settings)).client(self.options.account)

    @property
    def carriers(self) -> str | None:
        return self.options.carriers or self.environment.get("SHIPTRACK_CARRIERS") or None

    @property
    def profiles(self) -> str | None:
        return self.options.profiles or self.environment.get("SHIPTRACK_PROFILES") or None

    @property
    def credentials(self) -> str | None:
        return self.options.credentials or self.environment.get("SHIPTRACK_CREDENTIALS") or None

    @property
    def store_key(self) -> str | Path | None:
        """The key that encrypts secrets in the file: the path of a file with the key, or the key itself."""
        named = self.options.store_key or self.environment.get("SHIPTRACK_STORE_KEY_FILE")
        return Path(named) if named else self.environment.get("SHIPTRACK_STORE_KEY") or None

    @cached_property
    def _carrier_settings(self) -> dict[str, Any]:
        plugged: dict[str, Any] = {}
        if self.carriers:
            carriers = load(self.carriers)
            plugged["carriers" if isinstance(carriers, dict) else "any_carrier"] = carriers
        if self.profiles:
            plugged["profiles"] = self.profiles
            plugged["credentials"] = self.credentials
            plugged["shared_credentials"] = self.options.shared_credentials or None
            plugged["carrier_proxy"] = self.options.carrier_proxy
        return plugged

    def has_carrier(self, scac: str) -> bool:
        named = (*map(str.upper, self._carrier_settings.get("carriers", ())), *self._profile_codes)
        return scac == "TEST" or "any_carrier" in self._carrier_settings or scac in named

    @property
    def detects_carriers(self) -> bool:
        return any(profile["detection"] for profile in self._named_profiles.values())

    @property
    def _profile_codes(self) -> tuple[str, ...]:
        return tuple(code for profile in self._named_profiles.values() for code in profile["codes"])

    @cached_property
    def _named_profiles(self) -> dict[str, dict[str, Any]]:
        return {} if self.profiles is None else profiles(self.profiles)


def load(named: str) -> Any:
    """Imports the carriers that ``MODULE:NAME`` names. Modules in the current folder are found, too."""
    module, _, name = named.partition(":")
    if not module or not name:
        raise CommandError(f"--carriers {named}: expected MODULE:NAME, such as mine:CARRIERS for mine.py", COMMAND_LINE)
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module)
    except ModuleNotFoundError as error:
        where = f"in {here} or among the installed ones" if error.name == module.partition(".")[0] else f"for {module}"
        raise CommandError(f"--carriers {named}: there is no module {error.name} {where}", COMMAND_LINE) from error
    except Exception as error:  # noqa: BLE001 - the module of the user can raise anything
        raise CommandError(f"--carriers {named}: importing {module} failed: {_describe(error)}", COMMAND_LINE) from error
    for part in name.split("."):
        if not hasattr(found, part):
            raise CommandError(f"--carriers {named}: there is no {part} in {module} ({module_file(module)})", COMMAND_LINE)
        found = getattr(found, part)
    for carrier in found.values() if isinstance(found, dict) else [found]:
        if not callable(carrier) and not callable(getattr(carrier, "look_up", None)):
            raise CommandError(
                f"--carriers {named}: {carrier!r} is not a carrier: expected a function, an object with `look_up`, "
                "or a dict of these by code",
                COMMAND_LINE,
            )
    return found


def module_file(module: str) -> str:
    """Returns the file of a module, because importing the wrong file is a common mistake."""
    return str(getattr(sys.modules[module], "__file__", None) or "built in")


def _describe(error: Exception) -> str:
    trace, last = error.__traceback__, ""
    while trace is not None:
        last = f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return f"{type(error).__name__}: {error}{'' if isinstance(error, SyntaxError) else last}"
