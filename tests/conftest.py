"""What every test shares: generated examples may come slowly, for the machine may be busy, and no test judges by time."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
