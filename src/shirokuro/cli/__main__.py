"""`python -m shirokuro.cli`, for where the script is not on the path."""

import sys

from shirokuro.cli import main

sys.exit(main())
