"""What single words say for or against: a small lexicon of debates, and what negation does to it."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from explanans.text.lemmas import is_function_word, lemma
from explanans.text.tokens import tokens

_FOR = """
    able accept access achieve adequate advance advantage affordable aid allow appreciate appropriate approve assist
    attract available balance beautiful beneficial benefit best better blessing boost brilliant calm care cheap
    cheer choice clean comfort comfortable compassion confidence confident continue convenient cure dedicate defend
    deserve dignity diversity easy economical educate educational effective efficiency efficient embrace empower
    encourage endorse enhance enjoy ensure entertain entertaining entitle equal equality essential ethical excellent
    excite expand fair fairness favor fix flourish foster free freedom friendly fulfill fun fund gain generous
    gentle gift good grateful great grow growth guarantee happiness happy harmless harmony heal health healthy help
    helpful hero honest honor hope ideal important improve improvement include independence innocent innovation
    inspire integrity interesting joy justice justify keep kind lawful legal legalization legalize legitimate
    liberty lift love loyal maintain meaningful moral motivate natural necessary need nice normal nutritious
    opportunity optimal peace peaceful perfect permit pleasant pleasure popular positive praise precious preserve
    prestige prevent privacy privilege productive profit profitable progress promote proper prosper protect
    protection proud provide punctual qualified quality rational realistic reasonable recover refresh rehabilitate
    relax reliable relief relieve remain rescue respect respectable responsible restore reward rich right safe
    safeguard safety satisfy save secure security sensible smart solution solve stability stable strength strengthen
    strong subsidize succeed success successful suitable superior support sustain sustainable talented thrive
    tolerance true trust truth unite unity useful valid valuable value virtue vital want welcome welfare well
    wholesome wise wonderful work worth worthwhile worthy
"""
_AGAINST = """
    abandon abolish abuse abusive accident addict addiction addictive aggressive annoy annoying anxiety attack avoid
    awful bad ban barrier bias biased block boring bully bullying burden cancel cancer catastrophe cheat choke
    collapse complicate condemn conflict confuse confusion corrupt corruption costly crash crime criminal cripple
    crisis cruel cruelty cult damage danger dangerous dead deadly death debt deceive defect degrade delusion demean
    deny deprive desperate destroy destruction destructive deteriorate detriment detrimental devastate die difficult
    dirty disadvantage disaster discourage discriminate discrimination disease disgust dishonest dislike disorder
    disrespect disrupt dissolve disturb divisive divorce doubt drain dull dumb eliminate embarrass end endanger
    enemy erase erode error evil exclude expensive exploit exploitation extremist fail failure fake false fatal
    fault fear fight flaw foolish forbid force fraud frivolous fruitless futile gamble greed greedy guilty halt
    hamper harass harm harmful hate hazard hinder horrible hostile humiliate hurt hypocrisy ignorance ignore illegal
    illness immoral impair impossible impractical imprison inaccurate inadequate inappropriate inconvenient
    ineffective inefficient inequality inferior inhumane injure injury injustice insane insecure insult intolerance
    invade invasion irrelevant irresponsible isolate jail jeopardize kill lack lazy lie limit lose loss lost
    manipulate meaningless mess mislead misleading mistake misuse monopoly murder nasty negative neglect nightmare
    obesity obsolete obstacle offend offensive oppose oppress oppression outdated outlaw overcrowd overpriced pain
    painful pathetic penalize perish pointless poison pollute pollution poor poverty predator prejudice pressure
    prevent problem problematic prohibit prohibition propaganda punish punishment quit racism racist radical rape
    reckless redundant refuse reject remove repeal repress restrict restriction ridiculous rigid riot risk risky rob
    rude ruin sacrifice sad scam scandal scare scary selfish sexist shame shameful shut sick silly sin slavery slow
    smuggle stagnant starve steal stigma stop strain stress stressful strict struggle stupid suffer suffering
    suicide superficial superstition suppress suspicion terrible terrorism terrorist theft threat threaten tragedy
    tragic trap trick trouble tyranny ugly unacceptable unconstitutional unethical unfair unhappy unhealthy unjust
    unnatural unnecessary unqualified unrealistic unreasonable unreliable unsafe unwanted useless victim violate
    violation violence violent vulnerable war waste wasteful weak weaken weapon worry worse worst worthless wrong
"""
MODALS = frozenset("can could may might must ought shall should will would".split())
"""Words that frame what is said, and may be denied by themselves."""
_NEGATIONS = frozenset(
    "barely cannot hardly lack little neither never no nobody none nor not nothing nowhere rarely without".split()
)
_REACH = 5
"""How many words a negation reaches."""
_BREAKS = frozenset(
    "although and as because but however if or since so than that though unless when which while".split()
)


@cache
def lexicon() -> Mapping[str, int]:
    """Return what each lemma of the lexicon says: 1 for, -1 against."""
    against, favour = ({lemma(word) for word in words.split()} for words in (_AGAINST, _FOR))
    return MappingProxyType(dict.fromkeys(favour - against, 1) | dict.fromkeys(against - favour, -1))


def is_negation(word: str) -> bool:
    """Tell whether a word in lower case denies what follows it.

    Args:
        word: A word as ``tokens`` returns it, in lower case.

    Example:
        >>> [is_negation(word) for word in ("shouldn't", "never", "good")]
        [True, True, False]
    """
    return word in _NEGATIONS or word.replace("’", "'").endswith("n't")


def signed_lemmas(text: str) -> list[tuple[str, int]]:
    """Return the content lemmas and modal verbs of a text, each with -1 where it is denied, else 1.

    A negation reaches the next five words, or up to a conjunction; a modal verb is denied by the negation right
    after it. Twice denied is not denied.

    Args:
        text: Any text.

    Example:
        >>> signed_lemmas("Zoos should not be banned because animals aren't harmed.")
        [('zoo', 1), ('should', -1), ('ban', -1), ('animal', 1), ('harm', -1)]
    """
    words = [word.lower().replace("’", "'") for word in tokens(text)]
    found: list[tuple[str, int]] = []
    reach = sign = 0
    for place, word in enumerate(words):
        if word in _BREAKS:
            reach = 0
        if is_negation(word):
            sign = -sign if reach else -1
            reach = _REACH + 1
        base = lemma(word.removesuffix("n't")) if word.endswith("n't") else lemma(word)
        if base in MODALS:
            denied = word.endswith("n't") or (place + 1 < len(words) and is_negation(words[place + 1]))
            found.append((base, -1 if denied else 1))
        elif not is_negation(word) and not is_function_word(word) and not is_function_word(base):
            found.append((base, sign if reach else 1))
        reach = max(0, reach - 1)
    return found
