"""What rivals remember of people, and their reports after games."""
