#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: tests/realcard/pack.sh FILE.tar.xz
# Packs what a machine with a graphics card needs to test and measure the build in WEIGHTLESS_BUILD (build/release, configured with
# -DWEIGHTLESS_BENCHMARKS=ON): command line, benchmarks, the tests that touch a device, and their libraries, some 33 MB. Needs
# patchelf (packaging/debian-packaging-packages.txt). There, where nothing has to be installed but the card's driver, and the C
# and C++ libraries are as new as it says at its end (the file `needs`):
#   tar xf FILE.tar.xz && weightless-realcard/measure.sh
set -eu
case ${1:--} in -*)
    sed -n '5,10s/^# //p' "$0" >&2
    exit 2
    ;;
esac
archive=$(realpath "$1")
cd "$(dirname "$0")/../.."
build=${WEIGHTLESS_BUILD:-build/release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pack=$work/weightless-realcard
mkdir -p "$pack/bin" "$pack/lib" "$pack/loader"

for program in bin/weightless-cli benchmarks/bench_models benchmarks/bench_compiling benchmarks/bench_readfresh \
    tests/tests_engine_ops_tests tests/tests_engine_vulkan_tests tests/tests_engine_constants_tests \
    tests/tests_engine_runtime_tests tests/tests_engine_session_tests; do
    if [ ! -f "$build/$program" ]; then
        echo "pack.sh: $build has no $program: configure with -DWEIGHTLESS_BENCHMARKS=ON and build 'all'" >&2
        exit 1
    fi
    cp "$build/$program" "$pack/bin/"
    # Tests are links to their folder's program, which runs the one it is called as.
    case $program in tests/*)
        find "$build/tests" -maxdepth 1 -type l -lname "${program##*/}" -exec cp -P {} "$pack/bin/" \;
        ;;
    esac
done
rm "$pack/bin/tst_hostilemodels" # reads the sources' data, and asks nothing of a card
# Nor is there any other file of the sources: a test that opens one would fail whatever the card does. Tests name only themselves.
sources=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$build/CMakeCache.txt")
if find "$pack/bin" -type f -exec strings {} + | grep -F "$sources/" | grep -Ev '\.(cpp|h)$|/tests/data/models/hostile$' >&2; then
    echo "pack.sh: tests name these files of the sources, which the other machine does not have: leave those tests out" >&2
    exit 1
fi

# All libraries but those that belong to the machine: the C library's and the compiler's.
system='/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+))\.so\.'
find "$pack/bin" -type f -exec ldd {} + | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u | grep -Ev "$system" |
    while read -r library; do
        cp -L "$library" "$pack/lib/"
    done
# Nothing links to Vulkan's loader, which is opened: no list of libraries has it. It lies apart for measure.sh to choose.
loader=$(PATH=$PATH:/usr/sbin:/sbin ldconfig -p | awk '/libvulkan\.so\.1 \(libc6,/ { print $NF; exit }')
if [ -z "$loader" ]; then
    echo "pack.sh: this system has no libvulkan.so.1 to pack: install Vulkan's loader (packaging/debian-packages.txt)" >&2
    exit 1
fi
cp -L "$loader" "$pack/loader/libvulkan.so.1"
find "$pack/bin" "$pack/lib" "$pack/loader" -type f -exec strip --strip-unneeded {} +
find "$pack/bin" -type f -exec patchelf --set-rpath "\$ORIGIN/../lib" {} \;
find "$pack/lib" -type f -exec patchelf --set-rpath "\$ORIGIN" {} \;
cp tests/realcard/measure.sh tests/realcard/*.py tests/reference/architectures.py "$pack/"
git describe --always --dirty >"$pack/revision" 2>/dev/null || echo unknown >"$pack/revision"
# What the dynamic linker asks of the libraries that belong to the machine: the highest version of each.
find "$pack/bin" "$pack/lib" "$pack/loader" -type f -exec objdump -p {} + >"$work/headers"
for library in GLIBC GLIBCXX CXXABI; do
    grep -oE "\<${library}_[0-9]+(\.[0-9]+)*$" "$work/headers" | sort -uV | tail -n 1
done >"$pack/needs"
# The programs have their kernels in common, which lie further apart than xz looks by itself.
tar --directory "$work" --create weightless-realcard | xz --threads=1 --lzma2=preset=1,dict=256MiB >"$archive"
ls -l "$archive"
sed 's/^/needs /' "$pack/needs"
