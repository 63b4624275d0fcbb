"""Draws a report: SVG, the page, comparisons, PDF, and files that are written completely or not at all."""
