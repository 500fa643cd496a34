"""A small, readable XLNet."""
