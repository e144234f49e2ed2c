#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/tour.sh BIN MODEL PICTURES [APPEARANCE…]
# The tour of resources/tour without a display, with the programs in BIN: the devices, MODEL loaded in every mode and what that
# took, and what the window shows of it and of a run, as pictures in the folder PICTURES. Light and dark by default.
set -eu
bin=$1
model=$2
pictures=$3
shift 3
[ $# -gt 0 ] || set -- light dark
export QT_QPA_PLATFORM=offscreen

"$bin/weightless-cli" devices
"$bin/weightless-cli" compare "$model"
show() { # PICTURE OPTION…
    picture=$pictures/$1
    shift
    rm -f "$picture"
    "$bin/weightless" "$model" "$@" --size 1600x1000 --screenshot "$picture" --quit
    if [ ! -s "$picture" ]; then
        echo "tour.sh: the window left no screenshot $picture" >&2
        exit 1
    fi
    echo "$picture: the window after ${*:-opening}"
}
# A quarter of each side, so that a run takes seconds.
small='--dim batch=1 --dim height=16 --dim width=16'
# shellcheck disable=SC2086 # one word per option
for appearance in "$@"; do
    show "explore-$appearance.png" --appearance "$appearance" --workspace explore
    show "load-$appearance.png" --appearance "$appearance" --workspace load --mode conventional,streamed,zero-copy --load
    show "run-$appearance.png" --appearance "$appearance" --workspace profile $small --mode streamed --run
done
# shellcheck disable=SC2086 # one word per option
show budget.png --appearance light --workspace profile $small --mode streamed --device-budget 25% --run
