"""The words of warcouncil: what travels between the arbiter and its clients. Imports nothing but pydantic."""
