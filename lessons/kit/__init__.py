"""Parts that all lessons share."""
