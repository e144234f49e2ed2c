#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: ./run.sh [--no-install]
# Installs what is missing (Debian, root or sudo), builds, writes a demo model and opens the window with it. Without
# a display it does the same work offscreen and leaves screenshots in build/demo.
set -eu
cd "$(dirname "$0")"

installs=yes
for argument in "$@"; do
    case $argument in
    --no-install) installs=no ;;
    *)
        sed -n '5,8s/^# //p' "$0"
        [ "$argument" = --help ] && exit 0
        exit 2
        ;;
    esac
done

if [ $installs = yes ]; then
    packaging/setup.sh packaging/debian-packages.txt
fi
packaging/build.sh release weightless weightless-cli

bin=build/release/bin
demo=build/demo/sd15-unet-scale16.onnx
mkdir -p build/demo
if [ ! -f "$demo" ]; then
    "$bin/weightless-cli" make-demo sd15-unet "$demo" --scale 16
fi

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$bin/weightless" "$demo"
fi

echo "No display: the same work offscreen."
export QT_QPA_PLATFORM=offscreen
"$bin/weightless-cli" devices
"$bin/weightless-cli" compare "$demo"
show() { # PICTURE OPTION…
    picture=build/demo/$1
    shift
    rm -f "$picture"
    "$bin/weightless" "$demo" "$@" --screenshot "$picture" --quit
    if [ ! -s "$picture" ]; then
        echo "run.sh: the window left no screenshot $picture" >&2
        exit 1
    fi
    echo "$picture: the window after ${*:-opening}"
}
show opened.png
show loaded.png --mode conventional,zero-copy,streamed --load
show ran.png --mode conventional,streamed --load --run
