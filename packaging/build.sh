#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/build.sh PRESET TARGET…
# Configures (with WEIGHTLESS_CMAKE_OPTIONS besides) and builds, through ccache where it is installed.
set -eu

# Resources carry the times of their files, which are those of the clone.
QT_RCC_SOURCE_DATE_OVERRIDE=1
export QT_RCC_SOURCE_DATE_OVERRIDE

preset=$1
shift
launcher=
if command -v ccache >/dev/null; then
    # Paths below the source root are hashed as relative ones, so that a second clone finds what the first compiled. The
    # sloppiness is what ccache asks for where headers are precompiled. What is not known yet is compiled without being
    # preprocessed on top: the compiler says itself what it read.
    root=$(cd "$(dirname "$0")/.." && pwd)
    launcher="env;CCACHE_BASEDIR=$root;CCACHE_NOHASHDIR=yes;CCACHE_SLOPPINESS=pch_defines,time_macros;CCACHE_DEPEND=yes;ccache"
fi
# shellcheck disable=SC2086 # one word per option
cmake --preset "$preset" ${launcher:+"-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher"} ${WEIGHTLESS_CMAKE_OPTIONS:-}
cmake --build --preset "$preset" --target "$@"
