"""The policy of pages that show and do nothing: whatever a stranger has put into them, no script
runs, nothing is fetched, and nothing is sent."""

STILL = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"
STILL_HEAD = f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{STILL}">'
