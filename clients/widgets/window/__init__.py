"""What every window is: an app with a theme, remembered settings, own keys, and a command palette."""
