#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: tests/nocard.sh [DRIVER PROGRAM [ARGUMENT…]]
# Runs a program on Debian sid's Mesa driver of a card that is not there: it lists the card, compiles kernels for it, and computes
# nothing (Mesa's own shim of a kernel driver). DRIVER: nvidia (NVK, AD102), nvidia-hopper, amd (RADV, Navi 31), amd-rdna2 (Navi 21);
# and intel (ANV, Arc B580), intel-arc (A770), intel-integrated (Tiger Lake), for which INTEL_SHIM names the shim, that Debian does not
# have: libintel_noop_drm_shim.so of a Mesa configured with -Dtools=drm-shim,intel and no drivers (25.0's does for 26.2).
# Without a PROGRAM, for nvidia and for amd: tst_kernelstatistics, and a twelfth of tst_operators' cases (those that
# WEIGHTLESS_TEST_CASES matches), of which every kernel has to compile, and to please the validation layer. Cases that
# a card cannot run are skipped. newersystem.sh fetches the drivers; where it cannot, this ends with 77.
set -eu
cd "$(dirname "$0")/.."
. tests/newersystem.sh

on() { # DRIVER PROGRAM [ARGUMENT…]
    case $1 in
    nvidia | nvidia-hopper)
        export NVK_I_WANT_A_BROKEN_VULKAN_DRIVER=1
        NOUVEAU_CHIPSET=$([ "$1" = nvidia ] && echo 192 || echo 180)
        export NOUVEAU_CHIPSET
        driver=nouveau shim=$libraries/libnouveau_noop_drm_shim.so
        ;;
    amd | amd-rdna2)
        AMDGPU_GPU_ID=$([ "$1" = amd ] && echo navi31 || echo navi21)
        export AMDGPU_GPU_ID
        driver=radeon shim=$libraries/libamdgpu_noop_drm_shim.so
        ;;
    intel | intel-arc | intel-integrated)
        case $1 in
        intel) INTEL_STUB_GPU_PLATFORM=bmg ;;
        intel-arc) INTEL_STUB_GPU_PLATFORM=dg2 ;;
        *) INTEL_STUB_GPU_PLATFORM=tgl ;;
        esac
        export INTEL_STUB_GPU_PLATFORM
        driver=intel shim=${INTEL_SHIM:?"names no libintel_noop_drm_shim.so"}
        ;;
    *)
        echo "nocard.sh: there is no driver '$1': nvidia, nvidia-hopper, amd, amd-rdna2, intel, intel-arc and intel-integrated are" >&2
        exit 2
        ;;
    esac
    shift
    WEIGHTLESS_COMPUTES_NOTHING=1 newer $driver "$@"
}
if [ $# -gt 1 ]; then
    on "$@"
    exit
fi

status=0
tests=${WEIGHTLESS_BUILD:-build/release}/tests
for card in nvidia amd; do
    for test in "tst_kernelstatistics" "tst_operators 0/12"; do
        skipped=
        [ "$test" != tst_kernelstatistics ] || skipped=', 0 skipped'
        # shellcheck disable=SC2086 # a test and its shard
        on $card "$tests/"$test >"$root/results.$card" 2>&1 || true
        report "$card: $test" "$root/results.$card" "$skipped" || status=1
    done
done
exit $status
