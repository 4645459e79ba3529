"""How the cells of the memory table are painted: one delegate a kind of cell, no widgets."""
