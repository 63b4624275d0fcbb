"""What the system could not do with a file or a port, in our words: its own are in any language, and say nothing to most."""

from __future__ import annotations

import errno

_WORDS = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "you have no right to it",
    errno.EPERM: "you have no right to it",
    errno.EISDIR: "that is a folder",
    errno.ENOTDIR: "what should be a folder on the way is a file",
    errno.EEXIST: "it is there already",
    errno.ENOSPC: "the disk is full",
    errno.EROFS: "nothing can be written there",
    errno.ENAMETOOLONG: "the name is too long",
    errno.EADDRINUSE: "it is in use",
    errno.EADDRNOTAVAIL: "that is no address of this machine",
    errno.ECONNREFUSED: "nothing listens there",
    errno.ENETUNREACH: "there is no way to that network",
    errno.EHOSTUNREACH: "there is no way to that machine",
    errno.EIO: "the disk failed",
}


def why(error: OSError) -> str:
    """Say why the system refused."""
    return _WORDS.get(error.errno or 0, error.strerror or str(error))
