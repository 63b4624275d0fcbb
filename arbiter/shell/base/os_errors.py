"""Why the system refused, in our own words: made of the error's number, and never of a text of the system or of a library.

`clients/link/base/os_errors.py` says the same sentences out of the catalogue.
"""

from __future__ import annotations

import errno
import socket

WORDS = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "you have no right to it",
    errno.EPERM: "you have no right to it",
    errno.EISDIR: "that is a folder",
    errno.ENOTDIR: "what should be a folder on the way is a file",
    errno.ENOTEMPTY: "that folder is not empty",
    errno.ENODEV: "that is a device or a pipe, and no file",
    errno.EEXIST: "it is there already",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EFBIG: "the file is too large",
    errno.EROFS: "nothing can be written there",
    errno.ENAMETOOLONG: "the name is too long",
    errno.EBUSY: "it is in use",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.ENOMEM: "this machine has no memory left",
    errno.EIO: "the disk failed",
    errno.EADDRINUSE: "it is in use",
    errno.EADDRNOTAVAIL: "that is no address of this machine",
    errno.ECONNREFUSED: "nothing listens there",
    errno.ECONNRESET: "the connection was lost",
    errno.EPIPE: "the connection was lost",
    errno.ETIMEDOUT: "nothing answers there",
    errno.ENETUNREACH: "there is no way to that network",
    errno.EHOSTUNREACH: "there is no way to that machine",
}
NO_NAME = "that name cannot be looked up"
NO_TLS = "no encrypted connection can be made"
NO_REASON = "the system gives no reason"


def why(error: OSError) -> str:
    """Return why the system refused."""
    if isinstance(error, socket.gaierror):
        return NO_NAME
    if type(error).__module__ == "ssl":  # its numbers are OpenSSL's
        return NO_TLS
    number = errno.ETIMEDOUT if isinstance(error, TimeoutError) else error.errno or 0
    if not number:
        return NO_REASON
    return WORDS.get(number) or f"the system says {errno.errorcode.get(number, f'error {number}')}"
