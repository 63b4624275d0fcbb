"""The gateway: seats and projectors in browsers, each an ordinary client of the arbiter."""
