"""Explains system errors about files and ports in our own words.

The system's texts may be in any language, and few users understand them.
"""

from __future__ import annotations

import errno
import socket

from warcouncil.clients.wording.saying import say

WORDS = {
    errno.ENOENT: "link.no_file",
    errno.EACCES: "link.no_right",
    errno.EPERM: "link.no_right",
    errno.EISDIR: "link.is_folder",
    errno.ENOTDIR: "link.no_folder",
    errno.ENOTEMPTY: "link.not_empty",
    errno.ENODEV: "link.is_device",
    errno.EEXIST: "link.exists",
    errno.ENOSPC: "link.disk_full",
    errno.EDQUOT: "link.disk_full",
    errno.EFBIG: "link.large_file",
    errno.EROFS: "link.read_only",
    errno.ENAMETOOLONG: "link.long_name",
    errno.EBUSY: "link.in_use",
    errno.EMFILE: "link.many_files",
    errno.ENFILE: "link.many_files",
    errno.ENOMEM: "link.no_memory",
    errno.EIO: "link.disk_failed",
    errno.EADDRINUSE: "link.in_use",
    errno.EADDRNOTAVAIL: "link.no_such_address",
    errno.ECONNREFUSED: "link.nobody_listens",
    errno.ECONNRESET: "link.connection_lost",
    errno.EPIPE: "link.connection_lost",
    errno.ETIMEDOUT: "link.no_answer",
    errno.ENETUNREACH: "link.no_network",
    errno.EHOSTUNREACH: "link.no_machine",
}


def why(error: OSError) -> str:
    """Return why the system refused something. The reason comes from the error's number, never from its text."""
    if isinstance(error, socket.gaierror):
        return say("link.no_name")
    if type(error).__module__ == "ssl":  # Such an error has a number of OpenSSL, and not of the system
        return say("link.no_tls")
    number = errno.ETIMEDOUT if isinstance(error, TimeoutError) else error.errno or 0
    if not number:
        return say("link.no_reason")
    key = WORDS.get(number)
    return say(key) if key else say("link.other", code=errno.errorcode.get(number, f"error {number}"))
