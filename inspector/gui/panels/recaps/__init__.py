"""The recaps panel: versions of the running recap, scenes, and the template around it."""
