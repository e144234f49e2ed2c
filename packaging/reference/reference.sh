#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/reference/reference.sh HEADERS FOLDER
# Writes the reference of the installed headers below HEADERS (…/include/weightless) into FOLDER/html. Fails on a warning.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
REFERENCE_HEADERS=$(cd "$1" && pwd)
REFERENCE_FILTER=$here/filter.sh
REFERENCE_MAIN=$here/main.md
REFERENCE_EXAMPLES=$here/../examples
export REFERENCE_HEADERS REFERENCE_FILTER REFERENCE_MAIN REFERENCE_EXAMPLES
mkdir -p "$2"
{
    cat "$here/Doxyfile"
    echo "INPUT = $REFERENCE_HEADERS $REFERENCE_MAIN"
    echo "OUTPUT_DIRECTORY = $2"
    echo "PROJECT_NUMBER = $(sed -n 's/^project(Weightless VERSION \([0-9.]*\).*/\1/p' "$here/../../CMakeLists.txt")"
} | doxygen -
