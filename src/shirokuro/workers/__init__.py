"""Where work runs: in this process, in others on this machine, or on a cluster."""
