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

check_resources() { # PROGRAM: what Windows reads of its file
    for setting in PerMonitorV2 '<activeCodePage' '<longPathAware'; do
        grep -a -q "$setting" "$1" || fail "$1 has no $setting in its manifest"
    done
    strings -e l "$1" | grep -A 1 '^ProductVersion$' | grep -q '^[0-9]' || fail "$1 does not tell its version"
}

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

windows_path() { echo "Z:$1" | sed 's|/|\\|g'; }

# Where external data may lie, however the model's path is written.
check_paths() { # PROGRAM
    folder="$work/модель ü"
    cp "$work/windows"/unet.onnx* "$WINEPREFIX/drive_c/"
    for path in "\\\\?\\$(windows_path "$folder/unet.onnx")" 'C:\unet.onnx' 'c:/unet.onnx' '\\?\C:\unet.onnx'; do
        $wine "$1" inspect "$path" >/dev/null 2>"$work/refusal"
        [ ! -s "$work/refusal" ] || fail "of $path is said: $(head -n 1 "$work/refusal")"
    done
    rm "$WINEPREFIX/drive_c"/unet.onnx*
    for location in 'C:/t.onnx_data' '..\t.onnx_data' '\\?\C:\nx_data' 'C:t.onnx_data_'; do # as long as unet.onnx_data
        LC_ALL=C sed "s|unet.onnx_data|$(printf %s "$location" | sed 's/\\/\\\\/g')|g" "$work/windows/unet.onnx" >"$folder/outside.onnx"
        $wine "$1" inspect "Z:$folder/outside.onnx" >/dev/null 2>"$work/refusal"
        grep -q 'only files in the model' "$work/refusal" || fail "external data at $location is not refused"
    done
    echo "paths: verbatim ones and those at a drive's root are read, those that leave the folder are refused"
}

# Paths longer than 260 characters, and weights that lie beyond 4 GiB of a file (which is sparse).
check_large() { # PROGRAM
    long=$work/$(printf 'a%.0s' $(seq 100))/$(printf 'b%.0s' $(seq 100))/$(printf 'c%.0s' $(seq 100))
    mkdir -p "$long"
    cp "$work/windows/inside.onnx" "$long/"
    $wine "$1" run "Z:$long/inside.onnx" --output "out_sample=Z:$long/out.npy" >/dev/null
    same "$work/linux/out.npy" "$long/out.npy"
    python3 packaging/windows/beyondfourgib.py "$work/far"
    "$native" run "$work/far/far.onnx" --input x=1 --output "y=$work/far/linux.npy" >/dev/null
    for mode in zero-copy streamed conventional; do
        $wine "$1" run "Z:$work/far/far.onnx" --mode $mode --input x=1 --output "y=Z:$work/far/$mode.npy" >/dev/null
        same "$work/far/linux.npy" "$work/far/$mode.npy"
    done
    echo "large: a path of ${#long} characters is read, and weights beyond 4 GiB of a file in every mode"
}

check_interrupt() { # PROGRAM: Ctrl-C ends a run as cancelled
    (cd "$work/windows" && exec $wine "$1" run unet.onnx --repeat 100000 >/dev/null 2>"$work/interrupted") &
    sleep 5
    kill -INT $!
    status=0
    wait $! || status=$?
    if [ $status -ne 1 ] || ! grep -qi cancel "$work/interrupted"; then
        fail "interrupted, a run ended with $status: $(cat "$work/interrupted")"
    fi
    echo "Ctrl-C: the run is cancelled"
}

check_closed_pipe() { # PROGRAM: what it says when nobody reads on
    { $wine "$1" inspect "Z:$work/windows/unet.onnx" 2>"$work/pipe" || true; } | head -n 1 >/dev/null
    if grep -qi 'invalid argument' "$work/pipe"; then
        fail "of a closed pipe is said: $(cat "$work/pipe")"
    fi
}

# Windows' counters of a process, which the chart shows, beside Linux' of the same one.
check_memory() { # PROGRAM
    "$native" make-demo sd15-unet "$work/linux/large.onnx" --scale 4 --seed 1 >/dev/null
    "$wine" "$1" load "Z:$work/linux/large.onnx" --mode conventional --json >"$work/memory.json" 2>/dev/null &
    highest=0
    while seen=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$!/status" 2>/dev/null) && [ -n "$seen" ]; do
        highest=$seen
    done
    wait $!
    said=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["process"]["peak_bytes"])' "$work/memory.json")
    echo "memory: the program says $((said / 1024)) KiB at most, the kernel $highest KiB"
    if [ $((said / 1024)) -lt $((highest * 9 / 10)) ] || [ $((said / 1024)) -gt $((highest * 11 / 10)) ]; then
        fail "its memory is another"
    fi
}

# Wine encrypts, but does not look at certificates: what Windows makes of them is not tried.
check_https() { # PROGRAM
    tls=tests/data/tls
    python3 packaging/windows/httpsserver.py "$work/windows" $tls/localhost.pem $tls/localhost.key >"$work/port" 2>/dev/null &
    while [ ! -s "$work/port" ]; do sleep 0.1; done
    $wine "$1" run "https://localhost:$(cat "$work/port")/unet.onnx" --output "out_sample=Z:$work/out-https.npy" >/dev/null
    kill $!
    same "$work/linux/out.npy" "$work/out-https.npy"
    echo "HTTPS: the output is bit for bit that of the file"
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

menu_entries() { find "$WINEPREFIX/drive_c" -iname 'weightless.lnk'; }
opens_models() { $wine reg query "$1\\Software\\Classes\\.onnx" /ve 2>/dev/null | grep -q 'Weightless.onnx'; }
environment_of_all='HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment'
path_in() { $wine reg query "$1" /v Path 2>/dev/null || true; }

nothing_left() { # FOLDER
    gone "$1"
    "$wineserver" -w || true
    if grep -i weightless "$WINEPREFIX"/*.reg; then
        fail "left in the registry: the lines above"
    fi
    if menu_entries | grep .; then
        fail "left in the start menu: the lines above"
    fi
}

check_one_user() { # what is only told to one user, and what it was told not to do
    before=$(path_in 'HKCU\Environment')
    $wine "$setup" /S /CurrentUser /NoAssociation /Path
    own=$(find "$WINEPREFIX/drive_c/users" -name weightless-cli.exe)
    [ -f "$own" ] || fail "the installer installed nothing for one user"
    own=$(dirname "$own")
    $wine "$own/weightless-cli.exe" --version >/dev/null
    path_in 'HKCU\Environment' | grep -q Weightless || fail "the user's PATH does not have the command line"
    ! opens_models HKCU || fail "/NoAssociation has told Windows to open models"
    $wine "$own/uninstall.exe" /S /CurrentUser
    nothing_left "$own"
    [ "$(path_in 'HKCU\Environment')" = "$before" ] || fail "the user's PATH is not what it was"
}

setup=$(ls "$packages"/weightless-*-setup.exe)
$wine "$setup" /S /AllUsers
installed=$programs/Weightless
[ -f "$installed/weightless-cli.exe" ] || fail "the installer installed nothing"
for program in "$installed"/weightless*.exe; do check_resources "$program"; done
if [ -f "$installed/weightless.exe" ]; then
    menu_entries | grep -q . || fail "the start menu has no entry"
    opens_models HKLM || fail "models do not open in the window"
fi
check_cli "$installed/weightless-cli.exe"
check_paths "$installed/weightless-cli.exe"
check_large "$installed/weightless-cli.exe"
check_interrupt "$installed/weightless-cli.exe"
check_closed_pipe "$installed/weightless-cli.exe"
check_memory "$installed/weightless-cli.exe"
check_https "$installed/weightless-cli.exe"
check_window "$installed/weightless.exe"
before=$(path_in "$environment_of_all")
$wine "$setup" /S /AllUsers /Path # in place of itself
path_in "$environment_of_all" | grep -q 'Weightless' || fail "the installer did not put the command line on PATH"
[ -f "$installed/weightless-cli.exe" ] || fail "an upgrade in place took the programs away"
$wine "$installed/uninstall.exe" /S /AllUsers
nothing_left "$installed"
[ "$(path_in "$environment_of_all")" = "$before" ] || fail "PATH is not what it was"
check_one_user
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
