"""The command line: parse, call one function, print. Results on standard output, everything else on standard error."""
