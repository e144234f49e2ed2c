#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/windows/stage.sh BUILD FOLDER ROOTS
# Installs the Windows build BUILD into FOLDER as it lies on a disk there: programs, the libraries they need beside them, Qt's
# plugins, licences and the sources' versions. ROOTS is what dependencies.sh printed.
set -eu
build=$1
folder=$2
roots=$(echo "$3" | tr ';' ' ')
here=$(cd "$(dirname "$0")" && pwd)
strip=x86_64-w64-mingw32-strip
objdump=x86_64-w64-mingw32-objdump

rm -rf "$folder"
mkdir -p "$folder"
cp "$build"/bin/weightless*.exe "$folder/"
cp LICENSE "$folder/LICENSE.txt"
cp README.md "$folder/README.md"
compiler=$(dirname "$(x86_64-w64-mingw32-g++-posix -print-file-name=libstdc++.a)")

find_library() { # NAME: where one of ours lies; nothing for Windows' own
    for root in $roots "$compiler"; do
        for place in "$root/bin" "$root/lib" "$root"; do
            if [ -f "$place/$1" ]; then
                echo "$place/$1"
                return
            fi
        done
    done
}

collect() { # FILE: what it needs, and what that needs
    for name in $("$objdump" -p "$1" | sed -n 's/^\tDLL Name: //p'); do
        [ ! -e "$folder/$name" ] || continue
        library=$(find_library "$name")
        if [ -n "$library" ]; then
            cp "$library" "$folder/$name"
            collect "$library"
        fi
    done
}

if [ -e "$folder/weightless.exe" ]; then
    for plugin in platforms/qwindows.dll platforms/qoffscreen.dll imageformats/qjpeg.dll imageformats/qico.dll imageformats/qgif.dll; do
        found=$(for root in $roots; do ls "$root/plugins/$plugin" 2>/dev/null || true; done)
        if [ -z "$found" ]; then
            echo "stage.sh: the Qt plugin $plugin is missing" >&2
            exit 1
        fi
        mkdir -p "$folder/$(dirname "$plugin")"
        cp "$found" "$folder/$plugin"
    done
fi
# A dark desktop has dark title bars.
[ ! -e "$folder/weightless.exe" ] || printf '[Paths]\nPrefix = .\nPlugins = .\n\n[Platforms]\nWindowsArguments = darkmode=1\n' >"$folder/qt.conf"
find "$folder" -name '*.exe' -o -name '*.dll' | while read -r object; do collect "$object"; done
find "$folder" \( -name '*.exe' -o -name '*.dll' \) -exec "$strip" --strip-unneeded {} +

# Licences of what is linked in or lies beside the programs, and from which sources all of it is.
mkdir "$folder/licenses"
cp resources/fonts/OFL.txt "$folder/licenses/Inter.txt"
{
    echo "Weightless contains, from Debian's sources of these versions (https://snapshot.debian.org has all of them):"
    echo
    sed -e '/^#/d' -e '/^$/d' "$here/sources.txt"
    for package in libonnx-dev libvulkan-dev libvulkan-volk-dev libutfcpp-dev nlohmann-json3-dev qt6-translations-l10n libz-mingw-w64 gcc-mingw-w64-x86-64-posix-runtime; do
        dpkg-query --show --showformat '${source:Package} ${source:Version}\n' "$package"
        cp -L "/usr/share/doc/$package/copyright" "$folder/licenses/$package.txt"
    done
} >"$folder/licenses/versions.txt"
for root in $roots; do
    for licence in "$root"/copyright-*; do
        [ ! -f "$licence" ] || cp "$licence" "$folder/licenses/${licence##*/copyright-}.txt"
    done
done
