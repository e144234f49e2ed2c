#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/windows/msi.sh TREE VERSION FILE.msi
# The folder TREE (stage.sh made it) as an MSI for administrators: for all users, into Program Files.
set -eu
tree=$(cd "$1" && pwd)
version=$2
out=$3
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

guid() { # NAME: the same GUID for the same name
    printf '%s' "weightless $1" | sha256sum | sed 's/\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\).*/\1-\2-5\3-8\4-\5/'
}
find "$tree" | LC_ALL=C sort | wixl-heat --prefix "$tree/" --component-group Files --var var.Tree --directory-ref INSTALLDIR --win64 \
    >"$scratch/files.wxs"
cp "$here/weightless.wxs" "$scratch/"
wixl --arch x64 --define Tree="$tree" --define Version="$version" --define ProductCode="$(guid "$version")" \
    --define UpgradeCode="$(guid upgrade)" --output "$out" "$scratch/weightless.wxs" "$scratch/files.wxs"
