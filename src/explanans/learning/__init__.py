"""Model folders, boosted trees, folds, features and ONNX networks."""
