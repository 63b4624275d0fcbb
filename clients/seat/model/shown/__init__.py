"""The screen of a seat, in final words. Each skin, such as the terminal, draws this value."""
