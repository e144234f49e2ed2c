#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: tests/fuzz/run.sh [SECONDS [SEED [TARGET…]]]
# Builds the fuzz targets (all, or those named) and lets each look for SECONDS (30) for an input that crashes, hangs or
# swallows memory, as many at a time as there are processors. A night: tests/fuzz/run.sh 14400. With a SEED (1, 2 …) the
# same programs look at the same inputs again. What is found lies in build/fuzz/found, what reached new code in build/fuzz/corpus.
set -eu
cd "$(dirname "$0")/../.."

targets="model plan tensorfile npy http picture"
conformance=/usr/share/libonnx-testdata/data/node # models of every operator, beside our own corpus

look() { # TARGET SECONDS SEED
    corpus=build/fuzz/corpus/$1
    mkdir -p "$corpus" build/fuzz/found
    seeds=tests/fuzz/corpus/$1
    case $1 in
    model | plan) seeds="tests/fuzz/corpus/model build/fuzz/seeds" ;;
    esac
    log=build/fuzz/$1.log
    # 20 s and 1 GiB, a quarter of it at once, are a hundred times what a good input takes. Pictures may be of 2^28
    # pixels, which a compressed one has in a few KiB.
    rss=1024
    once=256
    length=65536
    if [ "$1" = picture ]; then
        rss=4096
        once=1100
        length=4096
    fi
    # shellcheck disable=SC2086 # one word per folder
    if "build/fuzz/bin/fuzz_$1" -max_total_time="$2" -seed="$3" -timeout=20 -rss_limit_mb="$rss" \
        -malloc_limit_mb="$once" -max_len="$length" -print_final_stats=1 -artifact_prefix="build/fuzz/found/$1-" "$corpus" $seeds >"$log" 2>&1; then
        echo "$1: $(sed -n 's/.*number_of_executed_units: *//p' "$log") inputs, nothing found"
    else
        tail -n 60 "$log" >&2
        echo "$1: FOUND, see $log" >&2
        exit 1
    fi
}

if [ "${1:-}" = --look ]; then
    shift
    look "$@"
    exit 0
fi

seconds=${1:-30}
seed=${2:-0}
if [ $# -gt 2 ]; then
    shift 2
    targets=$*
fi
# shellcheck disable=SC2046,SC2086 # one word per target
packaging/build.sh fuzz $(printf 'fuzz_%s ' $targets)
mkdir -p build/fuzz/seeds
for model in "$conformance"/*/model.onnx; do
    [ -e "$model" ] && cp "$model" "build/fuzz/seeds/$(basename "$(dirname "$model")").onnx"
done
# shellcheck disable=SC2086
printf '%s\n' $targets | xargs -I '{}' -P "$(nproc)" tests/fuzz/run.sh --look '{}' "$seconds" "$seed"
