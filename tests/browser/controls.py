"""Duties of every control of a widget: a role, a name, a way to move it by keyboard, a picture that
follows."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Locator, Page

from .lab import CARDS, Window, colours, paint, picture, pieces, shades, until

VIOLATIONS = """async (cards) => {
  const found = await axe.run(cards, { resultTypes: ["violations"] });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120))}`);
}"""


def violations_in(card: Locator, axe: str) -> list[str]:
    """Return what axe-core says against this card."""
    card.page.evaluate(axe)
    return card.evaluate(f"(card) => ({VIOLATIONS})([card])")


def violations(place: Window | Page, axe: str) -> list[str]:
    """Return what axe-core says against all cards."""
    page = getattr(place, "page", place)
    page.evaluate(axe)
    return page.locator(CARDS).evaluate_all(VIOLATIONS)


def sliders(place: Locator) -> dict[str, Locator]:
    """The sliders that can be moved, by name."""
    handles = place.locator("[role=slider]:visible").all()
    return {
        handle.get_attribute("aria-label"): handle
        for handle in handles
        if not handle.evaluate("node => node.closest('[disabled]') !== null")
    }


def slider_named(place: Locator, name: str) -> Locator:
    handle = place.locator(f"[role=slider][aria-label='{name}']:visible:not([disabled], [disabled] *)").last
    handle.wait_for()
    return handle


def value(slider: Locator) -> float:
    return float(slider.get_attribute("aria-valuenow"))


def press(slider: Locator, *keys: str) -> float:
    """Move a slider by keyboard; returns its new value."""
    slider.focus()
    for key in keys:
        slider.press(key)
    paint(slider.page)
    return value(slider)


def bottom(stage: Locator) -> Locator:
    """The picture itself, without the words and panels around it."""
    return stage.locator(".eo-picture")


def true_colours(stage: Locator) -> None:
    """The pieces seen in the picture are those of the state, soon; no other piece's colour is there."""
    faults = []

    def right() -> bool:
        faults.append(false_colours(stage))
        return not faults[-1]

    with suppress(AssertionError):
        until(stage.page, right, 20)
    assert not faults[-1]


def false_colours(stage: Locator) -> str:
    """Return what is wrong with the colours in the picture, or ""."""
    found = colours(picture(bottom(stage)), 60)
    state = pieces(stage).keys()
    palette = stage.evaluate("node => node.palette")
    visible = {
        letter
        for letter, (fill, _) in palette.items()
        if any(near(seen, tone) for seen in found for tone in shades(fill))
    }
    if visible <= state and len(visible) >= min(len(state), 2):
        return ""
    return f"seen {sorted(visible)}, where the state has {sorted(state)}"


def near(one: tuple, other: tuple, by: int = 3) -> bool:
    return max(abs(a - b) for a, b in zip(one, other)) <= by


def kept_picture(stage: Locator) -> None:
    """There is something to see in the stage: more than a blank card."""
    assert len(colours(picture(bottom(stage)), 60)) >= 3


def guess_all(lab) -> None:
    """Bet on the first choice, or on 7, so that nothing stays covered."""
    for card in lab.notebook.locator(".eo-predict").all():
        field = card.get_by_role("textbox", name="Your guess")
        if field.count():
            field.fill("7")
            card.get_by_role("button", name="That is my guess").press("Enter")
        else:
            card.locator(".widget-toggle-buttons button").first.press("Enter")
        card.locator(".eo-truth").wait_for()
        lab.idle()
    assert lab.notebook.locator(".eo-wrong").all_inner_texts() == [], "what opened tells of an error"
