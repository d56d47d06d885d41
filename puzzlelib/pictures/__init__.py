"""From a state to a picture: pure functions that give scenes and frames, and figures for files. Nothing here
solves or listens.

What Python and the browser say to each other about a picture is described in blocks.py. packing, plates and
icosoku make frames; traces, loose, polycube_mesh and polyhedron_mesh the parts in them; layout, flights,
fractions and net say where things stand. photograph paints a frame as a PNG.
"""

from ..common.lazy import handed_on

__getattr__, __dir__, __all__ = handed_on(
    __name__,
    {
        "flights": "assembly",
        "reasons": "picture",
        "plates": "Show",
        "packing": "beside frame marked shape_frame state_frame turned",
        "scenes": "scene",
        "layers": "layers_text",
        "figures": "assembled figure figure_beside",
    },
)
