"""`warcouncil host --web`: the address for browsers is the announced one, with one certificate, as long as
the exercise lives.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import ssl
import urllib.request
from dataclasses import replace
from pathlib import Path

import psutil  # type: ignore[import-untyped]  # it ships no types
import pytest
from typer.testing import CliRunner
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.file.listened_at import ListenedAt, WebPlace
from warcouncil.clients.commands.before.plan import plan as app
from warcouncil.clients.commands.host import browsers
from warcouncil.clients.commands.host.listen_address import AskedPlace, place_for
from warcouncil.clients.plan.reading.layout import WebWish
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.web.certificate import Certificate

from tests import profile
from tests.clients.commands.host.test_host import mistaken
from tests.clients.commands.test_going_on import arbiter, recalled
from tests.ports import free_ports

BEFORE = ListenedAt("127.0.0.1", 6280, addresses=("127.0.0.1:6280",), web=WebPlace(7000, "/c.pem", "/k.pem"))


def answers(base: str) -> int:
    """Request a page that does not exist, and return the response."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        with urllib.request.urlopen(f"{base}/none", context=context, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return int(error.code)


@pytest.mark.night(keep=0)
@pytest.mark.parametrize("wall", ["--wall", "--no-wall"] if profile.BY_NIGHT else ["--wall"])
def test_browsers_find_it_again_after_a_power_cut(tmp_path: Path, wall: str) -> None:
    """The page has another port or another certificate, or the old gateway keeps the port."""
    file = tmp_path / "x.warcouncil"
    words = ["--bind", "127.0.0.1", "--port", str(free_ports(3)), "--no-announce", wall, "--file", str(file)]
    with arbiter("kartenspiel", "--web", *words) as (process, said):
        children = psutil.Process(process.pid).children()
        assert answers(said["web"]["address"]) == 404
        (card,) = [one for one in said["cards"] if one["seat"] == "red.army"]
        assert card["web"].startswith(f"{said['web']['address']}/seat/{card['code'][:3]}#seat=Red+army")
        assert card["code"][4:] not in json.dumps(card["web"])
    psutil.wait_procs(children, timeout=60)
    assert not any(child.is_running() for child in children)
    with arbiter("--resume", str(file)) as (process, again):
        assert again["web"] == said["web"]
        assert answers(again["web"]["address"]) == 404
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(60) == 0
    told = CliRunner().invoke(app, ["cards", str(file), "--address", "10.0.0.9"])
    assert told.exit_code == 0, told.output
    printed = (tmp_path / "x.cards.txt").read_text("utf-8")
    port = said["web"]["address"].rpartition(":")[2]
    assert f"https://10.0.0.9:{port}/seat/{card['code'][:3]}" in printed
    assert said["web"]["fingerprint"][:39] in printed
    kept_place = recalled(file)
    assert kept_place is not None
    assert kept_place.web == WebPlace(int(said["web"]["address"].rpartition(":")[2]))


def test_without_what_serves_browsers_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host reads a traceback about an unknown module."""
    monkeypatch.setattr(browsers, "find_spec", lambda name: None)
    with pytest.raises(BadInput, match=r'^--web: .* Install it: /.* -m pip install "warcouncil\[web\]"$'):
        browsers.browsers_for(place_for(AskedPlace(web=True), None), Location(Path("x")), "x", print)


def test_a_wish_that_cannot_be_met_leaves_no_file_behind(tmp_path: Path) -> None:
    """The next try is refused because the exercise exists already."""
    text = mistaken(
        "host",
        "kartenspiel",
        "--web",
        "--web-cert",
        "none.pem",
        "--web-key",
        "k.pem",
        "--file",
        str(tmp_path / "x"),
    )
    assert (
        "none.pem: it cannot be read: there is no such file or folder. To go on without"
        " browsers, use --no-web"
    ) in text
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("asked", "before", "found"),
    [
        (AskedPlace(), None, None),
        (AskedPlace(web=True), None, WebPlace(5282)),
        (AskedPlace(web=True, port=40000), None, WebPlace(40002)),
        (AskedPlace(web=True, port=0), None, WebPlace(0)),
        (AskedPlace(web=True, web_port=443), None, WebPlace(443)),
        (AskedPlace(), BEFORE, BEFORE.web),
        (AskedPlace(port=40000), BEFORE, BEFORE.web),
        (AskedPlace(web_port=7001), BEFORE, WebPlace(7001, "/c.pem", "/k.pem")),
        (AskedPlace(web=False), BEFORE, None),
        (AskedPlace(web=True), replace(BEFORE, web=None), WebPlace(6282)),
    ],
)
def test_browsers_come_in_as_asked_for_else_as_before_else_as_usual(
    asked: AskedPlace, before: ListenedAt | None, found: WebPlace | None
) -> None:
    """A resume locks browsers out, or admits them though the host did not ask for it."""
    assert place_for(asked, before).web == found


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (AskedPlace(web_port=7000), "Give --web too"),
        (AskedPlace(web_cert=Path("c"), web_key=Path("k")), "Give --web too"),
        (AskedPlace(web=True, web_key=Path("k")), "belong together"),
        (AskedPlace(web=True, port=6280, web_port=6281), "the seats and their door use 6280 and 6281"),
        (AskedPlace(web=True, port=65534), "there is no port 65536 for browsers. Give one with --web-port"),
    ],
)
def test_an_impossible_setting_for_browsers_is_refused(asked: AskedPlace, said: str) -> None:
    """A host notices the mistake when the first guest opens a dead page."""
    with pytest.raises(BadInput, match=said):
        place_for(asked, None)


def test_the_command_line_overrides_the_plan_and_nothing_else() -> None:
    """A plan's own certificate is lost because a port was named, or browsers are admitted though the host said no."""
    wish = WebWish(7000, Path("/c.pem"), Path("/k.pem"))
    assert place_for(AskedPlace().over(wish), None).web == WebPlace(7000, "/c.pem", "/k.pem")
    assert place_for(AskedPlace(web_port=9).over(wish), None).web == WebPlace(9, "/c.pem", "/k.pem")
    assert place_for(AskedPlace(web=False).over(wish), None).web is None
    own = AskedPlace(web_cert=Path("/d.pem"), web_key=Path("/l.pem"))
    assert place_for(own.over(wish), None).web == WebPlace(7000, "/d.pem", "/l.pem")
    assert AskedPlace().over(None) == AskedPlace()


def certified(*names: str) -> Certificate:
    """Return a room's own certificate."""
    return Certificate(Path("c"), Path("k"), "AB", names, is_own=True)


@pytest.mark.parametrize(
    ("certificate", "here", "told"),
    [
        (certified("games.example.org", "10.0.0.4"), "pc", "games.example.org"),
        (certified("10.0.0.4", "10.0.0.9", "games.example.org"), "pc", "10.0.0.9"),
        (certified("*.example.org"), "room7.example.org", "room7.example.org"),
        (certified("*.example.org"), "pc", "10.0.0.9"),
        (certified(), "pc", "10.0.0.9"),
        (replace(certified("pc.local"), is_own=False), "pc", "10.0.0.9"),
    ],
)
def test_people_are_told_a_name_that_the_certificate_vouches_for(
    monkeypatch: pytest.MonkeyPatch, certificate: Certificate, here: str, told: str
) -> None:
    """Browsers warn although the room has its own certificate, or people are told a name that no phone can look
    up.
    """
    monkeypatch.setattr(socket, "gethostname", lambda: here)
    made = browsers.Browsers(Path("f"), certificate, ("10.0.0.9", "10.0.0.4"), gateway=None)  # type: ignore[arg-type]  # not run here
    assert made.door(5282, "Jena", names=True).base == f"https://{told}:5282"
