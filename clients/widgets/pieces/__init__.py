"""Small pieces that several screens share: drawn lines, scenes, results, rules, clocks, an input line."""
