"""The formats of other programs: their deals, positions and games to transcripts, and back.

May import: core, words, transcript.
"""
