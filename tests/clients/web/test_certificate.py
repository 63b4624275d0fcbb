"""The certificate: made once and kept, or the room's own, which is valid or is refused in one line."""

from __future__ import annotations

import os
import re
import socket
import ssl
import threading
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from unittest.mock import Mock

import pytest
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, ExtensionOID
from warcouncil.clients.web.certificate import CHAIN, GOOD_FOR, KEY, BadCertificate, kept, own

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOSTS = ("10.1.2.3", "fe80::1%eth0", "room-pc.example")


def test_a_resume_serves_the_certificate_of_the_cards(tmp_path: Path) -> None:
    """Every browser warns again, and the fingerprints on the cards are wrong."""
    first = kept(tmp_path / "web", "Jena", HOSTS, NOW)
    again = kept(tmp_path / "web", "Jena", ["192.168.0.9"], NOW + timedelta(days=200))
    assert again == first
    assert kept(tmp_path / "other", "Jena", HOSTS, NOW).fingerprint != first.fingerprint


def test_it_names_every_address_of_the_machine_and_what_it_is_called(tmp_path: Path) -> None:
    """A browser warns of an unknown name too, and some browsers then offer no way to continue."""
    made = kept(tmp_path, "Jena", HOSTS, NOW)
    name = socket.gethostname()
    wanted = {
        "10.1.2.3",
        "fe80::1",
        "room-pc.example",
        "localhost",
        "127.0.0.1",
        "::1",
        name,
        f"{name.partition('.')[0]}.local",
    }
    assert wanted <= set(made.names)


def test_it_vouches_for_this_server_and_for_nothing_else(tmp_path: Path) -> None:
    """A phone that trusts it trusts everything that its key signs, or refuses it because of missing marks."""
    made = kept(tmp_path, "Jena", HOSTS, NOW)
    found = x509.load_pem_x509_certificate(made.chain.read_bytes())
    basic = found.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (basic.critical, basic.value.ca) == (True, False)
    usage = found.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert found.not_valid_after_utc - found.not_valid_before_utc == GOOD_FOR < timedelta(days=398)
    assert found.not_valid_before_utc < NOW - timedelta(days=1), "a phone whose clock is a day behind"


@pytest.mark.skipif(os.name != "posix", reason="rights of files are the system's own there")
def test_only_its_owner_may_read_the_key(tmp_path: Path) -> None:
    """Another user of the machine can impersonate the gateway."""
    made = kept(tmp_path / "web", "Jena", HOSTS, NOW)
    assert (tmp_path / "web").stat().st_mode & 0o777 == 0o700
    assert made.key.stat().st_mode & 0o777 == 0o600


def test_the_fingerprint_is_the_one_that_browsers_show(tmp_path: Path) -> None:
    """People compare two numbers that never agree."""
    made = kept(tmp_path, "Jena", HOSTS, NOW)
    seen: list[bytes] = []
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(made.chain, made.key)
    here, there = socket.socketpair()

    def look() -> None:
        browser = ssl.create_default_context()
        browser.check_hostname = False
        browser.verify_mode = ssl.CERT_NONE
        with browser.wrap_socket(there) as link:
            seen.append(link.getpeercert(binary_form=True) or b"")

    looking = threading.Thread(target=look)
    looking.start()
    with server.wrap_socket(here, server_side=True):
        looking.join(10)
    assert made.fingerprint.replace(" ", "") == sha256(seen[0]).hexdigest().upper()
    assert [len(group) for group in made.fingerprint.split()] == [4] * 16


def test_a_useless_certificate_is_made_again(tmp_path: Path) -> None:
    """An exercise cannot be resumed in a browser a year later, or after its folder was half restored."""
    first = kept(tmp_path, "Jena", HOSTS, NOW)
    later = kept(tmp_path, "Jena", HOSTS, NOW + GOOD_FOR)
    assert later.fingerprint != first.fingerprint
    later.key.unlink()
    assert kept(tmp_path, "Jena", HOSTS, NOW + GOOD_FOR).fingerprint != later.fingerprint
    (tmp_path / CHAIN).write_text("nonsense")
    assert kept(tmp_path, "Jena", HOSTS, NOW).fingerprint


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A host sees only a traceback."""
    (tmp_path / "web").write_text("a file in the way")
    with pytest.raises(BadCertificate, match=r"web: no certificate can be kept there: it exists already"):
        kept(tmp_path / "web", "Jena", HOSTS, NOW)


@pytest.mark.parametrize("title", ["", "Übung " * 40, "x" * 200])
def test_any_title_will_do(tmp_path: Path, title: str) -> None:
    """An exercise with a long name cannot be played in a browser."""
    assert kept(tmp_path, title, ["bücher.example", "a" * 70 + ".example"], NOW).names


def test_a_rooms_own_is_taken_when_it_fits(tmp_path: Path) -> None:
    """Browsers warn although the room has a valid certificate."""
    made = kept(tmp_path, "Jena", HOSTS, NOW)
    taken = own(made.chain, made.key, NOW)
    assert (taken.is_own, taken.fingerprint, taken.names) == (True, made.fingerprint, made.names)


def broken(folder: Path, how: str) -> tuple[Path, Path, datetime]:
    """Return a certificate and a key that are unusable in one way."""
    made, other = kept(folder / "one", "Jena", HOSTS, NOW), kept(folder / "two", "Jena", HOSTS, NOW)
    chain, key, now = made.chain, made.key, NOW
    match how:
        case "not its key":
            key = other.key
        case "swapped":
            chain, key = key, chain
        case "ended":
            now = NOW + GOOD_FOR
        case "not begun":
            now = NOW - timedelta(days=30)
        case "away":
            chain = folder / "none.pem"
        case "empty key":
            key = folder / "empty.pem"
            key.write_text("")
        case "locked":
            key = folder / "locked.pem"
            secret = load_pem_private_key(made.key.read_bytes(), None)
            locked = BestAvailableEncryption(b"secret")
            key.write_bytes(secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, locked))
        case _:
            raise AssertionError(how)
    return chain, key, now


SAID = {
    "not its key": r"two/key\.pem: it does not belong to the certificate in .*one/certificate\.pem",
    "swapped": r"one/key\.pem: it holds no certificate in PEM",
    "ended": r"certificate\.pem: it expired on 2027-03-31. Renew it",
    "not begun": r"certificate\.pem: it begins on 2026-02-27; is this machine's clock right\?",
    "away": r"none\.pem: it cannot be read: there is no such file or folder",
    "empty key": r"empty\.pem: it holds no private key in PEM",
    "locked": r"locked\.pem: a passphrase locks it; unlock a copy: openssl pkey -in ",
}


@pytest.mark.parametrize("how", SAID)
def test_one_that_cannot_serve_is_refused_in_a_line(tmp_path: Path, how: str) -> None:
    """The host starts, and every browser shows an error that its user cannot solve."""
    chain, key, now = broken(tmp_path, how)
    with pytest.raises(BadCertificate) as refused:
        own(chain, key, now)
    text = str(refused.value).replace(os.sep, "/")
    assert re.search(SAID[how], text), text
    assert "\n" not in text


def signed(
    folder: Path, key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey, *more: x509.ExtensionType
) -> tuple[Path, Path]:
    """Return a certificate that names no host, as an old tool made it."""
    name = x509.Name([])
    bare = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    bare = bare.serial_number(1).not_valid_before(NOW).not_valid_after(NOW + timedelta(days=1))
    for each in more:
        bare = bare.add_extension(each, critical=False)
    (folder / CHAIN).write_bytes(bare.sign(key, SHA256()).public_bytes(Encoding.PEM))
    (folder / KEY).write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return folder / CHAIN, folder / KEY


def test_one_that_names_no_host_is_taken(tmp_path: Path) -> None:
    """An old certificate causes a traceback. The browsers decide whether they accept it."""
    assert own(*signed(tmp_path, ec.generate_private_key(ec.SECP256R1())), NOW).names == ()


def test_a_certificate_with_a_weak_key_is_refused_at_once(tmp_path: Path) -> None:
    """The gateway dies at its start, again and again."""
    with pytest.raises(BadCertificate, match=r"no server can be run with it \(its key is too short\)"):
        own(*signed(tmp_path, rsa.generate_private_key(65537, 1024)), NOW)


def test_one_whose_names_cannot_be_read_is_taken(tmp_path: Path) -> None:
    """A certificate of an old tool ends the host in a traceback."""
    spoilt = x509.UnrecognizedExtension(
        ExtensionOID.SUBJECT_ALTERNATIVE_NAME, b"\x30\x08\xa5\x06\xa1\x04\x0c\x02ab"
    )
    assert own(*signed(tmp_path, ec.generate_private_key(ec.SECP256R1()), spoilt), NOW).names == ()


def test_a_certificate_with_an_unknown_key_type_is_refused_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key of a type that this program cannot read ends the host in a traceback."""
    made = kept(tmp_path, "Jena", HOSTS, NOW)
    odd = Mock(public_key=Mock(side_effect=UnsupportedAlgorithm("SM2")))
    monkeypatch.setattr(x509, "load_pem_x509_certificates", lambda _: [odd])
    with pytest.raises(
        BadCertificate, match=r"certificate\.pem: its key is of a kind that is not known here; take one"
    ):
        own(made.chain, made.key, NOW)
