"""The text format: bytes to headers, steps and verdicts, and back in canonical form.

May import: core, words.
"""
