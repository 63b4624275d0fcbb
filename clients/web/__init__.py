"""The gateway: seats and projectors in browsers. For the arbiter, each is an ordinary client."""

NEEDED = ("cryptography", "starlette", "uvicorn", "websockets")
"""The packages that the gateway needs, which are the extra `web`."""
