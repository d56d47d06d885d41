// A stream that xz has packed becomes a stream of its content, in pages and in their workers.
import { XzReadableStream } from "xz-decompress";

globalThis.unxz = (stream) => new XzReadableStream(stream);
