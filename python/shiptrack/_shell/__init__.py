"""The commands of the command line. Not for import by other programs."""
