"""What an umpire knows: tables, seats, links, alarms, orders and their results, in words. No Textual."""
