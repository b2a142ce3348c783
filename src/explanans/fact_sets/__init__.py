"""Sets of facts written by language models and matched to a knowledge base."""
