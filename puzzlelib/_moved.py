"""While the modules move into their rooms, their old names still work."""

import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path

HERE = Path(__file__).parent
MOVED = {
    "algorithm_x": "search/algorithm_x.py",
    "asp": "asp/engine.py",
    "backtracking": "search/backtracking.py",
    "branch_and_bound": "ilp/branch_and_bound.py",
    "branch_trace": "ilp/branch_events.py",
    "budget": "search/compare.py",
    "card": "widgets/card.py",
    "census": "icosoku/census/search.py",
    "census_check": "icosoku/census/check.py",
    "census_kernel": "icosoku/census/kernel.py",
    "census_map": "widgets/lessons/census_map.py",
    "census_rows": "icosoku/census/instances.py",
    "check": "exercises/judge.py",
    "clasp_trace": "asp/watcher.py",
    "compiled": "compiled/engine.py",
    "conflict": "ilp/infeasible.py",
    "cosoku": "icosoku/puzzle.py",
    "cosoku_asp": "icosoku/by_asp.py",
    "cosoku_batch": "widgets/lessons/batch.py",
    "cosoku_command": "commands/icosoku.py",
    "cosoku_engines": "icosoku/engines.py",
    "cosoku_files": "icosoku/files.py",
    "cosoku_finish": "icosoku/completion.py",
    "cosoku_net": "pictures/net.py",
    "cosoku_pictures": "pictures/icosoku.py",
    "cosoku_program": "icosoku/by_ilp.py",
    "cosoku_referee": "icosoku/referee.py",
    "cosoku_skin": "pictures/polyhedron_mesh.py",
    "cosoku_toy": "widgets/lessons/toy.py",
    "counterexample": "exercises/counterexample.py",
    "dancing_links": "search/dancing_links.py",
    "dask_pool": "cluster/dask_pool.py",
    "draw": "pictures/packing.py",
    "environment": "common/installation.py",
    "estimate": "search/estimate.py",
    "exact_cover": "search/exact_cover.py",
    "explode": "pictures/layout.py",
    "face_order": "icosoku/counting/face_order.py",
    "faded": "pictures/fractions.py",
    "fold": "plates/fold.py",
    "gallery": "widgets/lessons/gallery.py",
    "generate": "search/generate.py",
    "ilp": "ilp/model.py",
    "kernel": "compiled/kernel.py",
    "magic_square": "search/magic_square.py",
    "minizinc": "icosoku/by_minizinc.py",
    "minizinc_messages": "icosoku/minizinc_messages.py",
    "palette": "pictures/colours.py",
    "partition": "icosoku/partition.py",
    "partition_stage": "widgets/lessons/partition.py",
    "parts": "pictures/traces.py",
    "placement_model": "ilp/placements.py",
    "plate_editor": "widgets/lessons/plate_editor.py",
    "plate_files": "plates/files.py",
    "plate_generator": "plates/generate.py",
    "plate_pictures": "pictures/plates.py",
    "plate_referee": "plates/referee.py",
    "plates": "plates/plate.py",
    "plates_command": "commands/plates.py",
    "polyhedra": "icosoku/polyhedron.py",
    "prediction": "widgets/prediction.py",
    "puzzle_files": "packing/files.py",
    "puzzles": "packing/puzzle.py",
    "race": "widgets/lessons/benchmark.py",
    "recorder": "search/recorder.py",
    "relaxation": "ilp/relaxation.py",
    "riddle": "ilp/naive.py",
    "riddle_stage": "widgets/lessons/rules.py",
    "scale_out": "cluster/chunks.py",
    "shapes": "packing/shapes.py",
    "show": "commands/export_html.py",
    "skin": "pictures/polycube_surface.py",
    "solver_adapters": "ilp/adapters.py",
    "solvers": "ilp/solvers.py",
    "squares": "widgets/lessons/squares.py",
    "stage": "widgets/stage.py",
    "stl": "plates/stl.py",
    "tile_counts": "icosoku/counting/exact.py",
    "tile_counts_kernel": "icosoku/counting/kernel.py",
    "tile_layers": "icosoku/counting/arrays.py",
    "tile_search": "icosoku/by_search.py",
    "tile_trace": "icosoku/events.py",
    "timeout": "exercises/time_limit.py",
    "trace": "search/events.py",
    "tree": "search/tree.py",
    "trial": "exercises/run_answer.py",
    "unanswered": "exercises/blanks.py",
    "verify": "packing/referee.py",
    "views": "widgets/views.py",
    "why_not": "ilp/explain.py",
    "widgets": "widgets/puzzle_explorer.py",
}


class OldNames:
    """A finder: `puzzlelib.old` is read from where it is now; data files are still beside the old name."""

    def find_spec(self, name, path=None, target=None):
        package, _, old = name.partition(".")
        if package != "puzzlelib" or old not in MOVED:
            return None
        spec = ModuleSpec(name, SourceFileLoader(name, str(HERE / MOVED[old])), origin=str(HERE / f"{old}.py"))
        spec.has_location = True
        return spec


sys.meta_path.insert(0, OldNames())
