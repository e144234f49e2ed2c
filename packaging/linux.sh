#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/linux.sh [FOLDER]
# From a clean clone on Debian 12 to an AppImage, a folder that runs anywhere and a Debian package, in FOLDER
# (build/packages by default). check-linux.sh proves them.
set -eu
cd "$(dirname "$0")/.."
packaging/setup.sh packaging/debian-packages.txt packaging/debian-packaging-packages.txt
packaging/tarball.sh "$@"
packaging/appimage.sh "$@"
packaging/deb.sh "$@"
