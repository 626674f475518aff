"""The study of the web shop: agents side by side on the same tasks, kept as it goes, and put into a report."""
