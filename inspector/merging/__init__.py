"""Three-way merge of files: what two sides made of one chat, lorebook or chronicle."""
