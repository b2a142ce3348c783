"""Values in English text: find them, respell them in one form, compare them."""

from explanans.language.values.alignment import canonical
from explanans.language.values.comparison import ValueComparison, ValueRelation, compare_values, find_ranges
from explanans.language.values.quantities import find_values
from explanans.language.values.relations import canonical_beside, related
from explanans.language.values.value import CALENDAR, Value, ValueKind

__all__ = [
    "CALENDAR",
    "Value",
    "ValueComparison",
    "ValueKind",
    "ValueRelation",
    "canonical",
    "canonical_beside",
    "compare_values",
    "find_ranges",
    "find_values",
    "related",
]
