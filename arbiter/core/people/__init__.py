"""The people: sessions of linked clients, the roster of keys and seats, receipts, and approval by a second umpire."""
