#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/check-linux.sh FOLDER ROOTS [SUITE…]
# Tries the packages in FOLDER (packaging/linux.sh made them) in fresh systems under ROOTS, which are kept for the next
# time without what was installed: Debian bookworm and trixie by default. Needs root, and the WEIGHTLESS_HOMEPAGE that they were
# made with.
# shellcheck disable=SC1091,SC2034,SC2154 # cleanroom.sh takes $roots and gives $root
set -eu
cd "$(dirname "$0")/.."
packages=$(cd "$1" && pwd)
roots=$2
shift 2
[ $# -gt 0 ] || set -- bookworm trixie
mkdir -p "$roots"
roots=$(cd "$roots" && pwd)
. packaging/linux/cleanroom.sh

python3 packaging/appimage/integration.py "$packages"/Weightless-*.AppImage
for suite in "$@"; do
    enter_room "$suite"

    mkdir -p "$root/opt/with a space"
    tar --extract --xz --file "$(ls "$packages"/weightless-*.tar.xz)" --directory "$root/opt/with a space"
    mv "$root/opt/with a space"/weightless-* "$root/opt/with a space/moved"
    ln -s "/opt/with a space/moved" "$root/opt/w"
    check_programs "$suite, folder" /opt/w/bin

    cp "$packages"/Weightless-*.AppImage "$root/opt/Weightless.AppImage"
    mkdir "$root/opt/appimage"
    ln -s ../Weightless.AppImage "$root/opt/appimage/weightless"
    ln -s ../Weightless.AppImage "$root/opt/appimage/weightless-cli"
    check_programs "$suite, AppImage" /opt/appimage
    export APPIMAGE_EXTRACT_AND_RUN=1
    check_programs "$suite, AppImage without FUSE" /opt/appimage
    unset APPIMAGE_EXTRACT_AND_RUN
    left=$(find "$root/tmp" -name '*mount_weightless*' -o -name 'appimage_*')
    if [ -n "$left" ]; then
        echo "the AppImage left behind: $left" >&2
        exit 1
    fi

    leave_room
done
packaging/check-deb.sh "$packages" "$roots" "$@"
