"""The screen of a seat, in final words. Each skin draws this value."""
