"""Files that are either whole or not there: atomic writing and its errors."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

TEMPLATES = {
    "exists": "{path} exists already; add --force to replace it, or name another file",
    "special": "{path} is no ordinary file; name a file to write",
    "no_folder": "there is no folder {folder} and it cannot be made ({reason}); name another place",
    "unwritable": "{path} cannot be written ({reason}); name another place",
    "full": "no space left while writing {path}; free some space and start again, nothing was left behind",
    "missing": "there is no file {path}; `chaodipi simulate -o {path}` writes one",
    "unreadable": "{path} cannot be read ({reason}); check the file and its permissions",
    "corrupt": "{path} is no readable Parquet file (cut off, damaged or of another kind); simulate it again",
    "foreign": "{path} was not written by chaodipi; give a file that `chaodipi simulate -o` wrote",
    "schema": "{path} has layout {found}, this version reads layout {known}; simulate it again",
    "columns": "{path} lacks the column {column}; simulate it again",
    "rules": "{path} names rules that this version cannot use ({reason}); simulate it again",
}


class FileError(Exception):
    """A file that cannot be read or written.

    ``code`` is a key of `TEMPLATES` and ``values`` fills it, so that the command
    line can say the same in another language; ``str()`` is the English sentence.
    """

    def __init__(self, code: str, path: str | Path, **values: Any) -> None:
        self.code = code
        self.values: dict[str, Any] = {"path": str(path), **values}
        super().__init__(TEMPLATES[code].format(**self.values))


def write_error(error: OSError, path: Path) -> FileError:
    """The sentence for an `OSError` met while writing ``path``."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return FileError("full", path)
    return FileError("unwritable", path, reason=error.strerror or type(error).__name__)


def check_target(path: Path, force: bool) -> None:
    """Raise `FileError` unless ``path`` may be written: free, or a plain file and ``force``."""
    try:
        if path.is_dir() or (path.exists() and not path.is_file()):
            raise FileError("special", path)
        if path.exists() and not force:
            raise FileError("exists", path)
    except OSError as error:
        raise write_error(error, path) from None


def make_folder(folder: Path) -> None:
    """Create a folder with its parents; `FileError` when that is impossible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            "no_folder", folder, folder=str(folder), reason=error.strerror or type(error).__name__
        ) from None


class AtomicFile:
    """A file that appears under its name only when whole.

    Bytes go to a temporary file in the same folder; `commit` syncs and renames
    it, `abandon` removes it. Errors are `FileError`.
    """

    def __init__(self, path: str | Path, *, force: bool = False) -> None:
        self.path = Path(path)
        self._force = force
        check_target(self.path, force)
        make_folder(self.path.parent)
        self._temporary = self.path.parent / f".{self.path.name}.{secrets.token_hex(4)}.tmp"
        try:
            self.stream = open(self._temporary, "xb")  # noqa: SIM115 - lives as long as the object
        except OSError as error:
            raise write_error(error, self.path) from None

    def commit(self) -> Path:
        """Sync, rename to the final name and return it."""
        try:
            self.stream.flush()
            os.fsync(self.stream.fileno())
            self.stream.close()
            check_target(self.path, self._force)
            os.replace(self._temporary, self.path)
        except OSError as error:
            self.abandon()
            raise write_error(error, self.path) from None
        except FileError:
            self.abandon()
            raise
        _sync_folder(self.path.parent)
        return self.path

    def abandon(self) -> None:
        """Remove the temporary file; harmless when there is none."""
        with suppress(OSError):
            self.stream.close()
        with suppress(OSError):
            self._temporary.unlink()


def _sync_folder(folder: Path) -> None:
    """Make a rename durable where folders can be synced."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def guarded(file: AtomicFile) -> Iterator[None]:
    """Turn `OSError` into `FileError` and leave nothing behind on any exception."""
    try:
        yield
    except OSError as error:
        file.abandon()
        raise write_error(error, file.path) from None
    except BaseException:
        file.abandon()
        raise


def write_bytes(path: str | Path, data: bytes, *, force: bool = False) -> Path:
    """Write a whole file atomically."""
    file = AtomicFile(path, force=force)
    with guarded(file):
        file.stream.write(data)
    return file.commit()
