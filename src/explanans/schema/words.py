"""The closed classes of English words that decide which words of a cell count."""

DROPPED = frozenset(
    """
    a an the this these those all some any every each another both either neither such
    i you he she it we they me him her us them my your his its our their mine yours hers ours theirs
    itself themselves himself herself yourself ourselves myself oneself
    and or but nor plus to 's ’s
    can could may might must shall should will would
    who which whom whose what whatever whichever when where why how whenever wherever there
    """.split()
)
"""Determiners, pronouns, conjunctions, modal verbs and question words: they are not kept."""

WEAK = frozenset("that up out off down".split())
"""Prepositions in one place, determiners or particles in another: kept where a pattern asks for them."""

PHRASAL = frozenset({("turn", "on"), ("put", "on"), ("come", "on"), ("take", "in")})
"""Verbs (as lemmas) with a particle that would else count as a preposition."""

PREPOSITIONS = frozenset(
    """
    about above across after against along among amongst around as at because before behind below beneath beside
    besides between beyond by despite during except for from if in inside into like near of off on onto out outside
    over past per since so than that though through throughout till toward towards under underneath unless until up
    upon versus via whereas whether while with within without although
    """.split()
)

NUMBERS = frozenset(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion
    """.split()
)

ADVERBS = frozenset(
    """
    again ago almost already also always apart away back downward downwards ever far first forward here however
    instead just later maybe more most much n't never not now off often once only outward perhaps quite rather
    sometimes soon still then thus together too twice upward upwards usually very well yet
    """.split()
)

ADJECTIVES = frozenset(
    """
    able alive bad best better big bright broad cheap clean clear cold common cool damp dark dead deep dense different
    dim direct dry dull early equal fast few flat free fresh full good great green hard heavy high hot huge important
    large last late least less light likely little live long loud low main major many medium mild minor most moist
    most narrow new nice next old open other outer inner own poor pure quick rare raw ready red rich right ripe rough
    round safe same scarce several shallow sharp shiny short sick similar single slow small smooth soft solid sour
    strong sudden sweet tall thick thin tiny top true upper lower visible warm weak wet white whole wide wild worse
    worst wrong yellow young blue black brown gray liquid
    """.split()
)

ADJECTIVE_ENDINGS = ("able", "ible", "al", "ful", "ic", "ish", "less", "ous", "ive", "ary", "ern", "ular")
"""Endings that make an adjective more often than a noun."""

AUXILIARIES = frozenset("be have do".split())
"""Lemmas of verbs that no ending tells."""
