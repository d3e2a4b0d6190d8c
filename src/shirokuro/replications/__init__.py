"""The five published studies, repeated; each module or folder has its study as `STUDY`."""
