"""The first page of the book, and the pages on the library."""
