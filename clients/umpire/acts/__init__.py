"""The acts of an umpire: what each says and asks for, its target, how it is built, what became of it."""
