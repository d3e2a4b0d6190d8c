"""Reports on runs: one page for a browser, or a folder of Markdown and pictures."""
