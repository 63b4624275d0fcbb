"""Smaller pieces that several screens share: drawn lines, scenes, results, rules, clocks, a line to write on."""
