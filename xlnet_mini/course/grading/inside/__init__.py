"""What the sandboxed process loads: it never imports the course, and the grader shares its wire format."""
