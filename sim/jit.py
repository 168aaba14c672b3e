"""How kernels are compiled, and where the compiled code is kept.

Import this module before any kernel is decorated: numba reads ``CACHE_DIR`` at
decoration and its own cache does not see edits in callees, so the folder is
named by a hash of every source in ``sim`` (DESIGN: compile time is a constraint).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite import binding
from numba import config, njit

F = TypeVar("F", bound=Callable[..., Any])
_SOURCES = Path(__file__).resolve().parent


def source_hash() -> str:
    """Hash of all kernel sources, the compiler's versions and the processor."""
    digest = hashlib.sha256()
    for path in sorted(_SOURCES.rglob("*.py")):
        digest.update(path.relative_to(_SOURCES).as_posix().encode())
        digest.update(path.read_bytes())
    digest.update(f"{numba.__version__} {sys.version_info[:2]} {binding.get_host_cpu_name()}".encode())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Folder that holds one subfolder per source hash."""
    if override := os.environ.get("CHAODIPI_CACHE"):
        return Path(override)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "chaodipi"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _prune(root: Path, keep: str, most: int = 4) -> None:
    """Delete all but the newest ``most`` source-hash folders."""
    others = [p for p in root.iterdir() if p.is_dir() and len(p.name) == 16 and p.name != keep]
    for old in sorted(others, key=lambda p: p.stat().st_mtime)[:-most]:
        shutil.rmtree(old, ignore_errors=True)


def _choose_folder() -> Path | None:
    name = source_hash()
    root = cache_root()
    if _writable(root / name):
        _prune(root, name)
        return root / name
    print(
        f"chaodipi: {root} is not writable, so kernels are compiled anew each time; "
        "set CHAODIPI_CACHE to a writable folder",
        file=sys.stderr,
    )
    return None


CACHE = _choose_folder()
if CACHE is not None:
    config.CACHE_DIR = str(CACHE)

HAS_PDEP = bool(binding.get_host_cpu_features().get("bmi2", False))


def kernel(function: F) -> F:
    """Compile an entry point; its code is kept on disk."""
    return njit(nogil=True, error_model="numpy", cache=CACHE is not None)(function)  # type: ignore[no-any-return]


# Leaves are called by kernels only; without Python wrappers they compile in half the time.
_INNER = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def leaf(function: F) -> F:
    """Compile a function that only kernels call."""
    return njit(**_INNER)(function)  # type: ignore[no-any-return]


def inline(function: F) -> F:
    """Compile a hot function that is always merged into its callers."""
    return njit(forceinline=True, **_INNER)(function)  # type: ignore[no-any-return]


def recursive(signature: Any) -> Callable[[F], F]:
    """Compile a function that calls itself, with its signature; kept on disk, for it compiles at import."""

    def decorate(function: F) -> F:
        return njit(signature, cache=CACHE is not None, **_INNER)(function)  # type: ignore[no-any-return]

    return decorate
