// “Pack it yourself” on the first page, in a window above it; what it needs comes with the first press.

const game = document.getElementById("game"), link = document.getElementById("pack");
let whole = null; // all that the game needs, once it was asked for

const load = () => Promise.all(game.dataset.needs.split(" ").map(Book.load)).then(Book.awaken);

/** The keys of the game are heard where the layers of the box are. */
const focus = () => requestAnimationFrame(() =>
  game.querySelector(".hand-board")?.focus({ preventScroll: true }));

function open(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // in a tab or window of its own
  event.preventDefault();
  game.showModal();
  whole ??= load();
  whole.then(focus, () => location.assign(link.href));
}

if (game) { // lesson 00 is in this book
  link.ariaHasPopup = "dialog";
  link.addEventListener("click", open);
  game.addEventListener("click", ({ target }) => target.closest("a") && game.close());
}
