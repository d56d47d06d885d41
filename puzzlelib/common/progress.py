"""Progress of long searches: a bar, or a function of the share done and the number found."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def open_bar(progress, what: str = "found") -> Iterator:
    """Give what shows progress: a bar for True, the function, or None."""
    if progress is not True:
        yield progress or None
        return
    from tqdm.auto import tqdm

    class Bar(tqdm):
        monitor_interval = 0  # a browser has no second thread

    with Bar(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}<{remaining}{postfix}") as bar:

        def show(share: float, found: int) -> None:
            bar.set_postfix_str(f"{found:,} {what}", refresh=False)
            bar.update(max(0.0, 100 * share - bar.n))

        try:
            yield show
        finally:
            bar.refresh()
