"""What one lesson shows, and no other: each module is a card of its own."""
