"""Plain-language understanding without a language model: what a sentence says about the options at hand."""
