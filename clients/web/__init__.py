"""The gateway: seats and projectors in browsers. The arbiter treats each browser like any other client."""

NEEDED = ("cryptography", "starlette", "uvicorn", "websockets")
"""The packages that the gateway needs. The extra `web` installs them."""
