// The picture in 2D: a net where the scene has one, else layers.

import { layersKey, layersView } from "./layers.js";
import { NET_KEY, netView, netWords } from "./net.js";

const hasNet = (frame) => Boolean(frame.net);

/** The picture of a frame, for a place of so many pixels. */
export const flatView = (scene, frame, size, scale) =>
  (hasNet(frame) ? netView(scene.net, frame.net) : layersView(scene, frame, size, scale));

/** What its button says, how it is called in a sentence, and what its signs mean. */
export const flatName = (frame) => (hasNet(frame) ? "Net" : "Layers");
export const flatForm = (frame) => (hasNet(frame) ? "as a net" : "as layers");
export const flatKey = (frame) => (hasNet(frame) ? NET_KEY : layersKey(frame));

/** What is in a frame, for those who do not see it; only a net says so in words. */
export const flatWords = (scene, frame) => (hasNet(frame) ? ` ${netWords(scene.net, frame.net)}` : "");
