"""Names and codes of the policies; free of numba so that the command line can read it at once."""

from __future__ import annotations

POLICIES: dict[str, int] = {"random": 0, "greedy": 1}
"""Policy name -> code used inside kernels."""
