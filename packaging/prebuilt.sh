#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/prebuilt.sh [GLSLC [ARGUMENT…]]
# Compiles the kernels that Debian 12's glslc cannot, with a newer one (shaderc 2025.2, say), into engine/ops/*/prebuilt.
# Without a GLSLC it is the one that tests/newerdriver.sh fetched into WEIGHTLESS_ROOTS (build/roots). Needs build/release,
# configured.
set -eu
cd "$(dirname "$0")/.."

if [ $# = 0 ]; then
    root=${WEIGHTLESS_ROOTS:-build/roots}/sid.driver
    if [ ! -e "$root/complete" ]; then
        echo "prebuilt.sh: $root is missing: run tests/newerdriver.sh, or name a glslc" >&2
        exit 1
    fi
    set -- "$root/lib64/ld-linux-x86-64.so.2" --library-path "$root/usr/lib/x86_64-linux-gnu" "$root/usr/bin/glslc"
fi
version=$("$@" --version | sed -n 's/^\(shaderc\|glslang\) */\1 /p' | paste -sd , | sed 's/,/, /')
generated=build/release/engine/ops/generated/spirv
ops=engine/ops

for shader in "$ops"/*/*.comp; do
    if ! grep -q '^#extension GL_KHR_cooperative_matrix' "$shader"; then
        continue
    fi
    environment=vulkan1.2
    if grep -q '^#extension GL_NV_cooperative_matrix2' "$shader"; then
        environment=vulkan1.3 # whose SPIR-V the extension needs
    fi
    folder=$(dirname "$shader")/prebuilt
    mkdir -p "$folder"
    for kernel in "$generated/$(basename "$shader" .comp)"_*.comp; do
        target=$folder/$(basename "$kernel").spv
        digest=$(cmake -DKERNEL="$kernel" -P $ops/prebuilt.cmake)
        # Zeros at the beginning of words would be half of the file.
        words=$("$@" --target-env=$environment -mfmt=num -I $ops/shaders -I $ops -o - "$kernel")
        words=$(echo "$words" | sed 's/0x0*\([0-9a-f]\)/0x\1/g')
        printf '%s\n' '// SPDX-FileCopyrightText: 2026 The Weightless developers' \
            '// SPDX-License-Identifier: GPL-3.0-or-later' "// Made from $digest by packaging/prebuilt.sh with $version." \
            "$words" >"$target"
        echo "$target"
    done
done
