"""Texts that say why the system refused an operation.

They follow from the error number, never from a text of the system or a library.

`clients/link/base/os_errors.py` has the same sentences from the catalogue.
"""

from __future__ import annotations

import errno
import socket

WORDS = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "you have no permission",
    errno.EPERM: "you have no permission",
    errno.EISDIR: "that is a folder",
    errno.ENOTDIR: "part of the path is a file, not a folder",
    errno.ENOTEMPTY: "that folder is not empty",
    errno.ENODEV: "that is a device or a pipe, not a file",
    errno.EEXIST: "it exists already",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EFBIG: "the file is too large",
    errno.EROFS: "it is read-only",
    errno.ENAMETOOLONG: "the name is too long",
    errno.EBUSY: "it is in use",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.ENOMEM: "this machine is out of memory",
    errno.EIO: "the disk failed",
    errno.EADDRINUSE: "it is in use",
    errno.EADDRNOTAVAIL: "this machine does not have that address",
    errno.ECONNREFUSED: "nothing listens there",
    errno.ECONNRESET: "the connection was lost",
    errno.EPIPE: "the connection was lost",
    errno.ETIMEDOUT: "nothing answers there",
    errno.ENETUNREACH: "that network cannot be reached",
    errno.EHOSTUNREACH: "that machine cannot be reached",
}
NO_NAME = "that name cannot be resolved"
NO_TLS = "no encrypted connection can be made"
NO_REASON = "the system gives no reason"


def why(error: OSError) -> str:
    """Return a text that says why the system refused an operation."""
    if isinstance(error, socket.gaierror):
        return NO_NAME
    if type(error).__module__ == "ssl":  # The numbers are OpenSSL's.
        return NO_TLS
    number = errno.ETIMEDOUT if isinstance(error, TimeoutError) else error.errno or 0
    if not number:
        return NO_REASON
    return WORDS.get(number) or f"the system says {errno.errorcode.get(number, f'error {number}')}"
