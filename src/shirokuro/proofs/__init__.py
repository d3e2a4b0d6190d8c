"""Solving a board across processes and machines: its upper tree, the tasks below, and the store of both."""
