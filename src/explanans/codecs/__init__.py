"""One module a file format; each decodes lines into nouns and encodes nouns as text."""
