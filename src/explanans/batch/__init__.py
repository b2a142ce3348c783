"""Many items, worked through by processes of this machine or by a cluster; what comes out is the same.

What is done with an item is a `Job`; whoever has one is given `Outcome`s, in the order of the items, and never holds
more than a few items in memory. `writing` puts them into a file that goes on where an interruption cut it.
"""
