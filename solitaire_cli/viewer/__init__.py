"""A transcript on one screen of a terminal, stepped through with keys or animated.

May import: core, words, transcript, show, system, shell.
"""
