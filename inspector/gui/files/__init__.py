"""What opens, keeps, saves and watches files."""
