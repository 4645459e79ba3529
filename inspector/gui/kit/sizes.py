"""Lengths of the message list in the visual language's pixels."""

ROW, TWO_LINES, HEADER, STRIP = 24, 40, 24, 30
MARGIN = 6
