"""The public data sets that Explanans reads: what they are, where they lie, whether they are whole, how to get them."""
