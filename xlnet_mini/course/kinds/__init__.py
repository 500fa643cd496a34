"""The kinds of exercises: a value worked out by hand, a function, and a test that the student writes."""
