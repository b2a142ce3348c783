"""The parts that everything trained shares: model folders, boosted trees, folds, features, networks."""
