"""Uploading a file as a document: announce, send, create."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import pathlib
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from byte_server import answer, end_accepting
from test_citizen import CTRL_C, took_to_interrupt

from shiptrack import Client, Service
from shiptrack.errors import CancelledError, ConflictError, InvalidError

CONTENT = bytes(range(256)) * 1_200


class Receiver:
    """A service with storage: stores all bytes that it receives, and responds as the case says."""

    def __init__(self, created: bytes | None = None, takes: bool = True) -> None:
        self.created = created or answer(json.dumps({"data": {"id": "d-1", "type": "document"}}).encode(), "201 Created")
        self.takes = takes
        self.came: list[tuple[str, str, dict[str, str], bytes]] = []
        self.ended = threading.Event()
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.origin = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.thread = threading.Thread(target=self._accept, daemon=True)
        self.thread.start()

    def _accept(self) -> None:
        while True:
            connection, _ = self.socket.accept()
            if self.ended.is_set():
                connection.close()
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as lines:
            while request := lines.readline():
                method, path = request.decode().split()[:2]
                headers = {}
                while (line := lines.readline()) not in (b"\r\n", b""):
                    name, _, value = line.decode().partition(":")
                    headers[name.lower()] = value.strip()
                if method == "PUT" and not self.takes:
                    self.ended.wait(60)
                    return
                length = int(headers.get("content-length", 0))
                body = lines.read(length)
                if len(body) < length:
                    return
                self.came.append((method, path, headers, body))
                connection.sendall(self._answer(path))

    def _answer(self, path: str) -> bytes:
        if path == "/v2/documents":
            return self.created
        if path == "/bucket/k":
            return answer(b"", "200 OK", {})
        place = {"url": f"{self.origin}/bucket/k", "headers": {"Content-Type": "application/pdf", "X-Kind": "block"}}
        output = json.dumps({"signed_id": "signed", "direct_upload": place}).encode()
        return answer(output, "200 OK", {"Content-Type": "application/json"})

    def close(self) -> None:
        self.ended.set()
        end_accepting(self.socket, self.thread)

    def client(self, **settings: Any) -> Client:
        return Client("key-of-tests", f"{self.origin}/v2", **settings)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.close()


def test_path_is_uploaded_with_progress(receiver: Receiver, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "invoice-17.pdf"
    path.write_bytes(CONTENT)
    output: list[tuple[int, int | None]] = []
    with receiver.client() as client:
        document = client.documents.upload(path, progress=lambda sent, total: output.append((sent, total)))
    assert document.id == "d-1" and document.type == "document"
    announced, sent, created = receiver.came
    blob = json.loads(announced[3])["blob"]
    checksum = base64.b64encode(hashlib.md5(CONTENT).digest()).decode()
    assert blob == {
        "filename": "invoice-17.pdf",
        "content_type": "application/pdf",
        "byte_size": len(CONTENT),
        "checksum": checksum,
    }
    assert sent[0] == "PUT" and sent[3] == CONTENT and sent[2]["x-kind"] == "block"
    assert "authorization" not in sent[2] and "authorization" in created[2]
    assert json.loads(created[3])["data"]["attributes"] == {"name": "invoice-17.pdf", "attached_document": "signed"}
    assert output == sorted(set(output)) and output[0] == (0, len(CONTENT)) and output[-1] == (len(CONTENT), len(CONTENT))


def test_open_file_is_uploaded_from_its_position(receiver: Receiver, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "scan.tiff"
    path.write_bytes(b"not this" + CONTENT)
    with receiver.client() as client, path.open("rb") as file:
        file.seek(8)
        client.documents.upload(file, name="Invoice 17")
        client.documents.upload(io.BytesIO(b"hello"), name="letter.txt", content_type="text/html")
    blobs = [json.loads(body)["blob"] for _, path, _, body in receiver.came if path.startswith("/rails")]
    assert [(blob["filename"], blob["content_type"]) for blob in blobs] == [("scan.tiff", "image/tiff"), ("letter.txt", "text/html")]
    assert [body for method, _, _, body in receiver.came if method == "PUT"] == [CONTENT, b"hello"]


def test_duplicate_upload_names_the_existing_document() -> None:
    meta = {"existing_document_id": "d-0", "existing_document_name": "Invoice 17"}
    error = {"errors": [{"title": "Conflict", "code": "duplicate_document", "meta": meta}]}
    receiver = Receiver(created=answer(json.dumps(error).encode(), "409 Conflict"))
    with receiver.client() as client, pytest.raises(ConflictError) as raised:
        client.documents.upload(io.BytesIO(b"hello"), name="a.pdf")
    receiver.close()
    assert raised.value.code == "duplicate_document" and raised.value.errors[0]["meta"] == meta


def test_upload_of_a_missing_file_raises_os_error(receiver: Receiver, tmp_path: pathlib.Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("hello")
    with receiver.client() as client:
        with pytest.raises(FileNotFoundError) as missing:
            client.documents.upload(tmp_path / "missing.pdf")
        assert missing.value.filename == str(tmp_path / "missing.pdf")
        with pytest.raises(InvalidError, match="directory"):
            client.documents.upload(tmp_path)
        with pytest.raises(InvalidError) as nameless:
            client.documents.upload(io.BytesIO(b"hello"))
        assert nameless.value.pointer == "name"
        for nothing in ("", "/"):
            with pytest.raises(InvalidError, match="file is an empty path") as empty:
                client.documents.upload(nothing)
            assert empty.value.pointer == "file"
        with pytest.raises(InvalidError) as untyped:
            client.documents.upload(text, content_type="pdf")
        assert untyped.value.pointer == "content_type"
        with pytest.raises(TypeError, match="binary"), text.open() as file:
            client.documents.upload(file)  # type: ignore[arg-type]
        for wrong in (b"bytes", 7, None):
            with pytest.raises(TypeError, match="^file: a path"):
                client.documents.upload(wrong)  # type: ignore[arg-type]
    assert receiver.came == []


def test_file_that_changes_during_upload_is_rejected(receiver: Receiver, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(CONTENT)

    def shorten(sent: int, total: int | None) -> None:
        if sent == 0:
            path.write_bytes(b"hello")

    with receiver.client() as client, pytest.raises(InvalidError, match="it is shorter now") as raised:
        client.documents.upload(path, progress=shorten)
    assert raised.value.pointer == "file"
    assert [path for _, path, _, _ in receiver.came] == ["/rails/active_storage/direct_uploads"]


def test_connection_error_of_upload_has_no_filename(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(CONTENT)
    with Client("key-of-tests", "http://127.0.0.1:1/v2", attempts=1) as client, pytest.raises(ConnectionError) as raised:
        client.documents.upload(path)
    assert raised.value.filename is None


def test_exception_of_file_or_callable_ends_the_upload(receiver: Receiver) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise ZeroDivisionError("no more")

    def refuse(sent: int, total: int | None) -> None:
        raise KeyError(sent)

    with receiver.client() as client:
        with pytest.raises(ZeroDivisionError):
            client.documents.upload(Broken(), name="a.pdf")
        with pytest.raises(KeyError):
            client.documents.upload(io.BytesIO(CONTENT), name="a.pdf", progress=refuse)
        with pytest.raises(TypeError, match="^progress: "):
            client.documents.upload(io.BytesIO(CONTENT), name="a.pdf", progress=7)  # type: ignore[arg-type]
        client.documents.upload(io.BytesIO(CONTENT), name="a.pdf")
    assert [path for _, path, _, _ in receiver.came].count("/v2/documents") == 1


def test_ctrl_c_and_close_end_a_stalled_upload() -> None:
    receiver = Receiver(takes=False)
    content = io.BytesIO(bytes(20 << 20))
    client = receiver.client()

    def upload() -> None:
        content.seek(0)
        client.documents.upload(content, name="a.pdf")

    assert took_to_interrupt(upload) < CTRL_C
    content.seek(0)
    closer = threading.Timer(0.2, client.close)
    closer.start()
    with pytest.raises(CancelledError):
        client.documents.upload(content, name="a.pdf")
    closer.join()
    receiver.close()


def test_embedded_service_accepts_an_upload(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"hello world" * 100_000)
    with Service(worker=False) as service:
        documents = service.client().documents
        document = documents.upload(path)
        assert (document.name, document.source, document.file_size_bytes) == ("a.pdf", "api", 1_100_000)
        with pytest.raises(ConflictError) as raised:
            documents.upload(path)
        assert raised.value.code == "duplicate_document"
        documents.delete(document.id)
        assert list(documents.list()) == []
