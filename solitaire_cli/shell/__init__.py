"""What the commands share: options, inputs, output and diagnostics.

May import: core, words, transcript, rulebook, solver, show, system.
"""
