"""Small parts of a seat's screen: answers in words, names beside seats, notes, colours, and the input line."""
