# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# Sourced by check-deb.sh and check-linux.sh, in the source tree: fresh Debian systems without Qt, and what a program must show
# in one. $roots is the folder that keeps them for the next time, without what was installed.

root=
leave_room() {
    if [ -n "$root" ]; then
        umount "$root/proc" "$root/dev" 2>/dev/null || true
        if mountpoint --quiet "$root/dev" || mountpoint --quiet "$root/proc"; then
            echo "$root is still mounted: it is left as it is" >&2
        else
            rm -rf "$root"
        fi
    fi
    root=
}
trap leave_room EXIT

in_room() { # COMMAND…
    DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 chroot "$root" "$@"
}

# What a desktop has, and no Qt: a software device, X11's and OpenGL's libraries, fonts, a display.
desktop='mesa-vulkan-drivers libegl1 libgl1 libopengl0 libx11-6 libx11-xcb1 libxcb1 libxau6 libxdmcp6 libwayland-client0
    libfontconfig1 libfreetype6 libexpat1 zlib1g libgomp1 libdrm2 fonts-dejavu-core xvfb xauth imagemagick ca-certificates'

enter_room() { # SUITE
    base=$roots/$1.base
    if [ ! -e "$base/usr/bin/apt-get" ]; then
        rm -rf "$base"
        debootstrap --variant=minbase "$1" "$base" >/dev/null
    fi
    leave_room
    root=$base
    if [ ! -e "$base/usr/bin/xvfb-run" ]; then
        in_room apt-get update >/dev/null
        # shellcheck disable=SC2086 # one word per package
        in_room apt-get install --yes --no-install-recommends $desktop >/dev/null
    fi
    root=$roots/$1
    rm -rf "$root"
    cp -a --reflink=auto "$base" "$root"
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    mkdir -p "$root/models" "$root/tmp/home" "$root/tmp/pictures"
    cp -r tests/data/models/. "$root/models/"
}

# Both programs start, the device is found, shared models give their outputs, a model is loaded in every mode, the tour is made
# as run.sh makes it, and the window draws both curves, offscreen and on a display. The pictures stay in $roots/pictures.
check_programs() { # HOW PREFIX
    cp packaging/tour.sh "$root/tmp/tour"
    cat >"$root/tmp/check" <<'CHECK'
set -eu
export HOME=/tmp/home XDG_RUNTIME_DIR=/tmp
cd /tmp
"$1/weightless" --version
"$1/weightless-cli" --version
"$1/weightless-cli" devices | grep -i llvmpipe
"$1/weightless-cli" verify /models
"$1/weightless-cli" make-demo sd15-unet /tmp/unet.onnx --scale 16 --seed 1
for mode in zero-copy streamed conventional; do
    "$1/weightless-cli" load /tmp/unet.onnx --mode $mode >/tmp/loaded
    head -n 3 /tmp/loaded
done
sh /tmp/tour "$1" /tmp/unet.onnx /tmp/pictures light
window="$1/weightless /tmp/unet.onnx --appearance light --workspace load --mode conventional,streamed --load --run --quit"
xvfb-run -a -s '-screen 0 1600x1000x24' $window --screenshot /tmp/pictures/load-window.png
pixels() { # PICTURE COLOUR: how many have that colour
    convert "$1" -fill white +opaque "$2" -fill black -opaque "$2" -format '%[fx:round(w*h*(1-mean))]' info:
}
for picture in /tmp/pictures/*.png; do
    colours=$(identify -format %k $picture)
    echo "$picture: $colours colours"
    [ "$colours" -gt 200 ]
done
# Conventional and streamed. In the window both are drawn to their full length: the run goes on with the second. On the tour a
# third load follows, at the same height, and of the second is seen what it took, which is next to nothing.
for picture in /tmp/pictures/load-*.png; do
    first=$(pixels $picture '#d1490c') # widgets/plot/curvelook.cpp
    second=$(pixels $picture '#1767c0')
    echo "$picture: curves of $first and $second pixels"
    [ "$first" -gt 400 ]
    [ "$second" -gt 400 ] || [ $picture != /tmp/pictures/load-window.png ]
done
rm -r /tmp/home /tmp/unet.onnx* /tmp/loaded
mkdir /tmp/home
CHECK
    in_room sh /tmp/check "$2"
    mkdir -p "$roots/pictures/$1"
    mv "$root/tmp/pictures"/* "$roots/pictures/$1/"
    rm "$root/tmp/check" "$root/tmp/tour"
    echo "$1: passed"
}
