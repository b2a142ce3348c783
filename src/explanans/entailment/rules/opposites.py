"""Opposites and degrees: antonyms, converses, and the adjectives that comparatives are made of."""

from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from explanans.language.wordnet import PARTS, antonyms, is_word, likeness, similar

LEAST = 0.15
"""How much of the uses of a word an opposite must cover."""

_PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis", "mis")
_VERBS = """
    accept:refuse accept:reject accept:decline accept:turn_down admit:deny agree:disagree agree:refuse
    allow:forbid allow:prohibit allow:ban permit:forbid permit:ban permit:prohibit permit:prevent
    allow:prevent approve:reject arrive:leave arrive:depart begin:end begin:stop begin:finish start:stop
    start:end start:finish open:close open:shut continue:stop continue:cease keep:lose keep:abandon keep:drop
    keep:remove include:exclude contain:lack have:lack increase:decrease increase:fall increase:drop
    increase:shrink increase:reduce rise:fall rise:drop rise:decline rise:sink grow:shrink grow:decline
    raise:lower raise:reduce raise:cut lengthen:shorten widen:narrow expand:contract expand:shrink
    strengthen:weaken improve:worsen improve:deteriorate gain:lose win:lose succeed:fail pass:fail
    remember:forget believe:doubt trust:distrust love:hate like:dislike attack:defend attract:repel join:leave
    obey:ignore obey:disobey obey:defy protect:harm harm:help damage:protect damage:repair break:repair
    build:demolish build:destroy create:destroy live:die survive:die save:destroy heat:cool warm:cool
    freeze:melt freeze:thaw fill:empty float:sink enter:leave enter:exit add:remove attach:detach load:unload
    tie:untie lock:unlock cover:uncover hide:reveal hide:show push:pull praise:criticise praise:criticize
    praise:blame support:oppose favour:oppose favor:oppose encourage:discourage speed_up:slow_down
    accelerate:slow advance:retreat ascend:descend climb:descend laugh:cry stay:leave remain:leave
    remain:change last:end sleep:wake tighten:loosen connect:disconnect confirm:deny confirm:refute
    prove:disprove appear:disappear vanish:appear come:go spend:save hire:dismiss hire:fire require:forbid
    oblige:forbid succeed:flop sit:stand lend:keep absorb:release absorb:reflect inhale:exhale double:halve
    shrink:swell thicken:thin deepen:shallow underestimate:overestimate appoint:dismiss
""".split()
_OTHERS = """
    above:below over:under before:after earlier:later inside:outside indoors:outdoors up:down
    upstairs:downstairs upwards:downwards north:south east:west northern:southern eastern:western left:right
    front:back first:last early:late always:never often:rarely often:seldom more:less more:fewer most:least
    increase:decrease rise:fall cheap:expensive cheap:dear cheap:costly high:low big:small large:small
    large:tiny huge:tiny long:short tall:short wide:narrow broad:narrow thick:thin deep:shallow heavy:light
    strong:weak hard:soft hard:easy difficult:easy fast:slow quick:slow rapid:slow hot:cold warm:cold
    warm:cool hot:cool wet:dry damp:dry bright:dark light:dark old:new old:young modern:ancient full:empty
    open:closed open:shut public:private rich:poor safe:dangerous safe:unsafe safe:risky harmless:harmful
    harmless:dangerous harmless:poisonous right:wrong true:false good:bad better:worse best:worst happy:sad
    alive:dead clean:dirty sharp:blunt smooth:rough simple:complicated simple:complex guilty:innocent
    same:different alike:different present:absent permanent:temporary compulsory:voluntary compulsory:optional
    mandatory:optional mandatory:voluntary free:paid raw:cooked sweet:sour sweet:bitter tame:wild
    visible:invisible calm:rough calm:nervous quiet:loud quiet:noisy silent:loud success:failure
    victory:defeat winner:loser profit:loss friend:enemy ally:enemy majority:minority maximum:minimum
    entrance:exit arrival:departure beginning:end top:bottom day:night morning:evening summer:winter
    male:female man:woman boy:girl brother:sister mother:father son:daughter husband:wife uncle:aunt
    nephew:niece king:queen buyer:seller domestic:foreign local:foreign native:foreign upper:lower inner:outer
    positive:negative legal:illegal possible:impossible useful:useless careful:careless with:without
    together:apart together:separately alone:together likely:unlikely shrinking:growing unanimous:divided
    optional:required voluntary:forced cautious:reckless generous:stingy shy:bold plain:ornate
    tall:low high:short near:far steep:gentle fine:coarse stout:slim broad:slim dense:thin
    lenient:strict coarse:smooth lively:dull few:many little:much rare:common rare:frequent seldom:frequently
    soon:late quickly:slowly fast:slowly permitted:forbidden
    permitted:banned banned:allowed forbidden:allowed sober:drunk fresh:stale fresh:rotten
    ripe:unripe polite:rude proud:ashamed satisfied:disappointed pleased:disappointed pleased:angry thin:fat
    lean:fat flat:steep level:steep ahead:behind abroad:home rural:urban odd:even vertical:horizontal
    liquid:solid artificial:natural occasional:constant temporarily:permanently partly:completely
    partly:entirely half:completely partially:fully voluntarily:forcibly
""".split()

_CONVERSES = """
    buy:sell purchase:sell acquire:sell lend:borrow give:receive give:get send:receive hand:receive
    teach:learn rent:let lease:rent precede:follow export:import own:belong employ:work include:belong
    beat:lose defeat:lose win:lose inherit:leave inherit:bequeath outlive:die contain:lie pay:charge
    surround:lie
""".split()


def _pairs(listed: list[str]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, other in (pair.split(":") for pair in listed):
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return MappingProxyType({word: frozenset(others) for word, others in found.items()})


@cache
def _opposites() -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    return _pairs(_VERBS), _pairs(_OTHERS)


@cache
def converses() -> Mapping[str, frozenset[str]]:
    """Return the verbs that tell the event of a verb from its other side, by the verb: *sell* for *buy*."""
    return _pairs(_CONVERSES)


@lru_cache(1 << 14)
def are_opposites(one: str, other: str, pos: str) -> bool:
    """Return whether two words are opposites.

    Args:
        one: A dictionary form in lower case.

    Example:
        >>> are_opposites("rise", "fall", "VERB"), are_opposites("beaten", "unbeaten", "ADJ")
        (True, True)
        >>> are_opposites("buy", "sell", "VERB"), are_opposites("warm", "hot", "ADJ")
        (True, False)
    """
    verbs, others = _opposites()
    listed = verbs if pos == "VERB" else others
    if other in listed.get(one, ()) or _is_denial(one, other) or _is_denial(other, one):
        return True
    if pos not in PARTS:
        return False
    return max(antonyms(one, pos).get(other, 0.0), antonyms(other, pos).get(one, 0.0)) >= LEAST


def _is_denial(longer: str, shorter: str) -> bool:
    """Return whether one word is another with a prefix or an ending that denies it."""
    if len(shorter) < 3:
        return False
    if longer.endswith(shorter):
        prefix = longer[: -len(shorter)].removesuffix("-")
        # An adjective, or a verb as an adjective: *income* is no opposite of *come*.
        return prefix in _PREFIXES and (prefix in {"un", "non", "dis"} or is_word(longer, "ADJ"))
    return longer == shorter.removesuffix("ful") + "less" and shorter.endswith("ful")


_IRREGULAR = {"better": "good", "worse": "bad", "farther": "far", "further": "far", "elder": "old"}
_NO_COMPARATIVES = frozenset(
    "other rather number matter master either neither whether never ever over under after former latter".split()
)
_VOWELS = frozenset("aeiou")
_SCALES = {"cost": "expensive", "weigh": "heavy"}
"""Verbs that measure, and the adjective for much of it."""
_ALIKE = 0.3


@lru_cache(1 << 12)
def positive(word: str) -> str | None:
    """Return the adjective of which a word is the comparative by its form; None if it is none.

    Args:
        word: A word in lower case.

    Example:
        >>> positive("shorter"), positive("bigger"), positive("heavier"), positive("larger"), positive("better")
        ('short', 'big', 'heavy', 'large', 'good')
        >>> positive("river"), positive("other")
        (None, None)
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not word.endswith("er") or len(word) < 5 or word in _NO_COMPARATIVES:
        return None
    stem = word[:-2]
    bases = [stem]
    if stem.endswith("i"):
        bases = [f"{stem[:-1]}y"]
    elif stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
        bases = [stem, stem[:-1]]
    elif stem[-1] not in _VOWELS or stem.endswith("u"):
        bases = [stem, f"{stem}e"]
    return next((base for base in bases if is_word(base, "ADJ")), None)


def scale(lemma: str) -> str:
    """Return the adjective for much of what a verb measures; other words as they are.

    Args:
        lemma: A dictionary form in lower case.

    Example:
        >>> scale("cost"), scale("long")
        ('expensive', 'long')
    """
    return _SCALES.get(lemma, lemma)


def turned(one: str, other: str) -> int:
    """Return 1 where more of one quality is more of another, -1 if it is less of it, 0 if they are apart.

    Args:
        one: An adjective or an adverb, in its dictionary form.

    Example:
        >>> turned("long", "long"), turned("short", "long"), turned("dear", "cheap"), turned("short", "green")
        (1, -1, -1, 0)
    """
    if one == other:
        return 1
    if any(are_opposites(one, other, part) for part in ("ADJ", "ADV")):
        return -1
    alike = likeness(one, other, "ADJ"), similar(one).get(other, 0.0), similar(other).get(one, 0.0)
    return 1 if max(alike) >= _ALIKE else 0
