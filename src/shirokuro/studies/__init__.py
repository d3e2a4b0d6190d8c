"""The project's own studies, which repeat nobody's; each module or folder has its study as `STUDY`."""
