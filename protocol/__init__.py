"""The protocol: the messages between the arbiter and its clients. Imports only pydantic, and pynacl for signatures."""
