#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: mimetype.sh DEFINITION.xml MODELS FOLDER
# Asks the desktop's own library for the type of every model in MODELS, by its name and by its bytes alone.
set -eu
definition=$1
models=$2
folder=$3

rm -rf "$folder"
mkdir -p "$folder/mime/packages" "$folder/config"
cp "$definition" "$folder/mime/packages/"
update-mime-database "$folder/mime" 2>/dev/null
export XDG_DATA_HOME="$folder" XDG_CONFIG_HOME="$folder/config"

check() { # FILE MODEL
    type=$(gio info --attributes standard::content-type "$1" | sed -n 's/.*standard::content-type: //p')
    if [ "$type" != application/x-onnx ]; then
        echo "$1 ($2) is taken for '$type'" >&2
        exit 1
    fi
}

find "$models" -name '*.onnx' >"$folder/models"
[ -s "$folder/models" ]
while read -r model; do
    cp "$model" "$folder/nameless"
    check "$model" "$model"
    check "$folder/nameless" "$model"
done <"$folder/models"
wc -l <"$folder/models"
