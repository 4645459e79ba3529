"""The problems panel."""
