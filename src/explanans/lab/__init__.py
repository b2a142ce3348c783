"""Training, benchmarks, data sets and statistics, for researchers and maintainers."""
