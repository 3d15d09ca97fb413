"""What all tests share: how Hypothesis runs, and where Chromium is."""

import os
import shutil
import signal

import pytest
from hypothesis import HealthCheck, settings

# A run in the background is started with Ctrl-C ignored, and its children would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Machines under load are slow, not wrong: no deadlines. In CI the same examples each time.
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.register_profile("thorough", parent=settings.get_profile("dev"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the system's Chromium; without one the test is skipped, but in CI it fails."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    if os.environ.get("CI"):
        pytest.fail("no Chromium on the PATH")
    pytest.skip("no Chromium on the PATH (make browser)")
