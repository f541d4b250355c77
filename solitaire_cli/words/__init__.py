"""Words for people, in both languages: faults, messages and cards as sentences.

May import: core.
"""
