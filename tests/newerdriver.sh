#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: tests/newerdriver.sh [PROGRAM [ARGUMENT…]]
# Runs a program on the software device of Debian sid, which multiplies matrices (VK_KHR_cooperative_matrix) where bookworm's
# does not, under sid's validation layer. Without a PROGRAM: the cases of WEIGHTLESS_BUILD's (build/release) tst_operators that
# bookworm's device skips; here a skip is a failure. Nothing is built or installed: driver and layer are fetched once, as root,
# into WEIGHTLESS_ROOTS (build/roots), 700 MB; where they cannot be, it ends with 77. Results are tested, speed is not.
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
    VK_DRIVER_FILES=$root/manifests/lvp_icd.json VK_LAYER_PATH=$root/manifests WEIGHTLESS_VALIDATION=1 \
        WEIGHTLESS_REQUIRE_DEVICE=1 QT_QPA_PLATFORM=offscreen \
        "$root/lib64/ld-linux-x86-64.so.2" --library-path "$libraries:/usr/lib/x86_64-linux-gnu" "$@"
}
if [ $# -gt 0 ]; then
    newer "$@"
    exit
fi

results=$root/results.txt
if ! WEIGHTLESS_TEST_CASES=${WEIGHTLESS_TEST_CASES:-matrix} newer "${WEIGHTLESS_BUILD:-build/release}/tests/tst_operators" >"$results" 2>&1 ||
    ! grep -q '^Totals: .* 0 failed, 0 skipped' "$results"; then
    grep -v '^PASS' "$results"
    exit 1
fi
grep '^Totals' "$results"
