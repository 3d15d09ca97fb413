"""150 simulated games, judged once a session, as replays and as tables."""

import pytest

from replay.lake.reader import Lake
from replay.referee import Replay
from tests.stats import kit


@pytest.fixture(scope="session")
def found() -> list[Replay]:
    return kit.replays(kit.logs())


@pytest.fixture(scope="session")
def lake(found) -> Lake:
    return kit.lake_of(found)
