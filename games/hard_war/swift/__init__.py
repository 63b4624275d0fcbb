"""A faster version of The Hard War for playouts, with numbers in place of objects. It has the rules, the bot's
choices, and the `Shortcut` that uses both.
"""
