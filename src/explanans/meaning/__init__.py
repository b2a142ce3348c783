"""Networks that come with the package: vectors of sentences, and claims read beside premises; run without torch."""
