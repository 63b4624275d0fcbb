"""The server of a preview: this machine alone, a secret address, and no request that ends it."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from warcouncil.clients.room.preview.serving import BODY_BYTES_MAX, PreviewServer
from warcouncil.clients.room.preview.studio import Studio

from tests.clients.room.preview.test_studio import WORK
from tests.clients.room.preview.writing import FERRY, written


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PreviewServer]:
    """Serve a small scenario."""
    preview = PreviewServer(Studio(written(tmp_path)))
    preview.start()
    yield preview
    preview.stop()


def ask(
    server: PreviewServer, path: str, body: str | None = None, **headers: str
) -> tuple[int, str, http.client.HTTPMessage]:
    """Ask for a page, or send a form. Return the status, the text and the headers."""
    line = http.client.HTTPConnection(server.host, timeout=20)
    sent = {"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {}
    line.request("GET" if body is None else "POST", path, body, sent | headers)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, text, answer.headers


def test_only_the_secret_address_of_this_machine_answers(server: PreviewServer) -> None:
    """If this fails, any page in the author's browser, or any neighbour, reads every secret."""
    assert server.host.startswith("127.0.0.1:")
    assert len(server.token) >= 20
    assert ask(server, server.base)[0] == 200
    for path in ("/", "/x/", f"/{server.token[:-1]}/", f"{server.base}x", f"{server.base}../", "//"):
        assert ask(server, path)[0] == 404
    assert ask(server, server.base, Host="evil.example")[0] == 404
    form = urlencode({"do": "again"})
    assert ask(server, f"{server.base}act", form, Origin="http://evil.example")[0] == 403
    assert ask(server, f"{server.base}act", form, Origin="null")[0] == 403
    assert ask(server, "/act", form)[0] == 403
    assert ask(server, f"{server.base}act", form, Origin=f"http://{server.host}")[0] == 303


def test_the_page_loads_nothing_from_elsewhere_and_runs_nothing_of_the_author(server: PreviewServer) -> None:
    """If this fails, a text of a stranger's scenario can send the secrets away."""
    _, page, headers = ask(server, server.base)
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "frame-ancestors 'none'" in policy
    assert headers["Cache-Control"] == "no-store"
    assert "http" not in page.replace(f"http://{server.host}", "").partition("<body")[0]
    assert ask(server, f"{server.base}preview.css")[0] == 200
    assert ask(server, f"{server.base}preview.js")[0] == 200
    assert "Two villages" in ask(server, f"{server.base}whole")[1]


def test_a_form_steps_through_and_a_bad_request_ends_nothing(server: PreviewServer) -> None:
    """If this fails, a request that is no form of ours ends the preview."""
    act = f"{server.base}act"
    form = urlencode({"do": "close", "step": "0", "as": "upper"} | WORK, doseq=True)
    status, _, headers = ask(server, act, form)
    assert (status, headers["Location"]) == (303, f"{server.base}?step=1&as=upper")
    assert "The bridge: 0 →" in ask(server, headers["Location"])[1]
    refused = ask(server, act, form.replace("coins=1", "coins=9").replace("coins%7C", ""))
    assert refused[0] in (303, 422)
    for body in ("", "&&&=", "do=close&step=99999&as=%00", "do=close&step=-1", "x=1&" * 5000, "\udcff"):
        sent = body.encode("utf-8", "surrogateescape").decode("latin-1")
        assert ask(server, act, sent)[0] in (303, 400, 422)
    assert ask(server, act, "a" * 10, **{"Content-Length": str(BODY_BYTES_MAX + 1)})[0] == 413
    for step in ("9999", "-1", "x", "٣"):
        assert ask(server, f"{server.base}?{urlencode({'step': step, 'as': 'nobody'})}")[0] == 200
    with socket.create_connection(tuple(server.host.split(":")), timeout=20) as line:  # type: ignore[arg-type]  # a port may be text
        line.sendall(b"\x00\xff nonsense\r\n\r\n")
        assert b"400" in line.recv(4000)
    assert ask(server, server.base)[0] == 200


def test_a_saved_file_is_announced_and_the_end_too(server: PreviewServer, tmp_path: Path) -> None:
    """If this fails, the page shows an old version, or waits for ever for a preview that has ended."""
    line = http.client.HTTPConnection(server.host, timeout=20)
    line.request("GET", f"{server.base}events")
    events = line.getresponse()
    assert events.readline() == b"data: 1\n"
    written(tmp_path, FERRY.replace("Two villages", "Two towns"))
    server.studio.look()
    assert (events.readline(), events.readline()) == (b"\n", b"data: 2\n")
    server.studio.stop()
    assert events.read() == b"\n"
    line.close()
