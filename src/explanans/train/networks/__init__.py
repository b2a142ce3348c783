"""Fine-tunes networks; needs the extra ``neural``."""

from explanans.learn import neural as neural  # the extra is there, or its name is said
