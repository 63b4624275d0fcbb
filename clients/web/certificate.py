"""The certificate for browsers. It is made for an exercise and stored beside its file, or the room supplies
it.

Browsers warn about a certificate that was made for an exercise. Only the fingerprint on cards and consoles
confirms it.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from warcouncil.clients.link.base import private_files
from warcouncil.clients.link.base.bounded_files import read_bounded
from warcouncil.clients.link.base.os_errors import why

GOOD_FOR = timedelta(days=397)
"""How long a certificate is valid. Some systems refuse a longer lifetime."""
BEFORE = timedelta(days=2)
"""The certificate is valid from a little before now, because the clocks of phones and laptops may be slow."""
CHAIN, KEY = "certificate.pem", "key.pem"
BYTES_MAX = 64 * 1024
_PUBLIC = Encoding.DER, PublicFormat.SubjectPublicKeyInfo
NAME_BYTES_MAX = 64
"""The most bytes of a common name."""


class BadCertificate(Exception):
    """A certificate or its key cannot be used.

    The text is one line: what is wrong, where, and how to correct it.
    """


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate in files, in the form that a server loads.

    The file `chain` begins with the certificate, and `key` is the file of its key. `names` are the hosts in
    it, in the form that people type. `is_own`: the room supplied it.
    """

    chain: Path
    key: Path
    fingerprint: str
    names: tuple[str, ...]
    is_own: bool = False


def kept(folder: Path, title: str, hosts: Iterable[str], now: datetime) -> Certificate:
    """Return the certificate of an exercise: the one in its folder, or a new one.

    A new one is made if the folder has no usable one. It names `hosts` and all names of this machine. Raises
    BadCertificate.
    """
    chain, key = folder / CHAIN, folder / KEY
    try:
        return _read(chain, key, now, is_own=False)
    except BadCertificate:
        made, secret = _make(title, [*_called(), *hosts], now)
    try:
        private_files.folder(folder)
        private_files.write(key, secret)
        private_files.write(chain, made)
    except OSError as error:
        raise BadCertificate(f"{folder}: no certificate can be kept there: {why(error)}") from None
    return _read(chain, key, now, is_own=False)


def own(chain: Path, key: Path, now: datetime) -> Certificate:
    """Return a certificate that the room supplied, if a server can use it. Raises BadCertificate."""
    return _read(chain, key, now, is_own=True)


def fingerprint(certificate: x509.Certificate) -> str:
    """Return the SHA-256 fingerprint in the form that people compare: in full, in groups of four."""
    return in_groups(certificate.fingerprint(SHA256()).hex())


def in_groups(digits: str) -> str:
    """Return hexadecimal digits in groups of four, which people can compare."""
    return " ".join(digits[at : at + 4].upper() for at in range(0, len(digits), 4))


def _called() -> list[str]:
    """Return the names of this machine: its own name, and its name on the local network."""
    name = socket.gethostname()
    named = [name, name.partition(".")[0] + ".local"] if name else []
    return ["localhost", "127.0.0.1", "::1", *named]


def _make(title: str, hosts: Iterable[str], now: datetime) -> tuple[str, str]:
    """Return a new self-signed certificate, which can sign no other, and its key, both as text."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, _short(title) or "warcouncil")])
    named = dict.fromkeys(one for host in hosts if (one := _general(host)) is not None)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BEFORE)
        .not_valid_after(now - BEFORE + GOOD_FOR)
        .add_extension(x509.SubjectAlternativeName(named), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return certificate.public_bytes(Encoding.PEM).decode(), secret.decode()


def _short(title: str) -> str:
    """Return as much of a title as the name of a certificate can have."""
    return title.encode()[:NAME_BYTES_MAX].decode(errors="ignore")


def _general(host: str) -> x509.GeneralName | None:
    """Return a host in the form that certificates use. Return None if a certificate cannot name it."""
    try:
        return x509.IPAddress(ip_address(host.partition("%")[0]))
    except ValueError:
        pass
    try:
        return x509.DNSName(host)
    except ValueError:  # A name with letters that certificates do not allow
        return None


def _read(chain: Path, key: Path, now: datetime, *, is_own: bool) -> Certificate:
    """Read both files and check that a server can use them. Raises BadCertificate."""
    certificate = _certificate(chain)
    try:
        public = certificate.public_key().public_bytes(*_PUBLIC)
    except (ValueError, UnsupportedAlgorithm):
        raise BadCertificate(
            f"{chain}: its key is of a kind that is not known here; take one of RSA or ECDSA"
        ) from None
    if _secret(key).public_key().public_bytes(*_PUBLIC) != public:
        raise BadCertificate(
            f"{key}: it does not belong to the certificate in {chain}; the first one there must be the server's own"
        )
    if certificate.not_valid_after_utc <= now:
        raise BadCertificate(f"{chain}: it expired on {certificate.not_valid_after_utc:%Y-%m-%d}. Renew it")
    if certificate.not_valid_before_utc > now:
        raise BadCertificate(
            f"{chain}: it begins on {certificate.not_valid_before_utc:%Y-%m-%d}; is this machine's clock right?"
        )
    _try(chain, key)
    return Certificate(chain, key, fingerprint(certificate), _names(certificate), is_own)


def _certificate(chain: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificates(_bytes(chain))[0]
    except (ValueError, UnsupportedAlgorithm):
        raise BadCertificate(
            f"{chain}: it holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----"
        ) from None


def _secret(key: Path) -> PrivateKeyTypes:
    try:
        return load_pem_private_key(_bytes(key), password=None)
    except TypeError:
        raise BadCertificate(
            f"{key}: a passphrase locks it; unlock a copy: openssl pkey -in {key} -out unlocked.pem"
        ) from None
    except (ValueError, UnsupportedAlgorithm):
        raise BadCertificate(
            f"{key}: it holds no private key in PEM, which begins with -----BEGIN PRIVATE KEY-----"
        ) from None


_OPENSSL = {
    "EE_KEY_TOO_SMALL": "its key is too short",
    "CA_KEY_TOO_SMALL": "its issuer's key is too short",
    "CA_MD_TOO_WEAK": "its signature is too weak",
    "KEY_VALUES_MISMATCH": "the key belongs to another certificate",
}
"""OpenSSL's names of reasons, each with our text."""


def _try(chain: Path, key: Path) -> None:
    """Check whether a server accepts both files. Raises BadCertificate."""
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(chain, key)
    except (ssl.SSLError, OSError) as error:
        reason = getattr(error, "reason", None)
        said = _OPENSSL.get(reason, f"OpenSSL says {reason}") if reason else why(error)
        raise BadCertificate(f"{chain}: no server can be run with it ({said})") from None


def _bytes(path: Path) -> bytes:
    try:
        return read_bounded(path, BYTES_MAX)
    except OSError as error:
        raise BadCertificate(f"{path}: it cannot be read: {why(error)}") from None


def _names(certificate: x509.Certificate) -> tuple[str, ...]:
    try:
        named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (x509.ExtensionNotFound, x509.DuplicateExtension, x509.UnsupportedGeneralNameType, ValueError):
        return ()  # Browsers show a message of their own about it
    return (
        *named.get_values_for_type(x509.DNSName),
        *(str(one) for one in named.get_values_for_type(x509.IPAddress)),
    )
