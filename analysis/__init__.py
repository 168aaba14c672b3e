"""Statistics over result rows: estimates, tallies, summaries and their files."""
