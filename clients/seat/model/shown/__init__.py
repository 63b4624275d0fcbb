"""What a seat shows now, in final words: the value that each skin draws."""
