# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Usage: integration.py FILE.AppImage
Has libappimage, which desktops' AppImage tools are made of, put FILE into a menu of its own, and looks at what came there:
an entry that starts FILE, its icon, and the type of the files that it opens."""

import ctypes
import os
import sys
import tempfile
from pathlib import Path


def files_in(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file() or path.is_symlink())


def fail(text):
    sys.exit(f"integration.py: {text}")


file = Path(sys.argv[1]).resolve()
with tempfile.TemporaryDirectory() as scratch:
    data = Path(scratch, "data")
    os.environ.update(XDG_DATA_HOME=str(data), XDG_CACHE_HOME=str(Path(scratch, "cache")), HOME=scratch)
    library = ctypes.CDLL("libappimage.so.1.0abi1")
    path = os.fsencode(file)
    if library.appimage_get_type(path, False) != 2:
        fail("libappimage does not take it for an AppImage of type 2")
    if library.appimage_register_in_system(path, False) != 0:
        fail("libappimage cannot put it into the menu")

    entries = [entry for entry in files_in(data) if entry.suffix == ".desktop"]
    if len(entries) != 1:
        fail(f"{len(entries)} menu entries instead of one: {entries}")
    lines = entries[0].read_text().splitlines()
    keys = dict(line.split("=", 1) for line in lines if "=" in line)
    if keys["Exec"].replace('"', "") != f"{file} %u" or keys["TryExec"] != str(file):
        fail(f"the menu entry starts '{keys['Exec']}' ({keys['TryExec']})")
    if "application/x-onnx;" not in keys["MimeType"]:
        fail(f"it opens {keys['MimeType']}")
    icons = [icon for icon in files_in(data / "icons") if icon.stem == keys["Icon"] and icon.stat().st_size > 0]
    if not {".svg", ".png"} <= {icon.suffix for icon in icons}:
        fail(f"of the icon {keys['Icon']} there are {icons}")
    types = [kind for kind in files_in(data / "mime" / "packages") if "application/x-onnx" in kind.read_text()]
    if not types:
        fail("the type of ONNX files is not there")
    print(f"{keys['Name']}: a menu entry, {len(icons)} icons, a file type")
