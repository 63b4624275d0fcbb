"""The seat: the terminal client of one player. It shows this seat's view, its question and its talk."""
