"""Signing, verifying and reading notifications, and a delivery from end to end."""

from __future__ import annotations

import http.client
import http.server
import threading
from datetime import timedelta

import pytest

import shiptrack
from shiptrack import Secret, webhooks
from shiptrack.errors import SignatureError
from shiptrack.testing import START, Scenario
from shiptrack.types import DeliveryRules

SECRET = "whsec_c2VjcmV0IG9mIHRoZSB3ZWJob29r"


def output(scenario: Scenario) -> bytes:
    scenario.client().tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    scenario.run()
    return scenario.events[0].notification.page.text.encode()


def test_only_signed_bodies_verify(scenario: Scenario) -> None:
    body = output(scenario)
    headers = webhooks.sign(SECRET, body, id="n-1", now=START)
    for secrets in (SECRET, Secret(SECRET), ["another secret", SECRET]):
        for shape in (
            headers,
            list(headers.items()),
            {name.upper(): value for name, value in headers.items()},
            [(name.encode(), value.encode()) for name, value in headers.items()],
        ):
            verified = webhooks.verify(secrets, shape, body, now=START)
            assert (verified.scheme, verified.id, verified.timestamp) == ("standard", "n-1", START)
    for wrong in (
        lambda: webhooks.verify("another secret", headers, body, now=START),
        lambda: webhooks.verify(SECRET, headers, body + b" ", now=START),
        lambda: webhooks.verify(SECRET, {}, body, now=START),
        lambda: webhooks.verify(SECRET, headers, body, now=START + timedelta(seconds=301)),
        lambda: webhooks.verify(SECRET, headers, body, now=START + timedelta(seconds=11), tolerance=10),
    ):
        with pytest.raises(SignatureError) as refused:
            wrong()
        assert isinstance(refused.value, ValueError) and SECRET not in str(refused.value)


def test_headers_of_web_frameworks_are_accepted(scenario: Scenario) -> None:
    import email.message

    from starlette.datastructures import Headers

    body = output(scenario)
    signed = webhooks.sign(SECRET, body, id="n-1", now=START)
    message = http.client.HTTPMessage()
    old = email.message.Message()
    for name, value in signed.items():
        message[name] = value
        old[name] = value

    class Own:
        def items(self) -> list[tuple[str, str]]:
            return list(signed.items())

    raw = [(name.lower().encode(), value.encode()) for name, value in signed.items()]
    for headers in (message, old, Headers(signed), Headers(raw=raw), Own(), raw, [list(pair) for pair in signed.items()]):
        assert webhooks.receive(SECRET, headers, body, now=START).event == "tracking_request.succeeded"
        with pytest.raises(SignatureError):
            webhooks.receive(SECRET, headers, body + b" ", now=START)
    assert webhooks.receive(SECRET, message, memoryview(bytearray(body)).toreadonly(), now=START).sequence == 1
    for wrong in (5, "text", [5], [("a",)], ["ab"]):
        with pytest.raises(TypeError, match=r"^headers(\[0\])?:"):
            webhooks.receive(SECRET, wrong, body, now=START)  # type: ignore[arg-type]


def test_hosted_signature_fails_with_require_timestamp(scenario: Scenario) -> None:
    body = output(scenario)
    hosted = {name: value for name, value in webhooks.sign(SECRET, body, id="n").items() if name.startswith("X-")}
    # Secrets of this form require a signed time.
    for asked in (None, True):
        with pytest.raises(SignatureError):
            webhooks.verify(SECRET, hosted, body, require_timestamp=asked)
        with pytest.raises(SignatureError):
            webhooks.receive(SECRET, hosted, body, require_timestamp=asked)
    assert webhooks.verify(SECRET, hosted, body, require_timestamp=False).scheme == "hosted"
    plain = "a token of the hosted service"
    hosted = {name: value for name, value in webhooks.sign(plain, body, id="n").items() if name.startswith("X-")}
    assert webhooks.receive(plain, hosted, body).verified.scheme == "hosted"
    with pytest.raises(SignatureError):
        webhooks.verify([SECRET, plain], hosted, body, require_timestamp=True)
    with pytest.raises(TypeError, match="^require_timestamp:"):
        webhooks.verify(SECRET, hosted, body, require_timestamp="no")  # type: ignore[arg-type]


def test_notifications_have_types(scenario: Scenario) -> None:
    body = output(scenario)
    notification = webhooks.receive(SECRET, webhooks.sign(SECRET, body, id="n-1"), body)
    assert notification.event == "tracking_request.succeeded" and notification.sequence == 1
    about = notification.about()
    assert isinstance(about, shiptrack.TrackingRequest) and about.status == "created"


class Receiving:
    """A receiver on this machine, and the requests it received."""

    def __init__(self) -> None:
        self.posts: list[tuple[list[tuple[str, str]], bytes]] = []
        posts = self.posts

        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                posts.append((list(self.headers.items()), body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/in"

    def __enter__(self) -> Receiving:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def test_webhook_secret_rotates_without_losing_deliveries(scenario: Scenario) -> None:
    with Receiving() as receiver:
        client = scenario.client()
        hook = client.webhooks.create(receiver.url, events=["tracking_request.failed"])
        new = client.webhooks.rotate_secret(hook.id, overlap=timedelta(hours=1))
        assert hook.secret and new.secret and new.secret != hook.secret

        def output() -> tuple[list[tuple[str, str]], bytes]:
            client.tracking_requests.create(container="TEST-TR-FAILED", scac="TEST")
            scenario.run()
            return receiver.posts[-1]

        headers, body = output()
        for secrets in (hook.secret, new.secret, [new.secret, hook.secret]):
            assert webhooks.receive(secrets, headers, body, now=scenario.clock.now).verified.scheme == "standard"
        newest = client.webhooks.rotate_secret(hook.id, overlap=0)
        headers, body = output()
        assert newest.secret is not None
        webhooks.receive(newest.secret, headers, body, now=scenario.clock.now)
        with pytest.raises(SignatureError):
            webhooks.receive([hook.secret, new.secret], headers, body, now=scenario.clock.now)
        assert client.webhooks.rotate_secret(hook.id).secret != newest.secret
        with pytest.raises(ValueError, match="^overlap:"):
            client.webhooks.rotate_secret(hook.id, overlap=-1)
        with pytest.raises(shiptrack.errors.InvalidError):
            client.webhooks.rotate_secret(hook.id, overlap=timedelta(days=31))


def test_hosted_signature_can_be_disabled() -> None:
    rules: list[DeliveryRules] = [{}, {"hosted_signature": True}, {"hosted_signature": False}]
    for delivery in rules:
        sent = delivery.get("hosted_signature", True)
        with Receiving() as receiver, shiptrack.Service(worker=False, allow_loopback=True, delivery=delivery) as service:
            client = service.client()
            hook = client.webhooks.create(receiver.url)
            client.tracking_requests.create(container="TEST-TR-FAILED", scac="TEST")
            service.run_due()
            headers, body = receiver.posts[0]
            assert ("x-t49-webhook-signature" in {name.lower() for name, _ in headers}) == sent
            assert hook.secret is not None
            webhooks.receive(hook.secret, headers, body)
    with pytest.raises(TypeError, match="hosted_signature"):
        shiptrack.Service(delivery={"hosted_signature": "no"})  # type: ignore[typeddict-item]


def test_delivery_from_end_to_end(scenario: Scenario) -> None:
    posts: list[tuple[list[tuple[str, str]], bytes]] = []

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            posts.append((list(self.headers.items()), body))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        client = scenario.client()
        hook = client.webhooks.create(f"http://127.0.0.1:{server.server_address[1]}/in")
        client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
        done = scenario.run()
        server.shutdown()
    assert done.look_ups == 1 and done.deliveries == len(posts) > 0 and hook.secret is not None
    for headers, body in posts:
        notification = webhooks.receive(hook.secret, headers, body, now=START)
        assert client.webhook_notifications.get(notification.id).delivery_status == "succeeded"
    assert scenario.service.replay_failed() == 0


def test_printed_secret_is_rejected(scenario: Scenario) -> None:
    hook = scenario.client().webhooks.create("https://receiver.example/x")
    assert hook.secret is not None
    printed = str(hook.secret)
    for call in (
        lambda: webhooks.receive(printed, {}, b""),
        lambda: webhooks.receive([hook.secret, printed], {}, b""),
        lambda: webhooks.sign(printed, b"", id="x"),
        lambda: shiptrack.Client(printed, "https://host.example/v2"),
        lambda: scenario.client().webhooks.create("https://receiver.example/y", headers={"Authorization": printed}),
    ):
        with pytest.raises(ValueError, match=r"secret\.reveal\(\)"):
            call()


def test_loopback_webhook_error_names_allow_loopback() -> None:
    with shiptrack.Service(worker=False) as service, pytest.raises(shiptrack.errors.InvalidError, match="allow_loopback"):
        service.client().webhooks.create("http://127.0.0.1:8000/x")
