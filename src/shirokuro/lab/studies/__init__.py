"""The studies: one file each, with the study as `STUDY`; a file put here is found by itself."""
