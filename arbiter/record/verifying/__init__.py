"""Everything that can be doubted in an exercise file, checked: records done again, receipts, chance."""
