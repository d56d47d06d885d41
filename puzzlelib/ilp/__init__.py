"""Integer programs (lesson 08).

model                  rows over 0-1 variables
placements, naive      two models of one puzzle
solvers, adapters      HiGHS, Gurobi and CP-SAT behind one door
relaxation, branch_and_bound, branch_events   how such a program is solved, in sight
explain, infeasible    why a puzzle has no solution
"""

from ..common.lazy import handed_on

__getattr__, __dir__, __all__ = handed_on(
    __name__,
    {
        "model": "Model Variable total",
        "placements": "chosen placement_model",
        "naive": "Naive cells_of each_pair naive_model not_straight once packing_of three_cells",
        "relaxation": "relax",
        "solvers": "SOLVERS all_solutions solve_model",
        "explain": "why_not",
    },
)
