"""The kinds of tasks: what is given, what is made of it, how it is checked, shown and exported; one package each."""
