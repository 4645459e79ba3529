"""Who knows what: characters × memories."""
