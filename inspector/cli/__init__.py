"""The command line (DESIGN §4): the same core as the window, without Qt."""
