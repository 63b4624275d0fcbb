"""The command `rule`: every act of an umpire, and all that a script can show."""
