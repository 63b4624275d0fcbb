"""What the tests notice: one small change at a time in the pure floors, and whether any test fails of it."""
