"""``python -m solitaire_cli``."""

import sys

from solitaire_cli.cli import main

sys.exit(main())
