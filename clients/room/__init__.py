"""The room: code that needs a whole arbiter in one process: begun plans, rehearsals, stand-ins, and the doctor."""
