"""Progress of long searches: a bar, or a function of the share done and the number found."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def open_bar(progress) -> Iterator:
    """Give what shows progress: a bar for True, the function, or None."""
    show = Bar() if progress is True else progress or None
    try:
        yield show
    finally:
        if isinstance(show, Bar):
            show.close()


class Bar:
    """A progress bar that shows the share of the tree."""

    def __init__(self):
        from tqdm.auto import tqdm

        self.last = 0.0
        self.bar = tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}<{remaining}{postfix}")

    def __call__(self, share: float, found: int) -> None:
        self.bar.set_postfix_str(f"{found:,} found", refresh=False)
        self.bar.update(max(0.0, 100 * share - self.last))
        self.last = max(self.last, 100 * share)

    def close(self) -> None:
        self.bar.refresh()
        self.bar.close()
