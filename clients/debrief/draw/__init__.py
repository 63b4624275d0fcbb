"""A report drawn: SVG, the page, comparisons, PDF, and files that stand whole or not at all."""
