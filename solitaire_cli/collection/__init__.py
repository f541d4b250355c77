"""Collections of transcripts: cut into the bytes of each, what of them is wanted, and what they add up to.

May import: core, words, transcript.
"""
