"""Who takes part: sessions of linked clients, the roster of keys and seats, receipts, approval by a second umpire."""
