"""Lengths of the message list in the visual language's pixels."""

ROW, HEADER, STRIP = 24, 24, 30
MARGIN = 6
