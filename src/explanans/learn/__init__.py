"""What every trained part shares: model folders, boosted trees, folds, features, networks."""
