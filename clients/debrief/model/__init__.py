"""What a report says, as words and numbers."""
