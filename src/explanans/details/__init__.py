"""Details of reports: what each family is reported with beside its measures."""
