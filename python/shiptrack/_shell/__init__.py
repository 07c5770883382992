"""The commands of the shell, and what they share. Nothing here is for import by other programs."""
