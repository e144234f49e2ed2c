#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/windows.sh [FOLDER]
# From a clean clone on Debian 12 to an installer, an MSI and a portable zip for 64-bit Windows, in FOLDER (build/packages by
# default). WEIGHTLESS_WINDOWS_GUI=OFF leaves the window out, and Qt, which takes most of an hour the first time.
# check-windows.sh tries them.
set -eu
cd "$(dirname "$0")/.."
mkdir -p "${1:-build/packages}"
out=$(cd "${1:-build/packages}" && pwd)
gui=${WEIGHTLESS_WINDOWS_GUI:-ON}
packaging/setup.sh packaging/debian-packages.txt packaging/windows/debian-packages.txt
version=$(sed -n 's/^project(Weightless VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
build=build/windows
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
CCACHE_BASEDIR=$PWD
CCACHE_NOHASHDIR=yes
QT_RCC_SOURCE_DATE_OVERRIDE=1
export SOURCE_DATE_EPOCH CCACHE_BASEDIR CCACHE_NOHASHDIR QT_RCC_SOURCE_DATE_OVERRIDE

needed='headers protobuf onnx curl utf8proc png jpeg'
targets=weightless-cli
if [ "$gui" = ON ]; then
    needed="$needed qtbase qtsvg qcustomplot"
    targets="$targets weightless"
fi
# shellcheck disable=SC2086 # one word per recipe
roots=$(packaging/windows/dependencies.sh $needed | tail -n 1)

# The drawing becomes an icon by a program of this machine.
cmake -S packaging/windows/icon -B build/icon -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build build/icon >/dev/null
build/icon/icon resources/icons/weightless.svg build/icon/weightless.ico

cmake --preset mingw -DCMAKE_FIND_ROOT_PATH="$roots" -DWEIGHTLESS_GUI="$gui" -DWEIGHTLESS_ICON="$PWD/build/icon/weightless.ico" \
    -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
# shellcheck disable=SC2086 # one word per target
cmake --build "$build" --target $targets

name=weightless-$version-windows-x86_64
tree=$build/package/$name
packaging/windows/stage.sh "$build" "$tree" "$roots"
find "$tree" -exec touch --date="@$SOURCE_DATE_EPOCH" {} +
rm -f "$out/$name.zip"
(cd "$build/package" && find "$name" | LC_ALL=C sort | TZ=UTC zip -q -X -9 "$out/$name.zip" -@)
packaging/windows/installer.sh "$tree" "$version" "$out/$name-setup.exe"
packaging/windows/msi.sh "$tree" "$version" "$out/$name.msi"
ls -l "$out/$name"*
