"""A reader for the page of metrics, as Prometheus reads it: over a socket, with the parser of its own
library. This module has no tests.
"""

from __future__ import annotations

import asyncio

from prometheus_client.parser import text_string_to_metric_families

PATIENCE_SECONDS = 30.0
GET = b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def parsed(text: str) -> dict[str, float]:
    """Return each value by its name and labels, as the library reads it."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        assert family.documentation
        assert family.type in ("counter", "gauge", "histogram")
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sample.labels.items())
            name = f"{sample.name}{{{labels}}}" if labels else sample.name
            assert name not in found
            found[name] = sample.value
    return found


async def answered(port: int, request: bytes = GET) -> tuple[int, dict[str, str], str]:
    """Send a request, and return the status, the headers and the text of the answer.

    Status 0 means that there was no answer.
    """
    async with asyncio.timeout(PATIENCE_SECONDS):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(request)
            answer = await reader.read()
        except ConnectionError:
            return 0, {}, ""
        finally:
            writer.close()
    if not answer:
        return 0, {}, ""
    head, _, body = answer.decode().partition("\r\n\r\n")
    first, *lines = head.split("\r\n")
    headers = dict(line.split(": ") for line in lines)
    assert int(headers["Content-Length"]) == len(body)
    return int(first.split()[1]), headers, body


async def scraped(port: int) -> dict[str, float]:
    """Return the values of the page at a port."""
    status, headers, text = await answered(port)
    assert status == 200
    assert headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    return parsed(text)
