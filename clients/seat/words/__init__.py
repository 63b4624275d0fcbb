"""The small words and tones of a seat: answers in words, names beside seats, notes, a line to write on."""
