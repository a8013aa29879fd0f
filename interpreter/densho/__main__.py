"""`python -m densho` is the command `densho`."""

from densho.cli.main import main

main()
