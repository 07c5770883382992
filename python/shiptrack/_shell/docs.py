"""The command that prints documentation pages and examples."""

from __future__ import annotations

from shiptrack._native import _pages
from shiptrack._shell.exits import NOT_FOUND, CommandError
from shiptrack._shell.output import Column, Output
from shiptrack._shell.target import Target

DOCS_HELP = """\
Pages are Markdown; examples are printed as they are:
  shiptrack docs facts | less
  shiptrack docs receiver.py > receiver.py
"""

_PAGES = (Column("PAGE", "name", keep=True), Column("ABOUT", "about", wraps=True))


def docs(target: Target, out: Output) -> None:
    pages, name = _pages(), target.options.page
    if name is None:
        out.rows([{"name": known, "about": about} for known, about, _ in pages], _PAGES)
        return
    text = next((text for known, _, text in pages if name in (known, known.partition(".")[0])), None)
    if text is None:
        raise CommandError(f"there is no page `{name}`: `shiptrack docs` lists all pages", NOT_FOUND)
    out.stream.write(text)
