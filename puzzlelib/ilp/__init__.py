"""Integer programs (lesson 08).

model                  rows over 0-1 variables
placements             the model of a puzzle
solvers, adapters      HiGHS, Gurobi and CP-SAT
relaxation, branch_and_bound, branch_events   the search for the least cost, step by step
explain, infeasible    why a puzzle has no solution
"""

from ..common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "model": "Model Variable total",
        "placements": "chosen placement_model",
        "relaxation": "relax",
        "solvers": "SOLVERS all_solutions solve_model",
        "explain": "why_not",
    },
)
