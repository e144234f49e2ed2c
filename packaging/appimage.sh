#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/appimage.sh [FOLDER]
# Makes Weightless-VERSION-ARCHITECTURE.AppImage, one file that runs on any distribution, into FOLDER (build/packages by
# default).
set -eu
cd "$(dirname "$0")/.."
out=${1:-build/packages}
mkdir -p "$out"

packaging/build.sh release weightless weightless-cli weightless_installed_docs
cmake -S packaging/appimage -B build/appimage -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel >/dev/null
cmake --build build/appimage >/dev/null

version=$(sed -n 's/^project(Weightless VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
id=org.weightless.Weightless
file=$out/Weightless-$version-$(uname -m).AppImage
time=$(git log -1 --format=%ct)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
folder=$scratch/AppDir
mkdir "$folder"
# Beside what the programs need: what the AppImage's beginning is linked with.
packaging/linux/bundle.sh build/release "$folder/usr" libsquashfuse-dev libfuse3-dev libzstd-dev liblz4-dev liblzma-dev \
    liblzo2-dev zlib1g-dev libc6-dev
cp packaging/appimage/AppRun "$folder/AppRun"
{
    cat "$folder/usr/share/applications/$id.desktop"
    echo "X-AppImage-Version=$version"
} >"$folder/$id.desktop"
cp "$folder/usr/share/icons/hicolor/scalable/apps/$id.svg" "$folder/$id.svg"
cp "$folder/usr/share/icons/hicolor/256x256/apps/$id.png" "$folder/.DirIcon"

# The same tree gives the same bytes.
mksquashfs "$folder" "$scratch/image" -comp zstd -Xcompression-level 22 -b 512K -root-owned -noappend -no-progress \
    -mkfs-time "$time" -all-time "$time" >/dev/null
cp build/appimage/runtime "$scratch/runtime"
# Type 2 of the AppImage specification: its mark in bytes of the ELF header that mean nothing.
printf 'AI\002' | dd of="$scratch/runtime" bs=1 seek=8 conv=notrunc status=none
cat "$scratch/runtime" "$scratch/image" >"$file"
chmod +x "$file"
ls -l "$file"
