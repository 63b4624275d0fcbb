"""What every test shares: examples may come slowly, for the machine may be busy; no test reads the settings of who runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def no_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a file of settings that is not there yet, in the place of the user's own."""
    file = tmp_path_factory.mktemp("settings") / "settings.toml"
    monkeypatch.setenv("WARCOUNCIL_CONFIG", str(file))
    return file
