"""Budget against what it keeps."""
