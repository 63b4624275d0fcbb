"""The room: code that runs an arbiter inside one process: begun plans, rehearsals, stand-ins, and the doctor."""
