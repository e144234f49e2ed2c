#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/setup.sh LIST…
# Installs what is missing of the Debian packages that the lists name, after saying so.
set -eu

if [ $# -eq 0 ]; then
    echo "usage: packaging/setup.sh LIST…" >&2
    exit 2
fi
packages=$(cat "$@" | sed -e 's/#.*//' | awk 'NF { print $1 }')

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "This is no Debian system: nothing is installed. What is needed, under its Debian names:"
    echo "$packages" | tr '\n' ' '
    echo
    exit 0
fi

missing=
for package in $packages; do
    state=$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null || true)
    if [ "$state" != installed ]; then
        missing="$missing $package"
    fi
done
if [ -z "$missing" ]; then
    exit 0
fi

echo "Installing with apt-get:$missing"
as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Neither root nor sudo: install the packages above by hand, or run this as root." >&2
        exit 1
    fi
    as_root=sudo
fi
$as_root apt-get update
# shellcheck disable=SC2086 # one word per package
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends $missing
