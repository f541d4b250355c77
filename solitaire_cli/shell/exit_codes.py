"""What the exit codes mean: an answer, the lack of one, and what ended the program from outside."""

YES, NO, NO_ANSWER = 0, 1, 2
HUNG_UP = 129
INTERRUPTED = 130
READER_GONE = 141  # the reader of a pipe
TERMINATED = 143
