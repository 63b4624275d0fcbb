"""The room: what needs a whole arbiter, or the whole house, in one process: begun plans, rehearsals, stand-ins, doctor."""
