"""The report of what was run: one page for a browser, or a folder of Markdown and pictures."""
