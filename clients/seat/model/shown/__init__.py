"""The screen of a seat, in final words: the value that each skin draws."""
