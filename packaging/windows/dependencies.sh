#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/windows/dependencies.sh [NAME…]
# Builds for Windows, from Debian's sources, what the programs link to: all of recipes/, or those named. Each comes into a
# folder of its own in $WEIGHTLESS_MINGW (the user's cache by default) that is kept as long as its recipe stays the same. The
# last line of what it prints is the CMAKE_FIND_ROOT_PATH that finds them.
set -eu
cd "$(dirname "$0")"
here=$PWD
cache=${WEIGHTLESS_MINGW:-${XDG_CACHE_HOME:-$HOME/.cache}/weightless-mingw}
mkdir -p "$cache/sources" "$cache/lists/partial"
cache=$(cd "$cache" && pwd)
roots=/usr/x86_64-w64-mingw32

# An index of sources beside the system's own, whose settings are left alone.
echo 'deb-src http://deb.debian.org/debian bookworm main' >"$cache/sources.list"
apt_sources() {
    apt-get -q -q -o Dir::Etc::sourcelist="$cache/sources.list" -o Dir::Etc::sourceparts=- -o APT::Sandbox::User=root \
        -o Dir::State::lists="$cache/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= "$@"
}

# What recipes call. unpack SOURCE: its tree, with Debian's patches, in the folder `source`.
unpack() {
    version=$(awk -v name="$1" '$1 == name { print $2 }' "$here/sources.txt")
    description=$cache/sources/$1_${version#*:}.dsc
    if [ ! -f "$description" ]; then
        apt_sources update
        (cd "$cache/sources" && apt_sources source --download-only "$1=$version")
    fi
    [ -e source/debian/copyright ] || dpkg-source --no-check -q -x "$description" source
    cp source/debian/copyright "$prefix/copyright-$1"
}

# build_with_cmake FOLDER OPTION…: configured for Windows, built, installed into the recipe's folder.
build_with_cmake() {
    tree=$1
    shift
    cmake -S "$tree" -B build -G Ninja -DCMAKE_TOOLCHAIN_FILE="$here/toolchain.cmake" -DCMAKE_FIND_ROOT_PATH="$roots" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" "$@"
    cmake --build build --parallel "$(nproc)"
    cmake --install build
}

# Recipes are ordered: one may use those before it. What a recipe is made of (its text and files, the toolchain, its source's
# version) names its folder; this script does not, or every mend here would build Qt again.
# shellcheck disable=SC2013 # names have no spaces
for name in $(cat recipes/order); do
    recipe=$here/recipes/$name.sh
    if [ $# -gt 0 ] && ! echo " $* " | grep -q " $name "; then
        continue
    fi
    source=$(sed -n 's/^unpack //p' "$recipe")
    key=$({
        cat "$recipe" toolchain.cmake
        [ ! -d "recipes/$name" ] || find "recipes/$name" -type f -exec sha256sum {} + | LC_ALL=C sort
        awk -v name="$source" '$1 == name { print $1, $2 }' sources.txt
    } | sha256sum | cut -c 1-12)
    prefix=$cache/$name-$key
    if [ ! -f "$prefix/complete" ]; then
        started=$(date +%s)
        rm -rf "$prefix"
        if [ "$(cat "$cache/build/$name/key" 2>/dev/null)" != "$key" ]; then # otherwise it was interrupted, and goes on
            rm -rf "$cache/build/$name"
        fi
        mkdir -p "$prefix" "$cache/build/$name"
        echo "$key" >"$cache/build/$name/key"
        echo "dependencies.sh: $name, its output is in $cache/build/$name.log" >&2
        set +e # a failing subshell ends at its first failing command only where nobody asks for its status at once
        (
            set -e
            cd "$cache/build/$name"
            # shellcheck source=/dev/null
            . "$recipe"
        ) >"$cache/build/$name.log" 2>&1
        status=$?
        set -e
        if [ "$status" -ne 0 ]; then
            tail -n 40 "$cache/build/$name.log" >&2
            echo "dependencies.sh: $name failed: $cache/build/$name.log" >&2
            exit 1
        fi
        touch "$prefix/complete"
        rm -rf "$cache/build/$name"
        echo "dependencies.sh: $name took $(($(date +%s) - started)) s" >&2
    fi
    roots="$roots;$prefix"
done
echo "$roots"
