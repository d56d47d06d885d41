// What xz has packed: a stream of it becomes a stream of what it was, in pages and in their workers.
import { XzReadableStream } from "xz-decompress";

globalThis.unxz = (stream) => new XzReadableStream(stream);
