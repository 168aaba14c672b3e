"""Result rows as polars frames and Parquet files, with their provenance."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from ..sim.rows import COLUMNS, ROW, Rows
from .files import AtomicFile, FileError, guarded
from .provenance import SCHEMA, rules_of

KEY = b"chaodipi"
"""Name of the provenance among a file's key-value metadata."""

GROUP_ROWS = 250_000
BOOLEANS = frozenset({"first_deal", "reinforced", "exposed", "dug", "change"})
_TYPES = {
    "i8": pl.Int64,
    "u1": pl.UInt8,
    "u2": pl.UInt16,
    "u4": pl.UInt32,
    "i1": pl.Int8,
    "i2": pl.Int16,
    "i4": pl.Int32,
}
FRAME_SCHEMA = pl.Schema({c.name: pl.Boolean() if c.name in BOOLEANS else _TYPES[c.dtype]() for c in COLUMNS})


def rows_to_frame(rows: Rows) -> pl.DataFrame:
    """A frame of the rows with the narrowest types; 0/1 columns become booleans."""
    return pl.DataFrame(
        {
            name: rows[name].astype(bool) if name in BOOLEANS else np.ascontiguousarray(rows[name])
            for name in ROW.names or ()
        },
        schema=FRAME_SCHEMA,
    )


def frame_to_rows(frame: pl.DataFrame) -> Rows:
    """Rows of dtype `ROW` from a frame that has their columns."""
    rows = np.empty(frame.height, ROW)
    for name in ROW.names or ():
        rows[name] = frame[name].to_numpy()
    return rows


class ParquetRows:
    """Write rows to a Parquet file that appears only when it is whole.

    >>> with ParquetRows(path, provenance) as out:  # doctest: +SKIP
    ...     for rows in chunks:
    ...         out.write(rows)
    ...     out.finish(n, complete=True)

    Leaving the block without `finish` removes everything. Errors on the way are
    `FileError`. Rows wait in memory until a row group is full, no longer.
    """

    def __init__(self, path: str | Path, provenance: Mapping[str, Any], force: bool = False) -> None:
        self._provenance = dict(provenance)
        self._waiting: list[Rows] = []
        self._waiting_rows = 0
        self._written = 0
        self._file = AtomicFile(path, force=force)
        with guarded(self._file):
            self._writer: pq.ParquetWriter | None = pq.ParquetWriter(
                self._file.stream, _arrow_schema(), **_STORAGE
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._writer is not None:
            self._writer.is_open = False  # or its destructor writes a footer to a file that is gone
            self._writer = None
            self._file.abandon()

    def write(self, rows: Rows) -> None:
        """Append rows in the order of their deals."""
        self._waiting.append(rows)
        self._waiting_rows += len(rows)
        while self._waiting_rows >= GROUP_ROWS:
            self._write_group(GROUP_ROWS)

    def finish(self, n: int, complete: bool = True) -> Path:
        """Write what waits and the provenance of ``n`` deals, and name the file."""
        if n != self._written + self._waiting_rows:
            raise ValueError(f"finish({n}) after {self._written + self._waiting_rows} rows")
        if self._waiting_rows:
            self._write_group(self._waiting_rows)
        stamp = self._provenance | {"n": n, "complete": complete}
        writer = self._open_writer()
        with guarded(self._file):
            writer.add_key_value_metadata({KEY: json.dumps(stamp, sort_keys=True).encode()})
            writer.close()
        self._writer = None
        return self._file.commit()

    def _open_writer(self) -> pq.ParquetWriter:
        if self._writer is None:
            raise ValueError("the file is finished")
        return self._writer

    def _write_group(self, count: int) -> None:
        rows = np.concatenate(self._waiting)
        group, rest = rows[:count], rows[count:]
        self._waiting = [rest] if len(rest) else []
        self._waiting_rows = len(rest)
        writer = self._open_writer()
        with guarded(self._file):
            writer.write_table(rows_to_frame(group).to_arrow(), row_group_size=count)
        self._written += count


# Dictionary indices are packed into whole bits and still leave zstd something
# to do. For values of many bits and much skew, bytes in streams of their own
# come out smaller: there the entropy coder sees the skew.
_STREAMS = ("call_cards", "trumps", "trumps_side", "trick_points", "score")
_STORAGE: dict[str, Any] = {
    "compression": "zstd",
    "compression_level": 3,
    "use_dictionary": [
        c.name for c in COLUMNS if c.name not in BOOLEANS and c.name not in ("deal", *_STREAMS)
    ],
    "column_encoding": {"deal": "DELTA_BINARY_PACKED"} | dict.fromkeys(_STREAMS, "BYTE_STREAM_SPLIT"),
    "store_schema": False,
    "write_statistics": True,
}


def _arrow_schema() -> pa.Schema:
    return FRAME_SCHEMA.to_frame().to_arrow().schema


def read_provenance(path: str | Path) -> dict[str, Any]:
    """The provenance of a file that `ParquetRows` wrote.

    Raises `FileError` when the file is missing, damaged, not ours, or of
    another layout.
    """
    path = Path(path)
    try:
        footer = pq.read_metadata(path)
    except FileNotFoundError:
        raise FileError("missing", path) from None
    except (pa.ArrowException, ValueError):
        raise FileError("corrupt", path) from None
    except OSError as error:
        raise _read_error(error, path) from None
    return _stamp(path, footer)


def _read_error(error: OSError, path: Path) -> FileError:
    """Arrow reports damage as an OSError without a number."""
    if error.errno is None:
        return FileError("corrupt", path)
    return FileError("unreadable", path, reason=error.strerror or type(error).__name__)


def _stamp(path: Path, footer: pq.FileMetaData) -> dict[str, Any]:
    text = (footer.metadata or {}).get(KEY)
    if text is None:
        raise FileError("foreign", path)
    try:
        stamp: dict[str, Any] = json.loads(text)
        found = stamp["schema"]
        if found != SCHEMA:
            raise FileError("schema", path, found=found, known=SCHEMA)
        if stamp["n"] != footer.num_rows:
            raise FileError("corrupt", path)
        rules_of(stamp)
    except (UnicodeDecodeError, json.JSONDecodeError, KeyError, TypeError, AttributeError):
        raise FileError("foreign", path) from None
    except ValueError as error:
        raise FileError("rules", path, reason=str(error)) from None
    names = set(footer.schema.to_arrow_schema().names)
    for column in COLUMNS:
        if column.name not in names:
            raise FileError("columns", path, column=column.name)
    return stamp


def scan_rows(path: str | Path) -> pl.LazyFrame:
    """A lazy frame over a file of ours, checked by `read_provenance`."""
    read_provenance(path)
    return pl.scan_parquet(Path(path), glob=False)


def stream_columns(
    source: pl.LazyFrame | str | Path, names: tuple[str, ...], batch: int = 100_000
) -> Iterator[dict[str, NDArray[Any]]]:
    """The named columns in batches of about ``batch`` rows, memory flat.

    ``source`` is a path written by `ParquetRows` or any lazy frame that has the
    columns. Raises `FileError` on damage met while reading.
    """
    lazy = source if isinstance(source, pl.LazyFrame) else scan_rows(source)
    try:
        for frame in lazy.select(names).collect_batches(chunk_size=batch, maintain_order=True):
            yield {name: frame[name].to_numpy() for name in names}
    except pl.exceptions.ComputeError:
        raise FileError("corrupt", _name(source)) from None
    except OSError as error:
        raise _read_error(error, Path(_name(source))) from None


def _name(source: pl.LazyFrame | str | Path) -> str:
    return "the frame" if isinstance(source, pl.LazyFrame) else str(source)
