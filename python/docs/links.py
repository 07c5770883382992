"""Checks that every link within the built site has a target: ``python links.py SITE``."""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links of a page, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.add(value)
            elif name == "id" and value:
                self.places.add(value)


def broken(site: Path) -> list[str]:
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    found = []
    for path, page in pages.items():
        # The page for missing URLs does not know its own location.
        for link in sorted(page.links) if path.name != "404.html" else ():
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            missing = target in pages and parts.fragment and unquote(parts.fragment) not in pages[target].places
            if missing and not parts.fragment.startswith("__"):
                found.append(f"{path.relative_to(site)}: {link} has no such anchor")
            elif not target.exists():
                found.append(f"{path.relative_to(site)}: {link} has no target")
    assert len(pages) > 20, "the site has pages"
    return found


if __name__ == "__main__":
    problems = broken(Path(sys.argv[1]).resolve())
    sys.exit("\n".join(problems) or 0)
