#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/build.sh PRESET TARGET…
# Configures (with WEIGHTLESS_CMAKE_OPTIONS besides, and the addresses WEIGHTLESS_HOMEPAGE and WEIGHTLESS_SCREENSHOTS where they
# are set) and builds, through ccache where it is installed.
set -eu

case ${2:--} in
-*) # no target: ninja would take it for all of them
    sed -n '5,7s/^# //p' "$0" >&2
    exit 2
    ;;
esac

# Paths below the source root are hashed as relative ones, so that a second clone finds what the first compiled.
CCACHE_BASEDIR=$(cd "$(dirname "$0")/.." && pwd)
CCACHE_NOHASHDIR=yes
# What ccache asks for where headers are precompiled.
CCACHE_SLOPPINESS=pch_defines,time_macros
# What it does not know yet is compiled without being preprocessed on top: the compiler says itself what it read.
CCACHE_DEPEND=yes
# Resources carry the times of their files, which are those of the clone.
QT_RCC_SOURCE_DATE_OVERRIDE=1
export CCACHE_BASEDIR CCACHE_NOHASHDIR CCACHE_SLOPPINESS CCACHE_DEPEND QT_RCC_SOURCE_DATE_OVERRIDE

preset=$1
shift
launcher=
if command -v ccache >/dev/null; then
    launcher=-DCMAKE_CXX_COMPILER_LAUNCHER=ccache
fi
addresses="${WEIGHTLESS_HOMEPAGE+-DWEIGHTLESS_HOMEPAGE=$WEIGHTLESS_HOMEPAGE}
    ${WEIGHTLESS_SCREENSHOTS+-DWEIGHTLESS_SCREENSHOTS=$WEIGHTLESS_SCREENSHOTS}"
# shellcheck disable=SC2086 # one word per option
cmake --preset "$preset" $launcher $addresses ${WEIGHTLESS_CMAKE_OPTIONS:-}
cmake --build --preset "$preset" --target "$@"
