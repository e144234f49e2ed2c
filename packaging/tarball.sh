#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/tarball.sh [FOLDER]
# Makes weightless-VERSION-ARCHITECTURE.tar.xz, which runs from any folder, into FOLDER (build/packages by default).
set -eu
cd "$(dirname "$0")/.."
out=${1:-build/packages}
mkdir -p "$out"

packaging/build.sh release weightless weightless-cli weightless_installed_docs
version=$(sed -n 's/^project(Weightless VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
name=weightless-$version-$(uname -m)
time=$(git log -1 --format=%ct)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
packaging/linux/bundle.sh build/release "$scratch/$name"
# The same tree gives the same bytes: xz writes other ones with one thread than with any other number.
tar --create --directory "$scratch" --sort=name --mtime="@$time" --mode='u+rw,go+rX,go-w' --owner=0 --group=0 --numeric-owner "$name" |
    xz --threads=2 >"$out/$name.tar.xz"
ls -l "$out/$name.tar.xz"
