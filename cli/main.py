"""`biblios`: the command line. Each command lives in a module of its own group and is imported when it is called."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Any, Final

import click

from cli.messages import complain, forget_output, note

#: Command → (module, name of the click command in it). Kept here so that `biblios check` imports only what it needs.
COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "check": ("cli.log_commands", "check"),
    "replay": ("cli.log_commands", "replay_command"),
    "score": ("cli.log_commands", "score"),
    "fmt": ("cli.log_commands", "fmt"),
    "convert": ("cli.log_commands", "convert"),
    "rules": ("cli.game_commands", "rules"),
    "simulate": ("cli.game_commands", "simulate"),
    "record": ("cli.record_command", "record"),
    "import": ("cli.lake_commands", "import_command"),
    "games": ("cli.lake_commands", "games"),
    "players": ("cli.lake_commands", "players"),
    "sql": ("cli.lake_commands", "sql"),
    "export": ("cli.lake_commands", "export"),
    "rebuild": ("cli.lake_commands", "rebuild"),
    "verify": ("cli.lake_commands", "verify"),
    "compact": ("cli.lake_commands", "compact"),
    "quarantine": ("cli.lake_commands", "quarantine"),
    "stats": ("cli.stats_commands", "stats"),
    "report": ("cli.dashboard_commands", "report"),
    "dashboard": ("cli.dashboard_commands", "dashboard"),
    "demo": ("cli.dashboard_commands", "demo"),
}

SHORT: Final = {
    "check": "Judge logs without storing them.",
    "replay": "Step through a game: positions, verdicts, what may follow.",
    "score": "Score a game, with all details.",
    "fmt": "Write logs in their canonical form.",
    "convert": "Turn logs into JSON Lines and back.",
    "rules": "Show a game's components, rulings and rules with their sources.",
    "simulate": "Write complete games played by bots (marked as simulated).",
    "record": "Write a log at the table, each event judged as it is typed.",
    "import": "Judge logs and store the good ones in the lake.",
    "games": "List the stored games.",
    "players": "List the players, and say which names mean the same person.",
    "sql": "Ask the lake in SQL (read only).",
    "export": "Write stored games as CSV, Parquet, JSON Lines or logs.",
    "rebuild": "Make all tables again from the stored logs.",
    "verify": "Prove that the lake is whole.",
    "compact": "Merge small files of the lake.",
    "quarantine": "List, show and retry logs that did not pass.",
    "stats": "Club statistics: scoring and auctions.",
    "report": "Write a game or a season as one HTML file.",
    "dashboard": "Open the dashboard.",
    "demo": "Import the sample season and open the dashboard.",
}


class Lazy(click.Group):
    """A group whose commands are imported when they are called, not when they are listed."""

    def main(  # type: ignore[override]  # click's tells the two modes apart by overloads
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Like click's, but errors are said in this program's words, whoever calls."""
        try:
            code: Any = super().main(args, prog_name, standalone_mode=False, **extra)
        except click.ClickException as error:
            complain(error)
            sys.exit(2)  # never 1, as some of click's have it: no log has a problem
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code

    def invoke(self, ctx: click.Context) -> Any:
        """Like click's, but a reader of our output who goes away (`| head`) is no error: click would leave with 1."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            forget_output()
            raise click.exceptions.Exit(0) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Like click's, but an unknown command names the nearest known one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f". Did you mean {near[0]}?" if near else ""
            raise click.UsageError(f"there is no command {args[0]!r}{hint} (`biblios --help` lists them)", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands from `SHORT`, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, SHORT[name]) for name in COMMANDS])


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="biblios-replay", prog_name="biblios")
def biblios() -> None:
    """Referee, archive and analyst for games of Biblios and Biblios Dice.

    Exit codes: 0 all well, 1 a log has a problem, 2 wrong usage.
    """


def main() -> None:
    """Entry point: no traceback reaches a person, a closed pipe is no error, Ctrl-C leaves with 130."""
    _open_streams()
    try:
        code = biblios(standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except BrokenPipeError:
        forget_output()
        sys.exit(0)
    except (KeyboardInterrupt, click.Abort):
        note("interrupted")
        sys.exit(130)
    except OSError as error:
        forget_output()
        note(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
        sys.exit(2)
    except MemoryError:
        note("out of memory")
        sys.exit(2)
    except Exception as error:
        if os.environ.get("BIBLIOS_DEBUG"):
            raise
        note(
            f"this is a defect of the program, not of your logs ({type(error).__name__}: {error}). Nothing was stored by "
            "this command. Please report it with the command and the file; BIBLIOS_DEBUG=1 shows where it happened."
        )
        sys.exit(70)


def _open_streams() -> None:
    """Make the three standard streams usable: open, and in UTF-8 whatever the terminal is."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # Closed by the caller (`<&-`). Its number must not go to a file of ours, which others would then write into.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open until the end
    for stream in (sys.stdout, sys.stderr):
        # A sign that the terminal cannot show becomes `?`.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    main()
