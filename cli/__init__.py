"""The command line: one click group, one module for each command."""

from .app import main

__all__ = ["main"]
