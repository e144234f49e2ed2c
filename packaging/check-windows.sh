#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/check-windows.sh FOLDER WINE [CLI]
# Tries the Windows packages in FOLDER (packaging/windows.sh made them) under Wine on the software device: silent installation,
# every verb, whose results must be bit for bit those of CLI (build/release/bin/weightless-cli by default) on this system, the
# window, removal. WINE is the folder of its Windows, made when it is not there.
set -eu
cd "$(dirname "$0")/.."
packages=$(cd "$1" && pwd)
mkdir -p "$2"
WINEPREFIX=$(cd "$2" && pwd)
native=$(realpath "${3:-build/release/bin/weightless-cli}")
models=$(cd tests/data/models && pwd)
export WINEPREFIX WINEDEBUG=-all LC_ALL=C.UTF-8 WINEDLLOVERRIDES="mscoree=;mshtml=;winemenubuilder.exe="
# Its device needs a display.
if [ -z "${WEIGHTLESS_CHECKING:-}" ]; then
    WEIGHTLESS_CHECKING=yes exec xvfb-run -a -s '-screen 0 1600x1000x24' "$0" "$packages" "$2" "$native"
fi
wine=/usr/lib/wine/wine64
wineserver=$(command -v wineserver || echo /usr/lib/wine/wineserver64)
work=$(mktemp -d)
trap '"$wineserver" -k 2>/dev/null || true; rm -rf "$work"' EXIT
if [ ! -f "$WINEPREFIX/system.reg" ]; then
    $wine wineboot -i >/dev/null 2>&1
    $wine winecfg -v win10
fi
fail() {
    echo "check-windows.sh: $*" >&2
    exit 1
}
same() { # FILE FILE
    cmp "$1" "$2" || fail "$1 is not what it is on Linux"
}
programs="$WINEPREFIX/drive_c/Program Files"

check_cli() { # PROGRAM
    cli=$1
    $wine "$cli" --version
    $wine "$cli" devices | grep -i llvmpipe
    mkdir -p "$work/linux" "$work/windows" "$work/модель ü"
    "$native" make-demo sd15-unet "$work/linux/unet.onnx" --scale 16 --seed 1 >/dev/null
    (cd "$work/windows" && $wine "$cli" make-demo sd15-unet unet.onnx --scale 16 --seed 1)
    same "$work/linux/unet.onnx" "$work/windows/unet.onnx"
    same "$work/linux/unet.onnx_data" "$work/windows/unet.onnx_data"
    # A name that no code page has.
    cp "$work/windows"/unet.onnx* "$work/модель ü/"
    $wine "$cli" inspect "Z:$work/модель ü/unet.onnx" | head -n 4

    "$native" run "$work/linux/unet.onnx" --output "out_sample=$work/linux/out.npy" >/dev/null
    for mode in zero-copy streamed conventional; do
        $wine "$cli" load "Z:$work/модель ü/unet.onnx" --mode $mode --json >"$work/$mode.json"
        grep -o '"[a-z_]*_peak_bytes":[^,]*' "$work/$mode.json" | head -n 2
        (cd "$work/windows" && $wine "$cli" run unet.onnx --mode $mode --output "out_sample=out-$mode.npy" >/dev/null)
        same "$work/linux/out.npy" "$work/windows/out-$mode.npy"
        echo "$mode: the output is bit for bit that of Linux"
    done
    $wine "$cli" verify "Z:$models"
    (cd "$work/windows" && $wine "$cli" compare unet.onnx)
    "$native" convert "$work/linux/unet.onnx" "$work/linux/inside.onnx" --inline >/dev/null
    (cd "$work/windows" && $wine "$cli" convert unet.onnx inside.onnx --inline)
    same "$work/linux/inside.onnx" "$work/windows/inside.onnx"
}

check_window() { # PROGRAM
    [ -f "$1" ] || return 0
    $wine "$1" "Z:$work/модель ü/unet.onnx" --appearance light --workspace load --mode conventional,streamed --load --run \
        --screenshot "Z:$work/window.png" --quit
    for colour in '#d1490c' '#1767c0'; do # widgets/plot/curvelook.cpp
        pixels=$(convert "$work/window.png" -fill white +opaque "$colour" -fill black -opaque "$colour" -format '%[fx:round(w*h*(1-mean))]' info:)
        echo "the window draws $pixels pixels of the curve $colour"
        [ "$pixels" -gt 400 ] || fail "a curve is missing in the window"
    done
    cp "$work/window.png" "$packages/weightless-windows.png"
}

gone() { # FOLDER: the uninstaller goes on after it has returned
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ -e "$1" ] || return 0
        sleep 1
    done
    fail "left behind: $(find "$1")"
}

setup=$(ls "$packages"/weightless-*-setup.exe)
$wine "$setup" /S /AllUsers
installed=$programs/Weightless
[ -f "$installed/weightless-cli.exe" ] || fail "the installer installed nothing"
check_cli "$installed/weightless-cli.exe"
check_window "$installed/weightless.exe"
path_of_all() { $wine reg query 'HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment' /v Path; }
before=$(path_of_all)
$wine "$setup" /S /AllUsers /Path # in place of itself
path_of_all | grep -q 'Weightless' || fail "the installer did not put the command line on PATH"
[ -f "$installed/weightless-cli.exe" ] || fail "an upgrade in place took the programs away"
$wine "$installed/uninstall.exe" /S /AllUsers
gone "$installed"
[ "$(path_of_all)" = "$before" ] || fail "PATH is not what it was"
"$wineserver" -w || true
if grep -i weightless "$WINEPREFIX"/*.reg; then
    fail "left in the registry: the lines above"
fi
if find "$WINEPREFIX/drive_c" -iname '*weightless*.lnk' | grep .; then
    fail "left in the start menu: the lines above"
fi
echo "installer: passed"

msi=$(ls "$packages"/weightless-*.msi)
$wine msiexec /i "$msi" /qn
[ -f "$installed/weightless-cli.exe" ] || fail "the MSI installed nothing"
$wine "$installed/weightless-cli.exe" --version
$wine msiexec /x "$msi" /qn
gone "$installed"
echo "MSI: passed"

mkdir "$work/a folder"
(cd "$work/a folder" && unzip -q "$packages"/weightless-*-windows-x86_64.zip)
$wine "$work/a folder"/weightless-*/weightless-cli.exe verify "Z:$models"
echo "zip: passed"
