// The picture in 2D: a net where the scene has one, else layers.

import { layersView } from "./layers.js";
import { layersKey } from "./logic/layer_looks.js";
import { netWords } from "./logic/net_words.js";
import { NET_KEY, netView } from "./net.js";

const LAYERS = { name: "Layers", form: "as layers", view: layersView, key: layersKey, words: () => "" };
const NET = { name: "Net", form: "as a net", view: (scene, frame) => netView(scene.net, frame.net),
  key: () => NET_KEY, words: (scene, frame) => ` ${netWords(scene.net, frame.net)}` };

/** How a frame is seen flat: what the button says, how a sentence calls it, what is seen in a place of so
 * many pixels, what its signs mean, and what is there, for those who do not see it: only a net says so. */
export const flat = (frame) => (frame.net ? NET : LAYERS);
