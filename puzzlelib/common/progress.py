"""Progress of long searches: a bar, or a function of the share done and the number found."""

from collections.abc import Callable
from time import perf_counter

from .clock import Stop

BETWEEN = 0.1  # seconds between two calls


class StepProgress:
    """Progress of a search in plain Python, by the number of its steps that is expected.

    `show` is a function of the share and the number found, True for a bar, or None; the first call
    comes after a second.
    """

    def __init__(self, show, expected: float, found: Callable[[], int], stop: Stop):
        self.show, self.expected, self.found, self.ask = show, max(1, expected), found, stop
        self.steps, self.last = 0, perf_counter() + 1

    def stop(self) -> bool:
        """Count a step; return what the search's own stop() says."""
        self.steps += 1
        if self.show and self.steps % 1000 == 0 and perf_counter() - self.last > BETWEEN:
            self.show = Bar() if self.show is True else self.show
            self.show(min(0.99, self.steps / self.expected), self.found())
            self.last = perf_counter()
        return self.ask()

    def end(self) -> None:
        """Close the bar."""
        if isinstance(self.show, Bar):
            self.show.close()


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
