#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/tidy.sh [BASE [COUNT]]
# clang-tidy on the sources of the programs that differ from BASE, where a warning on a changed line is a failure, and each of
# them compiled by itself: not in a unit with others, and without the headers that builds precompile (standalone.py).
# Without a BASE it is what this branch left origin/main at, or the commit before the last. At most COUNT (40) sources are
# looked at, those with the most changed lines; the others are named. Needs build/release, built.
set -eu
cd "$(dirname "$0")/.."

base=${1:-}
if [ -z "$base" ]; then
    base=$(git merge-base HEAD origin/main 2>/dev/null || true)
    if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then
        base=$(git rev-parse --verify --quiet 'HEAD~1' || true)
    fi
fi
if [ -z "$base" ]; then
    echo "tidy.sh: a clone without history: nothing to compare with"
    exit 0
fi
count=${2:-40}

changed() {
    git diff --numstat --no-renames --diff-filter=d "$base" -- app/ engine/ ui/ widgets/ | grep '\.cpp$' | sort -rn | cut -f 3
}

check() { # SOURCE
    python3 packaging/standalone.py build/tidy/compile_commands.json "$1"
    lines=$(git diff --unified=0 "$base" -- "$1" | sed -n 's/^@@ [^+]*+\([0-9,]*\) @@.*/\1/p' \
        | awk -F, '{ n = NF > 1 ? $2 : 1; if (n > 0) printf "%s[%d,%d]", (k++ ? "," : ""), $1, $1 + n - 1 }')
    if [ -n "$lines" ] && grep -q "/$1\"" build/tidy/compile_commands.json; then
        # What the analyser ends up with in others' headers is theirs, and where clang cannot read what GCC compiles
        # (its release is older than our C++20) it is not asked: but for what the fuzz build compiles with it.
        case $1 in
        engine/base/* | engine/formats/* | engine/images/* | engine/model/* | engine/onnx/* | engine/ops/* | engine/plan/*)
            unread='^$' ;;
        *) unread='clang-diagnostic-error' ;;
        esac
        findings=$(clang-tidy -p build/tidy --quiet --extra-arg=-Wno-unknown-warning-option \
            --line-filter="[{\"name\":\"$1\",\"lines\":[$lines]}]" "$1" 2>/dev/null |
            grep -E "^$PWD/(app|engine|ui|widgets)/.*: (warning|error): " | grep -v "$unread" || true)
        if [ -n "$findings" ]; then
            printf '%s\n' "$findings"
            return 1
        fi
    fi
}

if [ "${1:-}" ] && [ "${3:-}" = --check ]; then
    check "$4"
    exit
fi

# Nothing is built there: it is only asked how each source would be compiled.
cmake -S . -B build/tidy -G Ninja -DCMAKE_BUILD_TYPE=Release -DWEIGHTLESS_UNITS=OFF -DWEIGHTLESS_PRECOMPILED=OFF \
    -DWEIGHTLESS_TESTS=OFF -DWEIGHTLESS_KERNELS_OF="$PWD/build/release" >build/tidy.log 2>&1 || {
    cat build/tidy.log
    exit 1
}
changed | tail -n "+$((count + 1))" | sed 's/^/tidy.sh: not looked at: /'
changed | head -n "$count" | xargs -r -I '{}' -P "$(nproc)" packaging/tidy.sh "$base" "$count" --check '{}'
