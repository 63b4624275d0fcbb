"""What a bundle carries beside wheels: it runs where nothing is installed, so it imports nothing but what every Python has."""
