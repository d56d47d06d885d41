"""What all lessons share."""
