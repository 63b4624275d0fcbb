"""Measures as text. Prometheus reads the intended values, and no text of a person can enter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcouncil.arbiter.shell.base.stopwatch import Stopwatch
from warcouncil.arbiter.shell.hosting.prometheus_text import Measure, counter, exposed, gauge, histogram

from tests.arbiter.shell.scrape import parsed

WORDS = st.from_regex(r"[a-z]{1,8}(_[a-z]{1,8}){0,2}", fullmatch=True)
NUMBERS = st.integers(0, 2**53) | st.floats(0, 1e12)


@given(st.dictionaries(WORDS, st.dictionaries(WORDS, NUMBERS, min_size=1) | NUMBERS))
def test_every_measure_is_read_as_it_was_meant(told: dict[str, float | dict[str, float]]) -> None:
    """Prometheus reads another number, so an alarm is false or missing, or it refuses the complete page."""
    measures = [
        gauge(name, "So many.", value, by="by" * isinstance(value, dict)) for name, value in told.items()
    ]
    wanted = {
        (f"warcouncil_{name}{{by={each}}}" if each else f"warcouncil_{name}"): number
        for name, value in told.items()
        for each, number in (value.items() if isinstance(value, dict) else [("", value)])
    }
    assert parsed(exposed(measures).decode()) == wanted


@given(st.lists(st.floats(0, 100)))
def test_a_histogram_is_read_as_it_was_counted(seconds: list[float]) -> None:
    """The share of slow commits is wrong, and a failing disk looks fine."""
    watch = Stopwatch((0.5, 1.0, 10.0))
    for each in seconds:
        watch.note(each)
    read = parsed(exposed([histogram("wait_seconds", "How long.", watch)]).decode())
    for step in ("0.5", "1.0", "10.0"):
        no_longer = sum(each <= float(step) for each in seconds)
        assert read[f"warcouncil_wait_seconds_bucket{{le={step}}}"] == no_longer
    assert read["warcouncil_wait_seconds_bucket{le=+Inf}"] == len(seconds)
    assert read["warcouncil_wait_seconds_count"] == len(seconds)
    assert read["warcouncil_wait_seconds_sum"] == pytest.approx(sum(seconds))


def test_it_looks_as_prometheus_asks() -> None:
    """A scraper that is stricter than the parser of these tests refuses the page."""
    watch = Stopwatch((0.5,))
    watch.note(0.25)
    text = exposed(
        [
            counter("knocks_total", "Knocks.", {"late": 2, "early": 1}, by="reason"),
            histogram("wait_seconds", "How long.", watch),
        ]
    )
    assert text == (
        b"# HELP warcouncil_knocks_total Knocks.\n"
        b"# TYPE warcouncil_knocks_total counter\n"
        b'warcouncil_knocks_total{reason="late"} 2\n'
        b'warcouncil_knocks_total{reason="early"} 1\n'
        b"# HELP warcouncil_wait_seconds How long.\n"
        b"# TYPE warcouncil_wait_seconds histogram\n"
        b'warcouncil_wait_seconds_bucket{le="0.5"} 1\n'
        b'warcouncil_wait_seconds_bucket{le="+Inf"} 1\n'
        b"warcouncil_wait_seconds_sum 0.25\n"
        b"warcouncil_wait_seconds_count 1\n"
    )


@pytest.mark.parametrize(
    "words", ["red.army", "7K3-Q4MN-P2XT", "Anna", "table 1", 'x"} 1\ny', "", "127.0.0.1", "é"]
)
def test_no_word_of_a_person_or_a_machine_fits_in(words: str) -> None:
    """A seat, a code, a name or an address stays for years in an operator's database, or breaks the page."""
    with pytest.raises(AssertionError) as fault:
        exposed([gauge("links", "Who.", {words: 1}, by="role")])
    assert not words or words not in str(fault.value)
    with pytest.raises(AssertionError):
        exposed([Measure(words, "gauge", "Who.", ())])
    with pytest.raises(AssertionError, match="sealed"):
        counter("sealed", "What rises bears the ending that says so.", 1)
