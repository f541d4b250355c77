"""The games and their rules: cards, numbers, rules, positions, refusals and hints. No I/O, no click, no yaml.

May import: nothing of this package.
"""
