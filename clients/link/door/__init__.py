"""The door: the socket of an arbiter that admits a client with the code of a card. This folder finds it and
talks to it.
"""
