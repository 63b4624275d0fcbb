"""The command `rule`: every act of an umpire, and what a script can show."""
