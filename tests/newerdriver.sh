#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: tests/newerdriver.sh [PROGRAM [ARGUMENT…]]
# Runs a program on the software device of Debian sid, which multiplies matrices (VK_KHR_cooperative_matrix, and those of any size
# of VK_NV_cooperative_matrix2) where bookworm's does not, under sid's validation layer. Without a PROGRAM: the cases of
# WEIGHTLESS_BUILD's (build/release) tst_operators whose names WEIGHTLESS_TEST_CASES matches; by default a sixth of those for matrices,
# which run nowhere else, and of every other family of kernels' (another one after each commit), a twelfth of tst_cardloops,
# tst_kernelcompilation, and on what looks like a card tst_filterorder and matrices with the tiles of Intel's. A skip is a failure. Nothing is built or installed; newersystem.sh fetches driver and
# layer, and what the driver has compiled stays there. Results are tested, speed is not.
set -eu
cd "$(dirname "$0")/.."

. tests/newersystem.sh
if [ $# -gt 0 ]; then
    newer lvp "$@"
    exit
fi

# The cases whose names match, or the one with that NUMBER of PARTS of them, by as many processes at once as there are processors. Each of these has SLICES
# after each other: the driver and its layer keep what they have made of large kernels, 200 MB for each case, until a process ends.
run_cases() { # TEST EXPRESSION PARTS NUMBER SLICES
    export WEIGHTLESS_TEST_CASES="$2"
    running=
    for index in $(seq 0 $((shards - 1))); do
        for slice in $(seq $((index * $5)) $((index * $5 + $5 - 1))); do
            newer lvp "${WEIGHTLESS_BUILD:-build/release}/tests/$1" "$((slice * $3 + $4))/$((shards * $5 * $3))" >"$root/results.$slice" 2>&1 || true
        done &
        running="$running $!"
    done
    for process in $running; do
        wait "$process"
    done
    status=0
    for slice in $(seq 0 $((shards * $5 - 1))); do
        report "$1 $2" "$root/results.$slice" ', 0 skipped' || status=1
    done
    [ $status = 0 ] || exit $status
}

shards=$(nproc)
commits=$(git rev-list --count HEAD 2>/dev/null || echo 0)
if [ -n "${WEIGHTLESS_TEST_CASES:-}" ]; then
    run_cases tst_operators "$WEIGHTLESS_TEST_CASES" 1 0 1
else
    other='^(?!.*bfloat16.*matrix)(?!.*matrix.*bfloat16).*' # Mesa's device multiplies no matrices of that type
    run_cases tst_operators "$other(matrix| group|imagegroup)" 6 $((commits % 6)) 4
    run_cases tst_operators "$other(shared|vector|tiled|rows|wide|winograd|packed|flash)" 6 $((commits % 6)) 4
    run_cases tst_cardloops all 12 0 4
    # On many devices at once, which an older layer may not see.
    newer lvp "${WEIGHTLESS_BUILD:-build/release}/tests/tst_kernelcompilation"
    # A card with matrix units has filters in blocks.
    export VK_INSTANCE_LAYERS=VK_LAYER_WEIGHTLESS_card
    VK_ADD_LAYER_PATH=$(cd "${WEIGHTLESS_BUILD:-build/release}/tests/card/layers" && pwd)
    export VK_ADD_LAYER_PATH
    newer lvp "${WEIGHTLESS_BUILD:-build/release}/tests/tst_filterorder"
    # Arc's registers, which its subgroups share, have more of those share a tile.
    export WEIGHTLESS_CARD=intelArc
    run_cases tst_operators '^(?!.*bfloat16)(MatMul|Gemm|Conv).*matrix(64|128)$' 1 0 12
fi
