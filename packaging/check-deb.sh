#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/check-deb.sh FOLDER ROOTS [SUITE…]
# Tries the Debian packages in FOLDER (packaging/deb.sh made them) in fresh systems under ROOTS, which are kept for the next
# time without what was installed: the programs start, the examples are built against the library, and removal leaves
# nothing. Debian bookworm by default. Needs root, and the WEIGHTLESS_HOMEPAGE that they were made with.
# shellcheck disable=SC1091,SC2034,SC2154 # cleanroom.sh takes $roots and gives $root
set -eu
cd "$(dirname "$0")/.."
packages=$(cd "$1" && pwd)
mkdir -p "$2"
roots=$(cd "$2" && pwd)
shift 2
[ $# -gt 0 ] || set -- bookworm
. packaging/linux/cleanroom.sh

address=$(dpkg-deb --field "$(ls "$packages"/weightless_*.deb)" Homepage)
if [ "$address" != "${WEIGHTLESS_HOMEPAGE:-}" ]; then
    echo "the package names the address '$address', not '${WEIGHTLESS_HOMEPAGE:-}'" >&2
    exit 1
fi

for suite in "$@"; do
    enter_room "$suite"
    in_room apt-get update >/dev/null
    mkdir "$root/tmp/packages"
    cp "$packages"/*weightless*.deb "$root/tmp/packages/"
    in_room sh -c 'apt-get install --yes --no-install-recommends /tmp/packages/weightless_*.deb' >/dev/null
    check_programs "$suite, Debian package" /usr/bin

    in_room sh -c 'apt-get install --yes --no-install-recommends /tmp/packages/libweightless*.deb g++ cmake make pkgconf' >/dev/null
    # shellcheck disable=SC2016 # said to the shell in there
    in_room sh -euc '
        cp -r /usr/share/doc/libweightless-dev/examples /tmp/examples
        cd /tmp/examples
        cmake -S . -B build >/dev/null
        cmake --build build >/dev/null
        build/hollow
        build/loader
        build/model /models/mnist/model.onnx
        c++ -std=c++20 hollow.cpp -o hollow $(pkgconf --cflags --libs weightless)
        ./hollow
    '
    echo "$suite, library: passed"

    in_room apt-get purge --yes --autoremove weightless libweightless0 libweightless-dev >/dev/null
    left=$(find "$root/usr" "$root/etc" "$root/var" -iname '*weightless*')
    if [ -n "$left" ]; then
        echo "left behind: $left" >&2
        exit 1
    fi
    echo "$suite: nothing is left behind"
    leave_room
done
