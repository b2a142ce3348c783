"""Graph collection: beliefs, arguments and the graphs that explain them, as ExplaGraphs was made (Saha et al. 2021)."""
