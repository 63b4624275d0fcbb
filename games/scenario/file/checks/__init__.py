"""The checks of a scenario. They find what would stop an exercise or leak a secret, before it begins."""
