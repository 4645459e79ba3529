"""Why a memory, a message or an item is in or out, and the smallest change that turns it."""
