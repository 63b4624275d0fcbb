"""Everything that would make an exercise stumble or leak, found before it begins."""
