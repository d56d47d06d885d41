"""A tool that draws what teachers hand out: `make sheets`."""
