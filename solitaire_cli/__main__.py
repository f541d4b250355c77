"""The program: ``solitaire-cli``, and ``python -m solitaire_cli``. It knows what to do before its modules are there."""

import os
import sys


def main() -> int:
    """Load and run the command line. What ends it before it is loaded does so as later on, in a line at the most."""
    try:
        import signal

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, lambda *_: os._exit(130))
        from solitaire_cli.cli import main as run

        return run()
    except KeyboardInterrupt:
        os._exit(130)
    except Exception as error:
        # a system with no memory or descriptors left, or a package that is not whole
        if os.environ.get("SOLITAIRE_CLI_TRACEBACK"):
            raise
        try:
            os.write(2, f"solitaire-cli: error: {type(error).__name__}: {error}\n".encode("utf-8", "backslashreplace"))
        finally:
            os._exit(2)


if __name__ == "__main__":
    sys.exit(main())
