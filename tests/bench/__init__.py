"""The ratio table of `make bench`."""
