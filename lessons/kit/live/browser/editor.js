// A small editor for Python: CodeMirror, with the colours of the book.
import { indentWithTab, isolateHistory } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { minimalSetup } from "codemirror";

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], class: "k" },
  { tag: [tags.string, tags.special(tags.string)], class: "s1" },
  { tag: tags.comment, class: "c1" },
  { tag: tags.number, class: "mi" },
]);

/** An editor in place of a block of code; `changed` hears each change, and whether it was taken back. */
export function makeEditor(place, { name, described, text, changed, keys }) {
  const heard = EditorView.updateListener.of((update) => {
    const back = update.transactions.some((one) => one.isUserEvent("undo") || one.isUserEvent("redo"));
    if (update.docChanged) changed(update.state.doc.toString(), back);
  });
  const extensions = [
    keymap.of([...keys, indentWithTab]),
    minimalSetup,
    python(),
    indentUnit.of("    "),
    EditorState.tabSize.of(4),
    syntaxHighlighting(COLOURS),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      "aria-label": name, "aria-describedby": described, "aria-multiline": "true", class: "code",
    }),
    heard,
  ];
  const view = new EditorView({ doc: text, extensions });
  place.replaceWith(view.dom);
  return view;
}

/** Put another text into an editor, as one change that can be taken back. */
export function replaceText(view, text) {
  const whole = { from: 0, to: view.state.doc.length, insert: text };
  if (view.state.doc.toString() === text) return;
  view.dispatch({ changes: whole, annotations: isolateHistory.of("full") });
}
