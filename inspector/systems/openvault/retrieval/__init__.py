"""What OpenVault's releases select before they format: who knows what, scores, budgets.

Specified by specs/openvault.md §6 and §8; nothing here formats text.
"""
