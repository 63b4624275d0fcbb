"""The gateway: seats and projectors in browsers. To the arbiter each is an ordinary client."""

NEEDED = ("cryptography", "starlette", "uvicorn", "websockets")
"""The packages that the gateway needs: the extra `web`."""
