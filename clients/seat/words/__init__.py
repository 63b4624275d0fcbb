"""Small parts of a seat's screen: the texts of answers, names beside seats, notes, colours, and the input line."""
