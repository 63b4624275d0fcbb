"""What the system could not do with a file or a port, in our words: its own are in any language, and say nothing to most."""

from __future__ import annotations

import errno

from warcouncil.clients.wording.saying import say

_WORDS = {
    errno.ENOENT: "link.no_file",
    errno.EACCES: "link.no_right",
    errno.EPERM: "link.no_right",
    errno.EISDIR: "link.is_folder",
    errno.ENOTDIR: "link.no_folder",
    errno.ENODEV: "link.is_device",
    errno.EEXIST: "link.exists",
    errno.ENOSPC: "link.disk_full",
    errno.EROFS: "link.read_only",
    errno.ENAMETOOLONG: "link.long_name",
    errno.EADDRINUSE: "link.in_use",
    errno.EADDRNOTAVAIL: "link.no_such_address",
    errno.ECONNREFUSED: "link.nobody_listens",
    errno.ENETUNREACH: "link.no_network",
    errno.EHOSTUNREACH: "link.no_machine",
    errno.EIO: "link.disk_failed",
}


def why(error: OSError) -> str:
    """Say why the system refused."""
    key = _WORDS.get(error.errno or 0)
    return say(key) if key else error.strerror or str(error)
