"""The Hard War on plain numbers, for playouts: the rules, the choices of the bot, and the shortcut that uses both."""
