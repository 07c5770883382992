"""An extractor that reads the text of PDF attachments with pypdf, and leaves the rest to the built-in reader.

The built-in reader reads PDFs itself. Text recognition for scanned pages is plugged in in the same way.
"""

from __future__ import annotations

import io

import pypdf

import shiptrack


def read_pdf(source: shiptrack.values.DocumentInput) -> shiptrack.Extraction | None:
    """Returns the text of a PDF; ``None`` for any other document."""
    if source.content_type != "application/pdf":
        return None
    pages = pypdf.PdfReader(io.BytesIO(source.content)).pages
    return shiptrack.Extraction(text="\n".join(page.extract_text() for page in pages))


if __name__ == "__main__":
    service = shiptrack.Service("tracking.db", extractors=[read_pdf])
    print(service)
