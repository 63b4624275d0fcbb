"""The protocol: the messages between the arbiter and its clients. It imports only pydantic, and pynacl for signatures."""
