#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: installedtree.sh CMAKE BUILD FOLDER VERSION
set -eu
cmake=$1
build=$2
folder=$3
version=$4

rm -rf "$folder"
"$cmake" --install "$build" --prefix "$folder" >/dev/null
id=org.weightless.Weightless
for file in bin/weightless bin/weightless-cli "share/applications/$id.desktop" "share/metainfo/$id.metainfo.xml" \
    "share/mime/packages/$id.xml" "share/icons/hicolor/scalable/apps/$id.svg" "share/icons/hicolor/48x48/apps/$id.png" \
    share/man/man1/weightless.1 share/man/man1/weightless-cli.1 share/bash-completion/completions/weightless-cli \
    share/zsh/vendor-completions/_weightless-cli share/fish/vendor_completions.d/weightless-cli.fish \
    share/doc/Weightless/LICENSE share/doc/Weightless/Inter.txt; do
    if [ ! -s "$folder/$file" ]; then
        echo "not installed: $file" >&2
        exit 1
    fi
done
says() { # EXPRESSION COMMAND…
    expression=$1
    shift
    "$@" | tr '\n' ';' | grep -E "(^|;)$expression;\$" || {
        echo "not as expected: $*" >&2
        exit 1
    }
}
number='[0-9]+\.[0-9]+(\.[0-9]+)?'
says "weightless-cli $version;Vulkan $number, ONNX $number" "$folder/bin/weightless-cli" --version
says "weightless $version;Qt $number, Vulkan $number, ONNX $number" "$folder/bin/weightless" --version
says "weightless-cli $version;Vulkan $number, ONNX $number" "$folder/bin/weightless-cli" devices
