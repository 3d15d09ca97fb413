"""Other processes for tests that kill: `python -m tests.lake.worker WHAT LAKE …`; each says on stdout what is done.

import LAKE FOLDER   imports the files of FOLDER one by one, for ever; prints a file's name once its games are committed
compact LAKE         merges and rebuilds in turn, for ever
once LAKE PATH…      one import, then the end
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from replay.lake import commit, importing, rebuild, sources
from replay.lake.layout import LakeError


def main() -> None:
    what, lake, *rest = sys.argv[1:]
    if what == "import":
        for path in sorted(Path(rest[0]).iterdir()):
            summary = importing.run(Path(lake), sources.find([str(path)]))
            assert summary.good, summary
            print(path.name, flush=True)
    elif what == "once":
        summary = importing.run(Path(lake), sources.find(rest))
        print(summary.read, flush=True)
    else:
        # Small steps, so that merges of all sizes happen while others write.
        commit.FAN = 4
        while True:
            try:
                commit.ladder(Path(lake))
                commit.compact(Path(lake), limit=40)
                rebuild.rebuild(Path(lake))
            except LakeError as error:
                if "kept changing" not in str(error):
                    raise
            time.sleep(0.01)


if __name__ == "__main__":
    main()
