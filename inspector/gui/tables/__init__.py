"""What the tables that a person writes in share, whatever their rows show."""
