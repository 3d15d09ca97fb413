"""Answers of the lake, Arrow tables, as text for people and as CSV, JSON and Parquet for programs.

Only text rounds: programs get every number as it is. A CSV file begins with the byte-order mark by which Excel knows
UTF-8; CSV on standard output has none, since a program at the other end would take it for a part of the first name.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from cli.messages import Trouble, counted, dumps, note
from replay.problems import printable, width_of

if TYPE_CHECKING:
    import pyarrow as pa

FORMATS: Final = ("table", "csv", "json", "parquet")
#: Columns of a cell of text, about; a longer one is cut.
WIDEST: Final = 80


def answer_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options `--format` (parameter `form`) and `-o` (parameter `output`)."""
    command = click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file instead of standard output.")(command)  # fmt: skip
    return click.option(
        "--format", "form", type=click.Choice(FORMATS), default="table", show_default=True, help="How to write it."
    )(command)


def deliver(data: bytes, form: str, output: Path | None) -> None:
    """Write an answer to a file, and say so, or to standard output (also where the file is `-`).

    Raises Trouble for Parquet on a terminal, OSError where the file cannot be written.
    """
    if output is not None and str(output) != "-":
        output.write_bytes(data)
        note(f"{output} written ({len(data):,} bytes)")
        return
    if form == "parquet" and sys.stdout.isatty():
        raise Trouble("Parquet is no text: name a file with -o, or send it on with |")
    click.echo(data, nl=False)


def to_file(output: Path | None) -> bool:
    """Whether the answer goes to a file, not to standard output."""
    return output is not None and str(output) != "-"


def csv_of(table: pa.Table, *, bom: bool) -> bytes:
    """A table as CSV; nested columns as JSON, which CSV cannot hold otherwise."""
    import pyarrow as pa

    from replay.lake.export import write_table

    for index, field in enumerate(table.schema):
        if pa.types.is_nested(field.type):
            values = [None if value is None else dumps(plain(value)) for value in table.column(index).to_pylist()]
            table = table.set_column(index, field.name, pa.array(values, pa.string()))
    out = pa.BufferOutputStream()
    write_table(table, "csv", out)
    data: bytes = out.getvalue().to_pybytes()
    return data if bom else data.removeprefix(b"\xef\xbb\xbf")


def parquet_of(table: pa.Table) -> bytes:
    """A table as a Parquet file."""
    import pyarrow as pa

    from replay.lake.export import write_table

    out = pa.BufferOutputStream()  # Parquet needs to know where it is, which a pipe does not
    write_table(table, "parquet", out)
    data: bytes = out.getvalue().to_pybytes()
    return data


def json_lines_of(rows: Sequence[dict[str, Any]]) -> bytes:
    """One JSON object a row and line."""
    return "".join(dumps(plain(row)) + "\n" for row in rows).encode()


def json_list_of(rows: Sequence[dict[str, Any]]) -> bytes:
    """All rows as one JSON list."""
    return ("[" + ",\n ".join(dumps(plain(row)) for row in rows) + "]\n").encode()


def plain(value: Any) -> Any:
    """Decimals and numbers that are none as JSON has them."""
    import decimal

    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, decimal.Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def text_of(table: pa.Table, *, limit: int = 0, shares: Collection[str] = (), unknown: str = "", ruled: bool = True) -> str:  # fmt: skip
    """A table as aligned text, numbers to the right.

    limit    at most so many rows; 0: all.
    shares   columns that are parts of 1, written in per cent.
    unknown  what stands for NULL; ruled: whether a line goes under the head.
    """
    shown = table.slice(0, limit) if limit else table
    columns: list[list[str]] = []
    for name, column in zip(shown.column_names, shown.columns, strict=True):
        values = column.to_pylist()
        right = str(column.type).startswith(("int", "uint", "float", "double", "decimal", "halffloat"))
        cells = [printable(name), *_cells(values, share=name in shares, unknown=unknown)]
        width = max(map(width_of, cells))
        if ruled:
            cells.insert(1, "─" * width)
        pads = [" " * (width - width_of(cell)) for cell in cells]
        columns.append([pad + cell if right else cell + pad for cell, pad in zip(cells, pads, strict=True)])
    return "\n".join("  ".join(row).rstrip() for row in zip(*columns, strict=True))


def _cells(values: list[Any], *, share: bool, unknown: str) -> list[str]:
    numbers = [value for value in values if isinstance(value, float) and math.isfinite(value)]
    digits = 1 if share else digits_of(numbers)

    def cell(value: Any) -> str:
        if value is None:
            return unknown
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float):
            if not math.isfinite(value):
                return str(value)
            if share:
                return f"{100 * value:.1f} %"
            return f"{value:.{digits}f}" if abs(value) < 1e15 else f"{value:.6g}"
        text = printable(str(value).replace("\n", " "))
        return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"

    return [cell(value) for value in values]


def digits_of(numbers: Collection[float]) -> int:
    """Decimals that a column of numbers is shown with, the same for all, so that the points stand below each other.

    None for whole numbers, one for halves; else so many that the greatest has three or four digits that count.
    """
    if all(number == int(number) for number in numbers):
        return 0
    if all(2 * number == int(2 * number) for number in numbers):
        return 1
    greatest = max(map(abs, numbers))
    if greatest > 1:
        return 2 if greatest < 100 else 1
    return min(12, 2 - math.floor(math.log10(greatest)))


def say_rest(shown: int, total: int) -> None:
    """Say where a table was cut."""
    if shown and shown < total:
        note(f"the first {shown:,} of {counted(total, 'row')} (--limit 0: all)")
