#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/check-reproducible.sh FOLDER [linux.sh|windows.sh|deb.sh|…]
# Makes the packages of what is committed twice, from two clones in FOLDER whose paths differ, in two time zones: the same
# bytes come of it, but for an MSI (windows/README.md). CCACHE_DISABLE=1 compiles twice as well, for as long as that takes.
set -eu
cd "$(dirname "$0")/.."
folder=$1
script=${2:-linux.sh}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

for clone in one another/deeper/one; do # both before either is built: a commit may come meanwhile
    rm -rf "${folder:?}/$clone"
    git clone -q . "$folder/$clone"
done
build() { # CLONE TIME-ZONE
    (cd "$folder/$1" && TZ=$2 "packaging/$script" "$folder/$1/packages") >"$folder/build.log" 2>&1 || {
        tail -n 40 "$folder/build.log" >&2
        exit 1
    }
}
build one UTC
build another/deeper/one Asia/Kathmandu

status=0
for package in "$folder"/one/packages/*; do
    other=$folder/another/deeper/one/packages/${package##*/}
    case $package in
    *.msi) continue ;;
    esac
    if cmp -s "$package" "$other"; then
        echo "the same: $(sha256sum "$package" | sed 's|/.*/||')"
    else
        echo "differs: $package $other" >&2
        status=1
    fi
done
exit $status
