"""NotesFile: the private notes of a seat, stored beside its key and encrypted with that key."""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox
from warcouncil.clients.link.base import private_files
from warcouncil.clients.link.base.bounded_files import MB, read_bounded

SPOILT = ".unread"


class NotesFile:
    """Notes on disk. `secret` is the seat's key (Z85)."""

    def __init__(self, path: Path, secret: str) -> None:
        self.path = path
        self._box = SecretBox(
            blake2b(secret.encode(), digest_size=SecretBox.KEY_SIZE, person=b"notes").digest()
        )

    def read(self) -> str:
        """Return the notes, or "" if there are none.

        A file that this key does not decrypt is renamed, so that nothing is lost.
        """
        try:
            return self._box.decrypt(b64decode(read_bounded(self.path, MB), validate=True)).decode()
        except (Error, CryptoError, UnicodeDecodeError):
            with suppress(OSError):
                self.path.replace(self.path.with_name(self.path.name + SPOILT))
        except OSError:
            pass
        return ""

    def write(self, text: str) -> None:
        """Write the notes. Empty notes delete the file. Raises OSError."""
        if not text:
            self.path.unlink(missing_ok=True)
            return
        private_files.folder(self.path.parent)
        private_files.write(self.path, b64encode(self._box.encrypt(text.encode())).decode())
