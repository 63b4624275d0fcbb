"""Commands that connect one person to a running exercise: join, umpire, display, bot, and replay."""
