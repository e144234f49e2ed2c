#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: tests/newerdriver.sh [PROGRAM [ARGUMENT…]]
# Runs a program on the software device of Debian sid, which multiplies matrices (VK_KHR_cooperative_matrix, and those of any size
# of VK_NV_cooperative_matrix2) where bookworm's does not, under sid's validation layer. Without a PROGRAM: the cases of
# WEIGHTLESS_BUILD's (build/release) tst_operators whose names WEIGHTLESS_TEST_CASES matches; by default all of those for matrices,
# which run nowhere else, a third of every other family of kernels', a twelfth of tst_cardloops, tst_kernelcompilation, and
# tst_filterorder on what looks like a card. A skip is a failure. Nothing is built or installed: driver and layer are fetched once,
# as root, into WEIGHTLESS_ROOTS (build/roots), 700 MB, and what the driver has compiled stays there; where they cannot be fetched,
# it ends with 77. Results are tested, speed is not.
set -eu
cd "$(dirname "$0")/.."

roots=${WEIGHTLESS_ROOTS:-build/roots}
mkdir -p "$roots"
root=$(cd "$roots" && pwd)/sid.driver
if [ ! -e "$root/complete" ]; then
    rm -rf "$root"
    if ! debootstrap --variant=minbase --include=mesa-vulkan-drivers,vulkan-validationlayers,glslc sid "$root" >"$root.log" 2>&1; then
        echo "newerdriver.sh: $root was not fetched, which needs root, debootstrap and Debian's servers: $(tail -n 1 "$root.log")" >&2
        exit 77
    fi
    touch "$root/complete"
fi

# Programs of this system with the libraries of that one, which lie nowhere that its own manifests know.
libraries=$root/usr/lib/x86_64-linux-gnu
mkdir -p "$root/manifests"
for manifest in icd.d/lvp_icd.json explicit_layer.d/VkLayer_khronos_validation.json; do
    sed "s|\"library_path\": \"\\(.*/\\)\\{0,1\\}|&$libraries/|; s|\\(\"library_path\": \"\\).*\\($libraries\\)|\\1\\2|" \
        "$root/usr/share/vulkan/$manifest" >"$root/manifests/${manifest#*/}"
done
newer() { # PROGRAM [ARGUMENT…]
    # Its compiler may take longer than Qt Test allows a function: whoever starts this sets the limit.
    QTEST_FUNCTION_TIMEOUT=${QTEST_FUNCTION_TIMEOUT:-7200000} \
        MESA_SHADER_CACHE_DIR=$root/shaders VK_DRIVER_FILES=$root/manifests/lvp_icd.json \
        VK_LAYER_PATH="$root/manifests${VK_ADD_LAYER_PATH:+:$VK_ADD_LAYER_PATH}" \
        WEIGHTLESS_VALIDATION=1 WEIGHTLESS_REQUIRE_DEVICE=1 QT_QPA_PLATFORM=offscreen \
        "$root/lib64/ld-linux-x86-64.so.2" --library-path "$libraries:/usr/lib/x86_64-linux-gnu" "$@"
}
if [ $# -gt 0 ]; then
    newer "$@"
    exit
fi

# The cases whose names match, or one of PART of them, by as many processes as there are processors.
run_cases() { # TEST EXPRESSION PART
    export WEIGHTLESS_TEST_CASES="$2"
    running=
    for index in $(seq 0 $((shards - 1))); do
        newer "${WEIGHTLESS_BUILD:-build/release}/tests/$1" "$index/$((shards * $3))" >"$root/results.$index" 2>&1 &
        running="$running $!"
    done
    status=0
    for process in $running; do
        wait "$process" || status=1
    done
    for index in $(seq 0 $((shards - 1))); do
        if grep -q '^Totals: .* 0 failed, 0 skipped' "$root/results.$index"; then
            echo "$1 $2: $(grep '^Totals' "$root/results.$index")"
        else
            status=1
            grep -v '^PASS' "$root/results.$index" || true
        fi
    done
    [ $status = 0 ] || exit $status
}

shards=$(nproc)
if [ -n "${WEIGHTLESS_TEST_CASES:-}" ]; then
    run_cases tst_operators "$WEIGHTLESS_TEST_CASES" 1
else
    other='^(?!.*bfloat16.*matrix)(?!.*matrix.*bfloat16).*' # Mesa's device multiplies no matrices of that type
    run_cases tst_operators "$other(matrix| group|imagegroup)" 1
    run_cases tst_operators "$other(shared|vector|tiled|rows|wide|winograd|packed|flash)" 3
    run_cases tst_cardloops all 12
    # On many devices at once, which an older layer may not see.
    newer "${WEIGHTLESS_BUILD:-build/release}/tests/tst_kernelcompilation"
    # A card with matrix units has filters in blocks.
    export VK_INSTANCE_LAYERS=VK_LAYER_WEIGHTLESS_card
    VK_ADD_LAYER_PATH=$(cd "${WEIGHTLESS_BUILD:-build/release}/tests/card/layers" && pwd)
    export VK_ADD_LAYER_PATH
    newer "${WEIGHTLESS_BUILD:-build/release}/tests/tst_filterorder"
fi
