"""Texts that the models are asked about; all written for these tests."""

SOURCE = """\
The old dog chased two cats in the large garden. A farmer sold seven cows and three pigs last week. My sister, who
lives in Paris, bought a green car yesterday. The young teacher read many books about birds. The company said on
Monday that it would close its factory in Leeds next year. Nobody was hurt when the bridge fell into the river.
"""
CLAIMS = (
    "The old dog chased two cats.",
    "Two cats chased the old dog.",
    "A farmer bought seven cows.",
    "A farmer sold seven cows and three sheep last week.",
    "My sister lives in Paris.",
    "My sister sold a green car in Leeds.",
    "The company will close its factory next year. The bridge hurt nobody.",
    "Yes.",
)
QUESTIONS = (
    ("Why does an electrician wear rubber safety gloves?", "Electricity does not flow through rubber."),
    ("What keeps a frog's skin from drying out?", "living in a moist place"),
    ("Why does ice float on a lake?", "Ice is less dense than water."),
    ("Which of these makes its own light?", "the Sun"),
    ("What happens to a puddle on a hot day?", "It evaporates."),
    ("How does a cactus survive in the desert?", "It stores water in its stem."),
    ("Why do we see lightning before we hear thunder?", "Light travels faster than sound."),
    ("Which tool measures the temperature of the air?", "a thermometer"),
)
SENTENCES = (
    "Zoos should be banned because animals suffer in narrow cages.",
    "Who told you that the train to Leeds was late?",
    "She wanted to buy bread, but the shop had already been closed.",
    "In 1912, a ship that nobody thought could sink sank.",
    "Rubber gloves protect an electrician's hands from a shock.",
    "Not every student reads books; some don't even own one.",
    "The tall man gave his youngest daughter a red bicycle for her birthday.",
    "Ice melts when it is heated above 0 °C.",
    "There are three apples and a pear on the table.",
    "If it rains tomorrow, we will stay at home and play chess.",
    "electrical insulator",
    "What he said surprised everyone in the room.",
)
ARGUED = (
    ("Zoos should be banned.", "Animals suffer in narrow cages."),
    ("Zoos should be banned.", "Zoos save rare animals from dying out."),
    ("Students should read paper books.", "A bright screen makes tired eyes and bad sleep."),
    ("Cities should build more bicycle lanes.", "Bicycles keep the air clean and people healthy."),
    ("Homework does more harm than good.", "Practice at home helps pupils remember lessons."),
    ("Everybody should learn an instrument.", "Music lessons are expensive for poor families."),
    ("Fireworks should be forbidden.", "Loud bangs frighten pets and old people."),
    ("Fireworks should be forbidden.", "Fireworks are a joyful tradition for many families."),
)
