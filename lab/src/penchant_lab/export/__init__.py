"""What was heard in a study or kept in a store, as training examples for language models."""
