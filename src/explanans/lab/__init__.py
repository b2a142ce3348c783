"""Training, benchmarks, rankers of the shared tasks, data sets and statistics, for researchers and maintainers."""
