"""The knowledge of an umpire's console: tables, seats, links, alarms, and orders with their results, in words.

No Textual.
"""
