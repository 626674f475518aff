"""The commands of the laboratory: study, figures, train, export-training, data."""
