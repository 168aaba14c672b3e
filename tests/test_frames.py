"""Result files: whole or not there, small, readable again, and honest about damage."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest
from chaodipi.analysis import files, frames
from chaodipi.analysis.files import FileError
from chaodipi.analysis.frames import ParquetRows, read_provenance, rows_to_frame, stream_columns
from chaodipi.analysis.provenance import make_provenance, public, rules_of
from chaodipi.analysis.tally import COLUMN_NAMES, tally_rows
from chaodipi.sim.rows import ROW
from chaodipi.sim.rules import load_rules
from chaodipi.tests.synthetic import synthetic_rows

STAMP = make_provenance(load_rules("base"), policies=("greedy", "random"), seed=7, start=40)


def put(path: Path, n: int, failure: BaseException | None = None, meanwhile: str | None = None) -> None:
    """Write 20 rows, then break off, let another file appear, or finish with ``n``."""
    with ParquetRows(path, STAMP) as out:
        out.write(synthetic_rows(20))
        if meanwhile is not None:
            path.write_text(meanwhile)
        if failure is not None:
            raise failure
        out.finish(n)


def write(path: Path, n: int = 50, stamp: dict[str, Any] = STAMP, complete: bool = True) -> Path:
    with ParquetRows(path, stamp) as out:
        for start in range(0, n, 20):
            out.write(synthetic_rows(min(20, n - start), start=start))
        return out.finish(n, complete)


def test_rows_come_back_as_they_went(tmp_path: Path) -> None:
    path = write(tmp_path / "deals.parquet")
    rows = np.concatenate([synthetic_rows(20), synthetic_rows(20, start=20), synthetic_rows(10, start=40)])
    frame = pl.read_parquet(path)
    assert frame.equals(rows_to_frame(rows))
    assert (frames.frame_to_rows(frame) == rows).all()
    assert frame.schema["dug"] == pl.Boolean
    assert frame.schema == frames.FRAME_SCHEMA
    assert frame.schema["chao_lb"] == pl.Int8
    assert tuple(frame.columns) == ROW.names


def test_provenance_holds_what_replays_the_deals_and_no_more(tmp_path: Path) -> None:
    stamp = read_provenance(write(tmp_path / "deals.parquet", complete=False))
    assert stamp == STAMP | {"n": 50, "complete": False}
    assert rules_of(stamp) == load_rules("base")
    assert set(public(stamp)["rules"]) == {"name", "fingerprint"}
    assert not {"time", "date", "path", "jobs", "rate"} & set(stamp)


def test_equal_rows_make_equal_bytes_however_they_are_cut(tmp_path: Path) -> None:
    rows = synthetic_rows(700)
    for name, step in (("a", 700), ("b", 33)):
        with ParquetRows(tmp_path / name, STAMP) as out:
            for start in range(0, 700, step):
                out.write(rows[start : start + step])
            out.finish(700)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_no_rows_make_a_valid_file(tmp_path: Path) -> None:
    with ParquetRows(tmp_path / "none.parquet", STAMP) as out:
        out.finish(0, complete=False)
    assert read_provenance(tmp_path / "none.parquet")["n"] == 0
    assert pl.read_parquet(tmp_path / "none.parquet").height == 0


def test_row_groups_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "GROUP_ROWS", 100)
    with ParquetRows(tmp_path / "deals.parquet", STAMP) as out:
        out.write(synthetic_rows(250))
        out.write(synthetic_rows(30, start=250))
        out.finish(280)
    footer = pq.read_metadata(tmp_path / "deals.parquet")
    assert [footer.row_group(i).num_rows for i in range(footer.num_row_groups)] == [100, 100, 80]


@pytest.mark.slow
def test_a_million_rows_take_at_most_12_megabytes(tmp_path: Path) -> None:
    rows = synthetic_rows(250_000)
    with ParquetRows(tmp_path / "deals.parquet", STAMP) as out:
        out.write(rows)
        out.finish(len(rows))
    assert (tmp_path / "deals.parquet").stat().st_size * 4 <= 12e6


def test_a_tally_of_a_file_is_the_tally_of_its_rows(tmp_path: Path) -> None:
    rows = synthetic_rows(1000)
    with ParquetRows(tmp_path / "deals.parquet", STAMP) as out:
        out.write(rows)
        out.finish(1000)
    batches = list(stream_columns(tmp_path / "deals.parquet", COLUMN_NAMES, batch=300))
    assert len(batches) > 1
    assert tally_rows(batches) == tally_rows([rows])
    assert tally_rows(stream_columns(rows_to_frame(rows).lazy(), COLUMN_NAMES)) == tally_rows([rows])


def nothing_left(folder: Path) -> bool:
    return list(folder.iterdir()) == []


def test_leaving_without_finish_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        put(tmp_path / "deals.parquet", 20, KeyboardInterrupt())
    with ParquetRows(tmp_path / "deals.parquet", STAMP) as out:
        out.write(synthetic_rows(20))
    assert nothing_left(tmp_path)


def test_a_wrong_count_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="after 20 rows"):
        put(tmp_path / "deals.parquet", 21)
    assert nothing_left(tmp_path)


def test_existing_files_stay_without_force(tmp_path: Path) -> None:
    path = tmp_path / "deals.parquet"
    path.write_text("mine")
    with pytest.raises(FileError, match="--force"):
        ParquetRows(path, STAMP)
    assert path.read_text() == "mine"
    with ParquetRows(path, STAMP, force=True) as out:
        out.finish(0)
    assert read_provenance(path)["n"] == 0


def test_a_file_that_appears_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "deals.parquet"
    with pytest.raises(FileError, match="exists"):
        put(path, 20, meanwhile="mine")
    assert path.read_text() == "mine"
    assert [p.name for p in tmp_path.iterdir()] == ["deals.parquet"]


class Full:
    """A stream on a full disk: takes ``room`` bytes, then fails."""

    def __init__(self, stream: Any, room: int) -> None:
        self._stream, self._room = stream, room

    def write(self, data: Any) -> int:
        self._room -= len(data)
        if self._room < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return int(self._stream.write(data))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@pytest.mark.parametrize("room", [0, 100, 3000, 9000])
def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    opened = files.AtomicFile.__init__

    def full(self: Any, *args: Any, **kwargs: Any) -> None:
        opened(self, *args, **kwargs)
        self.stream = Full(self.stream, room)

    monkeypatch.setattr(files.AtomicFile, "__init__", full)
    with pytest.raises(FileError, match="no space left") as caught:
        write(tmp_path / "deals.parquet", 400)
    assert caught.value.code == "full"
    assert nothing_left(tmp_path)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_devices_and_folders_are_no_targets(tmp_path: Path) -> None:
    for path in ("/dev/full", tmp_path):
        with pytest.raises(FileError, match="no ordinary file"):
            ParquetRows(path, STAMP, force=True)
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_a_place_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="name another place"):
        ParquetRows(tmp_path / "file" / "deals.parquet", STAMP)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_closed_folder_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(FileError, match="cannot be written"):
        ParquetRows(tmp_path / "deals.parquet", STAMP)


def codes(path: Path) -> str:
    with pytest.raises(FileError) as caught:
        read_provenance(path)
    assert str(caught.value).count("\n") == 0
    assert str(path) in str(caught.value)
    return caught.value.code


def test_damaged_and_foreign_files_are_told_apart(tmp_path: Path) -> None:
    good = write(tmp_path / "good.parquet").read_bytes()
    bad = tmp_path / "bad.parquet"
    assert codes(bad) == "missing"
    for data in (b"", b"PAR1", b"text, not parquet\n" * 9, good[:-9], good[: len(good) // 2]):
        bad.write_bytes(data)
        assert codes(bad) == "corrupt"
    pl.DataFrame({"a": [1]}).write_parquet(bad)
    assert codes(bad) == "foreign"
    assert codes(tmp_path) in ("corrupt", "unreadable")


def test_damage_between_the_ends_is_found_while_reading(tmp_path: Path) -> None:
    path = write(tmp_path / "deals.parquet", 400)
    data = bytearray(path.read_bytes())
    data[8:600] = b"\xff" * 592
    path.write_bytes(data)
    with pytest.raises(FileError, match="no readable Parquet"):
        list(stream_columns(path, COLUMN_NAMES))


def test_stamps_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    other = json.loads(json.dumps(STAMP))
    other["schema"] = "chaodipi/rows-0"
    assert codes(write(tmp_path / "a", stamp=other)) == "schema"
    other = json.loads(json.dumps(STAMP))
    other["rules"]["switches"]["magic"] = True
    assert codes(write(tmp_path / "b", stamp=other)) == "rules"
    other = json.loads(json.dumps(STAMP))
    other["rules"]["switches"]["decks"] = 3
    assert codes(write(tmp_path / "c", stamp=other)) == "rules"
    assert codes(write(tmp_path / "d", stamp={"schema": STAMP["schema"]})) == "foreign"
    table = pq.read_table(write(tmp_path / "e"))
    pq.write_table(table.drop_columns(["score"]), tmp_path / "f")
    assert codes(tmp_path / "f") == "columns"
