"""The base of every window: an app with a theme, remembered settings, the user's own keys, and a command
palette.
"""
