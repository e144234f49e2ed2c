#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/deb.sh [FOLDER]
# Makes the Debian packages (program, library, headers) of what is committed, into FOLDER (build/packages by default), and has
# lintian read them. They name WEIGHTLESS_HOMEPAGE where it is set, as build.sh has it.
set -eu
cd "$(dirname "$0")/.."
out=${1:-build/packages}
mkdir -p "$out"
out=$(cd "$out" && pwd)

version=$(sed -n 's/^project(Weightless VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/weightless-$version
mkdir "$tree"
git archive HEAD | tar -x -C "$tree"
cp -r "$tree/packaging/debian" "$tree/debian"
cat >"$tree/debian/changelog" <<CHANGELOG
weightless ($version) unstable; urgency=medium

  * Version $version.

 -- The Weightless developers <weightless@packages.invalid>  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
CHANGELOG
if [ -n "${WEIGHTLESS_HOMEPAGE:-}" ]; then
    sed -i "/^Standards-Version:/a Homepage: $WEIGHTLESS_HOMEPAGE" "$tree/debian/control"
fi

WEIGHTLESS_CMAKE_OPTIONS="-DWEIGHTLESS_HOMEPAGE=${WEIGHTLESS_HOMEPAGE:-} -DWEIGHTLESS_SCREENSHOTS=${WEIGHTLESS_SCREENSHOTS:-} ${WEIGHTLESS_CMAKE_OPTIONS:-}"
export WEIGHTLESS_CMAKE_OPTIONS
if command -v ccache >/dev/null; then
    export WEIGHTLESS_CMAKE_OPTIONS="-DCMAKE_CXX_COMPILER_LAUNCHER=ccache $WEIGHTLESS_CMAKE_OPTIONS"
    # As build.sh has it.
    export CCACHE_BASEDIR="$tree" CCACHE_NOHASHDIR=yes CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=yes QT_RCC_SOURCE_DATE_OVERRIDE=1
fi
(cd "$tree" && dpkg-buildpackage --build=binary --no-sign)
cp "$scratch"/*.deb "$out/"
lintian --pedantic --fail-on error,warning,pedantic "$scratch"/*.changes
ls -l "$out"/*_"$version"_*.deb
