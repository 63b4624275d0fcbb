"""Asks a question at a prompt. The default is beside it. After an unusable answer the question is repeated."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable
from typing import TypeVar

import typer
from warcouncil.clients.plan.text.option_text import BadInput

T = TypeVar("T")


def asked(question: str, usual: str, read: Callable[[str], T]) -> T:
    """Ask until `read` accepts the answer.

    `read` raises BadInput for an unusable answer. Enter alone means `usual`.
    """
    while True:
        prompt = between_words(f"{question} [{usual}]:")
        try:
            return read(
                str(typer.prompt(prompt, default=usual, show_default=False, prompt_suffix=" ")).strip()
            )
        except BadInput as fault:
            typer.echo(between_words(str(fault)))


def between_words(text: str) -> str:
    """Wrap a text for the window, only between words."""
    width = shutil.get_terminal_size().columns
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)
