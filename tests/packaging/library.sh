#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: library.sh CMAKE BUILD SCRATCH
# The installed library, as another program's author has it: the examples are built against it by CMake's package and by
# pkg-config, and run; its reference is made without a warning; what it exports is what exports.txt lists, and nothing of its headers names what it is made with.
set -eu
cmake=$1
build=$2
scratch=$3
source=$(cd "$(dirname "$0")/../.." && pwd)
rm -rf "$scratch"
prefix=$scratch/prefix
"$cmake" --install "$build" --prefix "$prefix" >/dev/null
library=$(find "$prefix" -name libweightless.so)

nm -DC --defined-only "$library" | cut -d' ' -f3- | sed -e 's/@@WEIGHTLESS_0$//' -e 's/\[abi:cxx11\]//' | grep -v '^WEIGHTLESS_0' |
    LC_ALL=C sort -u >"$scratch/exports.txt"
diff "$source/tests/packaging/exports.txt" "$scratch/exports.txt" || {
    echo "what libweightless exports has changed (left: exports.txt, right: now): a new soname, or a line in the list" >&2
    exit 1
}
if grep -rnE '\bVk[A-Z]|vulkan/vulkan|google::|curl|onnx::' "$prefix/include"; then
    echo "the headers above name what is not theirs to name" >&2
    exit 1
fi

# Installed is what weightless.h names, at any depth, and nothing else.
include=$prefix/include/weightless
find "$include" -name '*.h' | LC_ALL=C sort >"$scratch/installed.txt"
c++ -std=c++20 -MM -I"$include" -include "$include/weightless.h" -x c++ /dev/null | tr ' ' '\n' | grep '\.h$' | LC_ALL=C sort -u >"$scratch/named.txt"
diff "$scratch/named.txt" "$scratch/installed.txt" || {
    echo "the headers above are installed and not named by weightless.h (right), or the other way round (left)" >&2
    exit 1
}
objdump -p "$library" | grep -q 'SONAME *libweightless\.so\.0$' || {
    echo "$library has another soname" >&2
    exit 1
}

"$source/packaging/reference/reference.sh" "$prefix/include/weightless" "$scratch/reference"
"$cmake" -S "$source/packaging/examples" -B "$scratch/examples" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Debug >/dev/null
"$cmake" --build "$scratch/examples" >/dev/null
PKG_CONFIG_PATH=$(dirname "$library")/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # one word per option
c++ "$source/packaging/examples/hollow.cpp" -o "$scratch/pkgconfig" $(pkg-config --cflags --libs weightless)
# shellcheck disable=SC2046 # one word per option
c++ -O0 "$source/tests/packaging/everyfunction.cpp" -o "$scratch/everyfunction" $(pkg-config --cflags --libs weightless)

LD_LIBRARY_PATH=$(dirname "$library")
export LD_LIBRARY_PATH
"$scratch/everyfunction"
for program in "$scratch/pkgconfig" "$scratch/examples/hollow"; do
    "$program" | tee "$scratch/said"
    grep -qx 'y = 531.5 542' "$scratch/said"
done
"$scratch/examples/loader" | tee "$scratch/said"
grep -q '4000000 bytes, the largest element is 999999' "$scratch/said"
"$scratch/examples/model" "$source/tests/data/models/mnist/model.onnx" | tee "$scratch/said"
