"""How commands speak: answers on standard output, one form of sentence on standard error.

Everything that the program itself says on standard error is `biblios: …`, be it an error, a note or a word about what was
done. Problems of logs are not the program's: they begin with their file, as compilers write them.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from replay.problems import printable, printable_lines


class Trouble(click.ClickException):
    """Something is in the way that no log is to blame for: exit code 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """One sentence on standard error."""
        complain(self)


def emit(text: str) -> None:
    """Print to standard output."""
    click.echo(text)


def tell(text: str) -> None:
    """Print to standard output while work goes on that must not stop because nobody listens any more (`| head`)."""
    try:
        emit(text)
    except BrokenPipeError:
        forget_output()


def forget_output() -> None:
    """Let all further output go nowhere, also what still waits: Python would complain of it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def warn(text: str) -> None:
    """Print to standard error, as it is."""
    click.echo(text, err=True)


def note(text: str) -> None:
    """Say one sentence of the program's own on standard error."""
    warn(printable_lines(f"biblios: {text}".splitlines()))


def complain(error: click.ClickException) -> None:
    """Say what an exception of click's or ours means; where the words of a command are wrong, also what they should be."""
    if isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ())):  # older click leaves without an error
        error.show()
        return
    text = error.format_message()
    if not _of_click(error):
        note(text)
        return
    text = " ".join(text.split()).removesuffix(".")
    note(text[:1].lower() + text[1:])
    assert isinstance(error, click.UsageError)
    if error.ctx is not None:
        pieces = error.ctx.command.collect_usage_pieces(error.ctx)
        usage = " ".join([error.ctx.command_path, *pieces])
        warn(f"  usage   {printable(usage)}\n  help    {error.ctx.command_path} --help")


def _of_click(error: click.ClickException) -> bool:
    """Whether click itself found the fault, and worded it: such a sentence begins with a capital."""
    kinds = (click.NoSuchOption, click.BadParameter, click.BadOptionUsage, click.BadArgumentUsage)
    return isinstance(error, kinds) or error.message.startswith(("Got unexpected", "No such command"))


def counted(number: int, what: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def dumps(value: Any) -> str:
    """One line of JSON in UTF-8; what cannot be encoded is written as U+FFFD."""
    import msgspec

    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        import json

        return json.dumps(value, ensure_ascii=True)
