"""The host's own formats; no opinion about memories."""
