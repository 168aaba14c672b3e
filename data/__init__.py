"""Data files of the package: rule sets, fonts, the limit proxy's C sources."""
