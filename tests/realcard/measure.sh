#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: measure.sh [STAGE…]
# Tests and measures on this machine's card what pack.sh packed, beside this script. Each stage writes into RESULTS (./results) a
# file of its name and goes on until LIMIT seconds (600) are over. Models are made in SCRATCH (./scratch), 11 GB; DEVICE is
# the number of another device than the best, for the command line; benchmarks and tests take the best. Without a graphics card it
# stops, unless SOFTWARE=1 tries it out on a software device. DRIVERS are folders of drivers' .json files where no loader looks.
# Stages, in this order without any:
#   device     what the card says of itself, what it reaches at best
#   kernels    tst_operators, PROCESSES (as many as processors, at most 8) at a time
#   loading    the real-size UNet in every mode and path, beside the rate of copies
#   models     bench_models: the first answer and the median, beside what the card reaches
#   torch      the same in PyTorch, where python3 has it
#   results    demo models beside ONNX Runtime, where python3 has it
#   tests      the other tests that touch a device
#   compiling  how long the driver compiles the UNet's kernels, and what they became
set -eu
pack=$(cd "$(dirname "$0")" && pwd)
results=${RESULTS:-results}
scratch=${SCRATCH:-scratch}
mkdir -p "$results" "$scratch"
XDG_CACHE_HOME=$(cd "$scratch" && pwd)/caches # what bench-device keeps is this run's
QT_QPA_PLATFORM=offscreen
WEIGHTLESS_REQUIRE_DEVICE=1
export XDG_CACHE_HOME QT_QPA_PLATFORM WEIGHTLESS_REQUIRE_DEVICE
PATH=$pack/bin:$PATH
device=${DEVICE:+--device $DEVICE}
limit=${LIMIT:-600}
processes=${PROCESSES:-$(n=$(nproc) && echo $((n < 8 ? n : 8)))}

drivers=${DRIVERS:-/usr/local/nvidia/share/vulkan/icd.d /usr/local/nvidia/vulkan/icd.d /opt/amdgpu/share/vulkan/icd.d
    /opt/amdgpu/etc/vulkan/icd.d /opt/amdgpu-pro/etc/vulkan/icd.d /run/opengl-driver/share/vulkan/icd.d}

export PYTHONDONTWRITEBYTECODE=1
has_card() {
    kinds='discrete|integrated|virtual'
    weightless-cli devices --json 2>/dev/null | awk -v "kinds=\"($kinds${SOFTWARE:+|software})\"" '
        /"type": "/ { is_card = $0 ~ kinds } is_card && /"usable": true/ { found = 1 } END { exit !found }'
}

driver_files() { # FOLDER…
    find "$@" -maxdepth 1 -name '*.json' 2>/dev/null | sort
}

# What the driver of each file asks for in vain.
missing_libraries() { # FILE…
    for file in "$@"; do
        library=$(sed -n 's/.*"library_path"[^"]*"\([^"]*\)".*/\1/p' "$file" 2>/dev/null) || library=
        case $library in
        '') echo "$file: cannot be read, or names no library" ;;
        /*) ;;
        */*) library=$(dirname "$file")/$library ;;
        esac
        LD_TRACE_LOADED_OBJECTS=1 LD_PRELOAD=$library weightless-cli 2>&1 |
            sed -n "/not found/ s|^[[:space:]]*|$file: $library: |p; /cannot be preloaded/ s|^|$file: |p"
    done
}

# Where only a driver was put into a system, there is no loader, or it looks elsewhere: leaves in the environment what finds them.
# A loader of the system's own may be newer than the pack's.
find_card() {
    PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null | grep -q 'libvulkan\.so\.1 (libc6,' ||
        export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$pack/loader"
    has_card && return
    given=${VK_DRIVER_FILES:-${VK_ICD_FILENAMES:-}}
    # shellcheck disable=SC2086 # folders
    if [ -z "$given" ]; then
        given=$(driver_files $drivers | paste -s -d :)
        if [ -n "$given" ]; then
            export VK_DRIVER_FILES="$given" VK_ICD_FILENAMES="$given" # the latter is what loaders before 1.3.207 read
            has_card && return
        fi
        given=$given:$(driver_files /etc/vulkan/icd.d /usr/local/share/vulkan/icd.d /usr/share/vulkan/icd.d | paste -s -d :)
    fi
    echo "measure.sh: weightless-cli finds no graphics card that it can use (SOFTWARE=1 takes a software device):"
    weightless-cli devices 2>&1 || true
    # shellcheck disable=SC2046
    missing_libraries $(echo "$given" | tr : '\n')
    return 1
}

has_module() { # NAME
    if ! python3 -c "import $1" 2>/dev/null; then
        echo "not measured: there is no python3 with the module '$1'"
        return 1
    fi
}

# A test's last line; with what did not pass, unless all did.
run_test() { # NAME [PART/PARTS]
    output=$scratch/$1$(echo "${2:-}" | tr / -)
    timeout --foreground $((limit - 20)) "$@" >"$output" 2>&1 || true
    if grep -q '^Totals: .* 0 failed' "$output"; then
        echo "$*: $(grep '^Totals' "$output")"
    else
        echo "$*: FAILED, or not in time
$(awk '/^SKIP/ { skips = 1; next } skips && /^   Loc/ { skips = 0; next } !/^PASS/ { skips = 0; print }' "$output" | tail -n 60)"
    fi
}

# As many at a time as there are to be processes.
each_test() { # ARGUMENT…, in which {} becomes each line of the input
    xargs -P "$processes" -I '{}' sh "$pack/measure.sh" --test "$@"
}

device() {
    cat "$pack/revision"
    weightless-cli devices
    weightless-cli devices --json
    # shellcheck disable=SC2086 # an option and its value
    weightless-cli bench-device $device
}

kernels() {
    seq 0 $((processes - 1)) | each_test tst_operators "{}/$processes"
}

unet() {
    [ -f "$scratch/unet.onnx" ] || weightless-cli make-demo sd15-unet "$scratch/unet.onnx" --scale 1 --type fp16
}

# The middle one of five loads, all but the first from the page cache.
loading_by() { # OPTION…
    for _ in 1 2 3 4 5; do
        # shellcheck disable=SC2086 # an option and its value
        weightless-cli load "$scratch/unet.onnx" $device --json "$@" 2>&1 | awk -F '[:,]' '
            /error:/ { print "     " $0 } $1 ~ /"load"$/ { seconds = $2 } $1 ~ /"bytes"$/ { bytes = $2 }
            END { if (seconds) printf "%.4f s, %.2f GiB/s\n", seconds, bytes / seconds / 2 ^ 30 }'
    done | sort -n | sed -n "3s|^|$*: |p"
}
loading() {
    unet
    # shellcheck disable=SC2086
    weightless-cli bench-device $device --largest 256 | head -n 3
    loading_by --mode streamed
    loading_by --mode streamed --path staged
    loading_by --mode streamed --path direct
    loading_by --mode streamed --path staged --slice 1M
    loading_by --mode streamed --path staged --slice 16M --slices 8
    loading_by --mode zero-copy
    loading_by --mode conventional
    bench_readfresh "$scratch/unet.onnx_data"
    # shellcheck disable=SC2086
    weightless-cli compare "$scratch/unet.onnx" $device
}

models() {
    bench_models "$scratch" fp16 20 || true
    bench_models "$scratch" fp32 20 resnet50 vit-b unet-scale1
}

torch() {
    has_module torch || return 0
    python3 "$pack/torchmodels.py" --type fp16
    python3 "$pack/torchmodels.py" --type fp32 resnet50 vit-b unet-scale1
}

results() {
    has_module onnxruntime || return 0
    for name in decoder decoder-int4 bert vit whisper-encoder whisper-decoder detector speech trees; do
        mkdir -p "$scratch/demo/$name"
        weightless-cli make-demo "$name" "$scratch/demo/$name/model.onnx" --inline --scale 16 --type fp32
    done
    python3 "$pack/architectures.py" "$scratch/demo"
    # shellcheck disable=SC2086
    weightless-cli verify "$scratch/demo" $device --rtol 1e-3 --atol 1e-4
}

tests() {
    find "$pack/bin" -name 'tst_*' ! -name tst_operators -printf '%f\n' | sort | each_test '{}'
}

compiling() {
    unet
    bench_compiling "$scratch/compiling" "$scratch/unet.onnx" batch=2 height=64 width=64
}

case ${1:-} in
--stage)
    "$2"
    exit
    ;;
--test)
    shift
    run_test "$@"
    exit
    ;;
esac
[ $# -gt 0 ] || set -- device kernels loading models torch results tests compiling
find_card >&2 || exit 1
for stage in "$@"; do
    begun=$(date +%s)
    status=0
    timeout "$limit" sh "$pack/measure.sh" --stage "$stage" >"$results/$stage" 2>&1 || status=$?
    echo "measure.sh: $stage: status $status after $(($(date +%s) - begun)) s: $results/$stage"
done
