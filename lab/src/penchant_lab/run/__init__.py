"""One way to run any study: people under methods, side by side, kept as it goes, resumed, and put into a report."""
