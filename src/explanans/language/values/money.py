"""Currencies: their symbols, codes and names."""

import re
from functools import cache
from typing import NamedTuple


class Currency(NamedTuple):
    """A currency.

    Attributes:
        code: Its code by ISO 4217; empty for *cents*, which several currencies have.
        name: Its canonical spelling behind a plural number.
        singular: Its canonical spelling behind 1.
    """

    code: str
    name: str
    singular: str


# code | canonical plural | canonical singular | symbols | names
_TABLE = """
EUR | euros | euro | € | euros euro
USD | dollars | dollar | US$ $ | US-dollars US-dollar American-dollars dollars dollar bucks
GBP | pounds sterling | pound sterling | £ | pounds-sterling pound-sterling British-pounds British-pound sterling quid
JPY | yen | yen | ¥ | yen
INR | rupees | rupee | ₹ | rupees rupee
CNY | yuan | yuan | | yuan renminbi
CHF | Swiss francs | Swiss franc | | Swiss-francs Swiss-franc
CAD | Canadian dollars | Canadian dollar | C$ CA$ | Canadian-dollars Canadian-dollar
AUD | Australian dollars | Australian dollar | A$ AU$ | Australian-dollars Australian-dollar
NZD | New Zealand dollars | New Zealand dollar | NZ$ | New-Zealand-dollars New-Zealand-dollar
SEK | Swedish kronor | Swedish krona | | Swedish-kronor Swedish-krona
NOK | Norwegian kroner | Norwegian krone | | Norwegian-kroner Norwegian-krone
DKK | Danish kroner | Danish krone | | Danish-kroner Danish-krone
PLN | zlotys | zloty | | zlotys zloty złoty
KRW | won | won | ₩ |
BRL | reais | real | R$ |
ILS | shekels | shekel | ₪ | shekels shekel
TRY | Turkish lira | Turkish lira | ₺ | Turkish-lira
RUB | roubles | rouble | ₽ | roubles rouble rubles ruble
"""
CENTS = Currency("", "cents", "cent")


@cache
def currencies() -> dict[str, Currency]:
    """Return currencies by their symbols, their codes and their names in lower case, with hyphens for blanks."""
    found: dict[str, Currency] = {}
    for line in _TABLE.strip().splitlines():
        code, name, singular, symbols, names = (part.strip() for part in line.split("|"))
        currency = Currency(code, name, singular)
        for form in (code, *symbols.split(), *(word.lower() for word in names.split())):
            found[form] = currency
        found[name.lower().replace(" ", "-")] = currency
        found[singular.lower().replace(" ", "-")] = currency
    del found["real"], found["won"], found["reais"]
    return found


@cache
def before_figure() -> re.Pattern[str]:
    """Return the pattern of a symbol or a code in front of a figure."""
    symbols = [form for form in currencies() if not form.isalpha() or form.isupper()]
    return re.compile(
        rf"(?<![\w$€£])(?:[$€£]\s?)*({'|'.join(map(re.escape, sorted(symbols, key=len, reverse=True)))})\s?$"
    )


@cache
def behind_figure() -> re.Pattern[str]:
    """Return the pattern of a symbol, a code or a name behind a figure."""
    found = currencies()
    symbols = "|".join(re.escape(form) for form in sorted(found, key=len, reverse=True) if not form[0].isascii())
    codes = "|".join(form for form in found if form.isupper() and form.isalpha())
    names = [form.replace("-", "[ -]") for form in sorted(found, key=len, reverse=True) if form.islower()]
    cents = "euro[ -]cents?|cents?|¢|pence|penny|p(?=[\\s.,;)]|$)"
    words = f"(?i:{'|'.join([cents, *names])})(?![\\w])"
    return re.compile(rf"[\s\u00a0-]?(?:({symbols})|({codes})\b|({words}))")


def currency_of(form: str) -> tuple[Currency, int]:
    """Return a currency by one of its forms, and how many of the named unit make one.

    Args:
        form: A symbol, code or name.

    Example:
        >>> currency_of("pence")
        (Currency(code='GBP', name='pounds sterling', singular='pound sterling'), 100)
    """
    key = form.lower().replace(" ", "-")
    if key in {"pence", "penny", "p"}:
        return currencies()["GBP"], 100
    if key in {"euro-cent", "euro-cents"}:
        return currencies()["EUR"], 100
    if key in {"cent", "cents", "¢"}:
        return CENTS, 1
    return currencies().get(form) or currencies()[key], 1
