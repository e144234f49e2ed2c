#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/windows/installer.sh TREE VERSION FILE.exe
# The NSIS installer of the folder TREE (stage.sh made it). What it installs, and nothing else, its uninstaller removes.
set -eu
tree=$(cd "$1" && pwd)
version=$2
out=$3
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

backslashes() { sed 's|/|\\|g'; }
(
    cd "$tree"
    find . -type d | LC_ALL=C sort | sed 's|^\./\{0,1\}||' | while read -r folder; do
        echo "SetOutPath \"\$INSTDIR${folder:+\\$(echo "$folder" | backslashes)}\""
        find "./$folder" -maxdepth 1 -type f | LC_ALL=C sort | while read -r file; do echo "File \"$tree/${file#./}\""; done
    done
) >"$scratch/install.nsh"
# shellcheck disable=SC2016 # said to NSIS
(
    cd "$tree"
    find . -type f | LC_ALL=C sort | sed 's|^\./\(.*\)|Delete "$INSTDIR/\1"|' | backslashes
    find . -mindepth 1 -type d | LC_ALL=C sort -r | sed 's|^\./\(.*\)|RMDir "$INSTDIR/\1"|' | backslashes
) >"$scratch/uninstall.nsh"
size=$(du --apparent-size -sk "$tree" | cut -f 1)
window=
[ ! -e "$tree/weightless.exe" ] || window=-DWINDOW
makensis -V2 ${window:+"$window"} -DVERSION="$version" -DSIZE="$size" -DHERE="$here" -DLISTS="$scratch" -DTREE="$tree" -DOUT="$out" "$here/installer.nsi"
