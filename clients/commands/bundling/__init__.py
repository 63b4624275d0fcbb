"""The bundle: the program and all that it needs in one file, to be carried where no network is."""
