"""Clients and the server they speak to."""
