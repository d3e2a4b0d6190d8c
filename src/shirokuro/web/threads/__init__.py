"""Threads for slow work, with fair queues."""
