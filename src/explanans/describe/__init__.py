"""What data sets hold: the statistics that papers print of their data, of any data in the same formats."""
