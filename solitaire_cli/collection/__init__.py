"""Collections of transcripts: cut into the bytes of each, and what of them is wanted.

May import: core, words, transcript.
"""
