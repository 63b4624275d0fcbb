"""The gateway: seats and projectors in browsers, each an ordinary client of the arbiter."""

NEEDED = ("cryptography", "starlette", "uvicorn", "websockets")
"""What has to be installed for it: the extra `web`."""
