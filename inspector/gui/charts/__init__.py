"""One kind of plot for all panels: pyqtgraph's, with the window's axes and colours."""
