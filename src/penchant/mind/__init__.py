"""How words are understood, options weighed and things put into words; holds no memory."""
