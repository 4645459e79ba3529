"""Why a memory is in the block or not, and the smallest change that turns it."""
