"""An extractor that reads PDF attachments in ten lines, with pypdf."""

from __future__ import annotations

import io
import re

import pypdf

import shiptrack


def read_pdf(source: shiptrack.values.DocumentInput) -> shiptrack.Extraction | None:
    """Returns the container numbers in a PDF; ``None`` for any other document."""
    if source.content_type != "application/pdf":
        return None
    pages = pypdf.PdfReader(io.BytesIO(source.content)).pages
    found = re.findall(r"\b[A-Z]{3}U\d{7}\b", " ".join(page.extract_text() for page in pages))
    numbers = sorted({number for number in found if shiptrack.numbers.ContainerNumber.is_valid(number)})
    return shiptrack.Extraction({"containers": numbers}, document_type="pdf", schema_version="1")


if __name__ == "__main__":
    service = shiptrack.Service("tracking.db", extractors=[read_pdf])
    print(service)
