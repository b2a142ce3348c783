"""Words, lemmas, sentences, and questions turned into statements."""
