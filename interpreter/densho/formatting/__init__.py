"""One canonical layout for files that people write: `densho fmt`. Comments stay, and what a file says never changes."""
