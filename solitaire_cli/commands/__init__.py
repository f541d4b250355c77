"""The commands, one a module: each reads, calls and prints.

May import: core, words, transcript, exchange, rulebook, solver, collection, show, system, shell, play, viewer.
"""
