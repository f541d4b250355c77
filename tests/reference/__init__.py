"""A deliberately slow, independent second implementation, written from the contract to compare with.

It shares no code with the tool. `engine` has the games on strings and copies, `reader` judges
streams of transcripts, `writer` draws fair transcripts, `spoils` gives them one fault each, and
`generate` makes random streams of both.
"""
