"""Creates the pages of the site: guides from the README, pages of the core, examples, and the API.

``python pages.py TARGET``
"""

from __future__ import annotations

import ast
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python/shiptrack"
CORE = ["how-to-python", "facts", "carriers", "documents", "edi", "push", "simulator", "lifecycle", "events", "settings", "interface"]
EXAMPLES = ["receiver", "pdf_extractor", "edi_inbox"]
MODULES = ["carriers", "errors", "facts", "numbers", "tables", "testing", "timeline", "types", "values", "webhooks"]
HOSTS = ["Client", "Service", "Server", "Events", "ManualClock", "CancelToken", "Response", "Secret", "ShiptrackWarning", "serve_reader"]
LISTINGS = ["Listing", "Items", "Pages", "Page", "Resource", "ResourceId"]
ASYNC = ["AsyncClient", "AsyncListing", "AsyncItems", "AsyncPages"]


def listed(file: str) -> list[str]:
    """Returns the names in `__all__` of a module, in order."""
    for node in ast.parse((PACKAGE / file).read_text()).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            names: list[str] = ast.literal_eval(node.value)
            return names
    raise ValueError(file)


def slug(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower()).strip("-")


def linked(text: str) -> str:
    """Links pages that the command line would print."""
    text = re.sub(rf"`shiptrack docs ({'|'.join(CORE)})`", r"[\g<0>](../reference/\1.md)", text)
    return re.sub(rf"`shiptrack docs ({'|'.join(EXAMPLES)})\.py`", r"[\g<0>](../examples/\1.md)", text)


def link_roles(documentation: str) -> str:
    """Converts roles in docstrings to Markdown: a link if the full name is given."""

    def link(found: re.Match[str]) -> str:
        shown, _, name = found[1].rstrip(">").partition(" <")
        name = name or shown.lstrip("~")
        shown = shown.rpartition(".")[2] if shown.startswith("~") else shown
        return f"[`{shown}`][{name}]" if name.startswith("shiptrack.") else f"`{shown}`"

    return re.sub(r":[a-z]+:`([^`]+)`", link, documentation)


def guides() -> Iterator[tuple[str, str]]:
    """Yields the title and text of each guide."""
    intro, *parts = re.split(r"^## ", (ROOT / "python/README.md").read_text(), flags=re.M)
    yield "shiptrack for Python", intro.partition("\n")[2]
    for part in parts:
        title, _, text = part.partition("\n")
        yield title, text


def api(names: list[str], home: str = "shiptrack") -> str:
    return "\n".join(f"::: {home}.{name}\n" for name in names)


def main(target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    pages = target / "pages"
    nav: dict[str, list[tuple[str, str]]] = {"Guides": [], "Reference": [], "Examples": [], "API": []}

    def put(section: str, path: str, title: str, text: str) -> None:
        place = pages / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"# {title}\n\n{text.strip()}\n", encoding="utf-8")
        nav[section].append((title, path))

    for number, (title, text) in enumerate(guides()):
        place = "index.md" if number == 0 else f"guides/{slug(title)}.md"
        text = linked(text)
        put("Guides", place, title, text.replace("](../", "](") if number == 0 else text)
    for name in CORE:
        title, _, text = (ROOT / f"core/docs/{name}.md").read_text().partition("\n")
        put("Reference", f"reference/{name}.md", title.removeprefix("# "), text)
    for name in EXAMPLES:
        source = (ROOT / f"python/examples/{name}.py").read_text()
        put("Examples", f"examples/{name}.md", name, f"```python\n{source}```\n")
    put("API", "api/client.md", "Clients and services", api(HOSTS))
    put("API", "api/listings.md", "Listings and resources", api(LISTINGS))
    put("API", "api/families.md", "Families", api(listed("_families.py")))
    put("API", "api/asyncio.md", "asyncio", api(ASYNC) + "\n" + api([f"Async{name}" for name in listed("_families.py")]))
    put("API", "api/resources.md", "Resource types", api(listed("_resources.pyi")))
    for name in MODULES:
        put("API", f"api/{name}.md", f"shiptrack.{name}", f"::: shiptrack.{name}\n    options:\n      members: true\n")
    # The API pages are made from the stubs where there are stubs, without the modules that they describe.
    package = target / "package/shiptrack"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("*.so", "__pycache__", "_shell"))
    for stub in package.glob("*.pyi"):
        stub.with_suffix(".py").unlink(missing_ok=True)
    for file in package.glob("*.py*"):
        file.write_text(link_roles(file.read_text()))
    config = (ROOT / "python/docs/mkdocs.yml").read_text() + "nav:\n"
    for section, entries in nav.items():
        config += f"  - {section}:\n" + "".join(f"      - {title!r}: {path}\n" for title, path in entries)
    (target / "mkdocs.yml").write_text(config, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
