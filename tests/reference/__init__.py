"""A deliberately slow, independent second implementation, written from the contract to compare with.

It shares no code with the tool. `engine` has three games on strings and copies, `reader` judges
streams of transcripts, `writer` draws fair transcripts, `spoils` gives them one fault each, and
`generate` makes random streams of both. `family` plays the games of all rule files; README says
where the facts to compare them with are from.
"""
