"""Decoders fuzzed by coverage: whatever reads what others send is fed spoilt frames and files, and those that reach new ground are spoilt on."""
