#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: ./run.sh [--no-install] [--tour]
# Installs what is missing (Debian, root or sudo), builds, writes a demo model and opens the window with it: Stable
# Diffusion's UNet with random weights, 1.7 GB, or a narrow one where disk or memory are short. Without a display, and with
# --tour, the tour of resources/tour is done offscreen: its pictures come to build/demo, with --tour to where it shows them.
set -eu
cd "$(dirname "$0")"

installs=yes
pictures=build/demo
appearances=light
for argument in "$@"; do
    case $argument in
    --no-install) installs=no ;;
    --tour)
        pictures=resources/tour
        appearances='light dark'
        ;;
    *)
        sed -n '5,9s/^# //p' "$0"
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
mkdir -p build/demo
# The conventional mode holds three times the model.
free_disk=$(df -Pk build/demo | awk 'NR == 2 { print $4 }')
free_memory=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)
scale=1
demo=build/demo/sd15-unet.onnx
if [ ! -f "$demo" ] && [ "$free_disk" -lt 4000000 ] || [ "$free_memory" -lt 9000000 ]; then
    scale=16
    demo=build/demo/sd15-unet-scale16.onnx
    echo "run.sh: less than 4 GB of disk or 9 GB of memory are free: a narrow model instead of the real one"
fi
if [ ! -f "$demo" ]; then
    "$bin/weightless-cli" make-demo sd15-unet "$demo.new" --scale $scale --type fp16 --inline
    mv "$demo.new" "$demo" # whole, or it is made again
fi

if [ $pictures = build/demo ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$bin/weightless" "$demo"
fi

echo "The tour, offscreen."
# shellcheck disable=SC2086 # one word per appearance
HOME=$PWD/build packaging/tour.sh "$bin" "$demo" $pictures $appearances
