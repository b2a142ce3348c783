"""Rankers without a trained model of ours, those of the shared tasks and papers among them."""
