"""Reports, beliefs, rumours and myths, factive verbs, unreal conditions."""

from explanans.lab.phenomena.drawing import phenomenon
from explanans.lab.phenomena.example import Phenomenon

PHENOMENA: dict[str, Phenomenon] = {
    "reports": phenomenon("reports"),
    "beliefs-and-factives": phenomenon("beliefs-and-factives"),
    "counterfactuals": phenomenon("counterfactuals"),
}
"""The phenomena by their names."""
