"""Positions, games and verdicts as pictures, words and records. Nothing here writes.

May import: core, words, transcript.
"""
