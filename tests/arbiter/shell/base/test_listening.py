"""The message for a port that cannot be used. It is the same for every library and every system."""

from __future__ import annotations

import errno
import sys
from importlib.util import find_spec, module_from_spec
from types import ModuleType

import pytest
import zmq
from warcouncil.arbiter.shell.base import listening
from warcouncil.arbiter.shell.base.listening import AddressTaken, bind_fault


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the module as it is on Windows, where ZeroMQ has other error numbers than the system."""
    found = find_spec(listening.__name__)
    assert found is not None
    assert found.loader is not None
    made = module_from_spec(found)
    monkeypatch.setattr(sys, "platform", "win32")
    found.loader.exec_module(made)
    return made


IN_USE, NOT_OURS = "port 5281 is in use on 10.0.0.5. ", "10.0.0.5 is not an address of this machine. "


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (OSError(errno.EADDRINUSE, "no"), IN_USE),
        (zmq.ZMQError(int(zmq.EADDRINUSE)), IN_USE),
        (OSError(errno.EADDRNOTAVAIL, "no"), NOT_OURS),
        (zmq.ZMQError(int(zmq.EADDRNOTAVAIL)), NOT_OURS),
    ],
)
def test_a_refusal_is_understood_whichever_library_was_refused(why: Exception, said: str) -> None:
    """An umpire reads that it cannot listen, and not that an arbiter runs already."""
    assert bind_fault("10.0.0.5", 5281, why).startswith(said)


@pytest.mark.parametrize(("number", "said"), [(100, IN_USE), (101, NOT_OURS)])
def test_the_numbers_of_the_c_library_are_understood_on_windows(
    on_windows: ModuleType, number: int, said: str
) -> None:
    """On Windows these numbers are ZeroMQ's and the system's are others.

    Elsewhere they mean something else.
    """
    assert on_windows.bind_fault("10.0.0.5", 5281, zmq.ZMQError(number)).startswith(said)
    assert bind_fault("10.0.0.5", 5281, OSError(number, "no")).startswith("cannot listen")


def test_any_other_cause_is_named_in_the_message() -> None:
    """An unknown error number causes a traceback, or names a wrong cause."""
    said = "cannot listen on 10.0.0.5 port 80 (you have no permission). Give another --port"
    of_asyncio = "error while attempting to bind on address ('10.0.0.5', 80): Permission denied"
    for text in ("Permission denied", "Zugriff verweigert", of_asyncio):
        assert bind_fault("10.0.0.5", 80, OSError(errno.EACCES, text)) == said
    unknown = "cannot listen on 10.0.0.5 port 80 (the system says ENOTSUP). Give another --port"
    assert (
        bind_fault("10.0.0.5", 80, OSError(errno.ENOTSUP, "Operation not supported")).replace(
            "EOPNOTSUPP", "ENOTSUP"
        )
        == unknown
    )


def test_an_error_without_a_number_is_looked_into() -> None:
    """A host reads asyncio's own sentence, because on Python 3.13 its error has no number."""
    of_asyncio = OSError("could not bind on any address out of [('192.0.2.7', 5280)]")
    assert (
        bind_fault("192.0.2.7", 5280, of_asyncio)
        == "192.0.2.7 is not an address of this machine. Give another --bind"
    )
    with listening.listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert bind_fault("127.0.0.1", port, OSError("?")).startswith(f"port {port} is in use on 127.0.0.1")
    said = bind_fault("127.0.0.1", port, OSError("it is free by now"))
    assert said == f"cannot listen on 127.0.0.1 port {port} (the system gives no reason). Give another --port"


def test_a_port_above_the_highest_is_one_that_cannot_be_had() -> None:
    """On a system that assigns its highest port, the port above it causes a traceback, and no other pair is tried."""
    with pytest.raises(AddressTaken, match="port 65536"):
        listening.listening("127.0.0.1", 65536)
