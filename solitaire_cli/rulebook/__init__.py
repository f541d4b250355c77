"""The rule files: YAML to games, each field checked and each fault with its place. The files are in `games/`.

May import: core, words, transcript.
"""
