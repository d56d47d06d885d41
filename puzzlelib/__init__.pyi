# The names of the package, for tools that read types and do not run `attach`.
from .common.errors import PuzzleError as PuzzleError
from .engines import Counted as Counted
from .engines import Result as Result
from .engines import count as count
from .engines import solve as solve
from .packing.files import catalogue as catalogue
from .packing.files import load as load
from .packing.puzzle import PackingPuzzle as PackingPuzzle
from .packing.puzzle import Piece as Piece
from .packing.puzzle import Placement as Placement
from .packing.puzzle import Solution as Solution
from .packing.referee import Invalid as Invalid
from .packing.referee import verify as verify
from .packing.symmetry import orbits as orbits
from .search.estimate import estimate as estimate
from .search.exact_cover import ExactCover as ExactCover
from .search.exact_cover import cover_of as cover_of
from .search.exact_cover import exact_cover as exact_cover
from .search.generate import GRIDS as GRIDS
from .search.generate import Generated as Generated
from .search.generate import all_packings as all_packings
from .search.generate import generate as generate

__version__: str
