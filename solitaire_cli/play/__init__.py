"""A game with a person or a program at the other end, kept step by step in a file.

May import: core, words, transcript, show, system, shell.
"""
