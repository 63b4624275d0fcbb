"""The command `rule`: every act of an umpire, and everything that a script can show."""
