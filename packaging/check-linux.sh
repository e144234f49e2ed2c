#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/check-linux.sh FOLDER ROOTS [SUITE…]
# Tries the packages in FOLDER (packaging/linux.sh made them) in fresh systems under ROOTS, which are kept for the next
# time without what was installed: Debian bookworm and trixie by default. Needs root.
set -eu
cd "$(dirname "$0")/.."
packages=$(cd "$1" && pwd)
roots=$2
shift 2
[ $# -gt 0 ] || set -- bookworm trixie
mkdir -p "$roots"
roots=$(cd "$roots" && pwd)
root=
tidy() {
    if [ -n "$root" ]; then
        umount "$root/proc" "$root/dev" 2>/dev/null || true
        rm -rf "$root"
    fi
}
trap tidy EXIT

# What a desktop has, and no Qt: a software device, X11's and OpenGL's libraries, fonts, a display.
desktop='mesa-vulkan-drivers libegl1 libgl1 libopengl0 libx11-6 libx11-xcb1 libxcb1 libxau6 libxdmcp6 libwayland-client0
    libfontconfig1 libfreetype6 libexpat1 zlib1g libgomp1 libdrm2 fonts-dejavu-core xvfb xauth imagemagick ca-certificates'

check_programs() { # HOW PREFIX: both start, the device is found, a shared model gives its outputs, the tour leaves pictures
    say=$1
    bin=$2
    chroot "$root" sh -eu -c "
        export LC_ALL=C.UTF-8 HOME=/tmp/home XDG_RUNTIME_DIR=/tmp
        mkdir -p /tmp/home /tmp/pictures
        cd /tmp
        $bin/weightless --version
        $bin/weightless-cli --version
        $bin/weightless-cli devices | grep -i llvmpipe
        $bin/weightless-cli verify /models
        $bin/weightless-cli make-demo sd15-unet /tmp/unet.onnx --scale 16 --seed 1
        for mode in zero-copy streamed conventional; do $bin/weightless-cli load /tmp/unet.onnx --mode \$mode | head -n 3; done
        QT_QPA_PLATFORM=offscreen $bin/weightless /tmp/unet.onnx --mode conventional,streamed --load --run --screenshot /tmp/pictures/offscreen.png --quit
        xvfb-run -a -s '-screen 0 1600x1000x24' $bin/weightless /tmp/unet.onnx --mode conventional,streamed --load --run --screenshot /tmp/pictures/window.png --quit
        for picture in /tmp/pictures/*.png; do
            colours=\$(identify -format %k \$picture)
            echo \"\$picture: \$colours colours\"
            [ \"\$colours\" -gt 200 ] # a window that drew nothing has a handful
        done
    "
    echo "$say: passed"
}

for suite in "$@"; do
    base=$roots/$suite.base
    if [ ! -f "$base/usr/bin/xvfb-run" ]; then
        rm -rf "$base"
        debootstrap --variant=minbase "$suite" "$base" >/dev/null
        # shellcheck disable=SC2086 # one word per package
        DEBIAN_FRONTEND=noninteractive chroot "$base" apt-get install --yes --no-install-recommends $desktop >/dev/null
    fi
    root=$roots/$suite
    rm -rf "$root"
    cp -a "$base" "$root"
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    mkdir -p "$root/models"
    cp -r tests/data/models/. "$root/models/"

    mkdir -p "$root/opt/with a space"
    tar --extract --xz --file "$(ls "$packages"/weightless-*.tar.xz)" --directory "$root/opt/with a space"
    mv "$root/opt/with a space"/weightless-* "$root/opt/with a space/moved"
    ln -s "/opt/with a space/moved" "$root/opt/w"
    check_programs "$suite, folder" /opt/w/bin

    cp "$packages"/Weightless-*.AppImage "$root/opt/Weightless.AppImage"
    mkdir "$root/opt/appimage"
    ln -s ../Weightless.AppImage "$root/opt/appimage/weightless"
    ln -s ../Weightless.AppImage "$root/opt/appimage/weightless-cli"
    check_programs "$suite, AppImage" /opt/appimage
    export APPIMAGE_EXTRACT_AND_RUN=1
    check_programs "$suite, AppImage without FUSE" /opt/appimage
    unset APPIMAGE_EXTRACT_AND_RUN
    left=$(find "$root/tmp" -name '*mount_weightless*' -o -name 'appimage_*')
    if [ -n "$left" ]; then
        echo "the AppImage left behind: $left" >&2
        exit 1
    fi

    if [ "$suite" = bookworm ]; then
        cp "$packages"/weightless_*.deb "$root/tmp/"
        chroot "$root" apt-get update >/dev/null
        DEBIAN_FRONTEND=noninteractive chroot "$root" sh -c "apt-get install --yes --no-install-recommends /tmp/weightless_*.deb" >/dev/null
        check_programs "$suite, Debian package" /usr/bin
        DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get purge --yes --autoremove weightless >/dev/null
        left=$(find "$root/usr" "$root/etc" "$root/var" -iname '*weightless*')
        if [ -n "$left" ]; then
            echo "left behind: $left" >&2
            exit 1
        fi
        echo "$suite: nothing is left behind"
    fi
    tidy
    root=
done
