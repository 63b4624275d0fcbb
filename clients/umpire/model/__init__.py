"""The knowledge of an umpire's console: tables, seats, links, alarms, orders and their results, in words.

No Textual.
"""
