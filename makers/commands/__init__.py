"""The commands of makers: assemble, convert, print, atlas and fair, with their options."""
