"""Pages of the book, sheets for teachers, and notebooks to hand out."""
