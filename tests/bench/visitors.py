"""A person who joins in a browser, again and again: `python -m tests.bench.visitors` plays them in a separate
process. It reads its order, one line of JSON: the gateway's port, the code of a projector, the certificate
and the person's address. It goes through the door like a page, one join after another with a pause
between. It answers with the seconds of each join.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from warcouncil.protocol.proofs.doors import Kind, parse_code

from tests.clients.web.browsing import Browser

PAUSE_SECONDS = 0.5


async def _join(order: dict[str, Any], took: list[float], refused: list[str]) -> None:
    while True:
        browser = Browser(order["port"], order["address"], chain=Path(order["chain"]))
        begun = time.perf_counter()
        try:
            came = await browser.join(parse_code(order["code"]), Kind.PROJECTOR)
        except (OSError, TimeoutError) as fault:
            refused.append(type(fault).__name__)
        else:
            if "admit" in came:
                took.append(round(time.perf_counter() - begun, 3))
            else:
                refused.append(came["turned"]["why"])
        await asyncio.sleep(PAUSE_SECONDS)


async def _run(order: dict[str, Any]) -> dict[str, object]:
    took: list[float] = []
    refused: list[str] = []
    joining = asyncio.create_task(_join(order, took, refused))
    sys.stdout.write("{}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    joining.cancel()
    with suppress(asyncio.CancelledError):
        await joining
    return {"took": sorted(took), "refused": refused}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(_run(json.loads(sys.stdin.readline())))) + "\n")
