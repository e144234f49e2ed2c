# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles sources one by one, and keeps nothing: each must include what it uses.

Usage: standalone.py COMPILE-COMMANDS SOURCE…
COMPILE-COMMANDS is compile_commands.json of a build without units and without precompiled headers.
"""

import json
import pathlib
import shlex
import subprocess
import sys


def checking(command: str) -> list[str]:
    """The compiler's command without its launcher and its result."""
    words = shlex.split(command)
    while "ccache" in words[0]:
        words = words[1:]
    result = words.index("-o")
    return [*words[:result], *words[result + 2 :], "-fsyntax-only"]


def main() -> int:
    entries = json.loads(pathlib.Path(sys.argv[1]).read_text())
    wanted = {str(pathlib.Path(source).resolve()) for source in sys.argv[2:]}
    failed = 0
    for entry in entries:
        if entry["file"] in wanted:
            failed |= subprocess.run(checking(entry["command"]), cwd=entry["directory"], check=False).returncode
    return 1 if failed else 0


sys.exit(main())
