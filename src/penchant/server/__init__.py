"""The server: the library's verbs behind doors. Needs the extra: pip install 'penchant[server]'."""
