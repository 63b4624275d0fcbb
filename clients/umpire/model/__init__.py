"""The model of an umpire's console: tables, seats, links, alarms, orders and their results, and the texts
about them.

It does not use Textual.
"""
