#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: ./test.sh [--no-install]
# Installs what is missing (Debian, root or sudo), builds and runs every test. The closing line is ctest's.
set -eu
cd "$(dirname "$0")"

installs=yes
for argument in "$@"; do
    case $argument in
    --no-install) installs=no ;;
    *)
        sed -n '5,6s/^# //p' "$0"
        [ "$argument" = --help ] && exit 0
        exit 2
        ;;
    esac
done

if [ $installs = yes ]; then
    packaging/setup.sh packaging/debian-packages.txt packaging/debian-test-packages.txt
fi
packaging/build.sh release all

# A message of the Vulkan validation layer fails the test that caused it.
export WEIGHTLESS_VALIDATION=1
# One more than there are processors: some tests wait for servers that stall.
exec ctest --preset release --parallel "$(($(nproc) + 1))"
