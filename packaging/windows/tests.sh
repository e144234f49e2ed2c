#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/windows/tests.sh WINE [CTEST-OPTION…]
# Cross-builds the tests in build/windows and runs them under Wine on the software device, but those that notunderwine.txt
# names. WINE is the folder of its Windows, made when it is not there. WEIGHTLESS_TARGETS names what is built instead of all.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p "$1"
WINEPREFIX=$(cd "$1" && pwd)
shift
export WINEPREFIX WINEDEBUG=-all LC_ALL=C.UTF-8 WINEDLLOVERRIDES="mscoree=;mshtml=;winemenubuilder.exe="
roots=$(packaging/windows/dependencies.sh | tail -n 1)
cmake --preset mingw-tests -DCMAKE_FIND_ROOT_PATH="$roots" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
# shellcheck disable=SC2086 # one word per target
cmake --build build/windows --target ${WEIGHTLESS_TARGETS:-tests/engine/all tests/widgets/all tests/ui/all tests/app/all}

# Libraries and plugins where they were built.
windows_path() { echo "Z:$1" | sed 's|/|\\|g'; }
WINEPATH=$(windows_path "$(dirname "$(x86_64-w64-mingw32-g++-posix -print-file-name=libstdc++.a)")")
WINEPATH="$WINEPATH;$(windows_path /usr/x86_64-w64-mingw32/lib)"
for root in $(echo "$roots" | tr ';' ' '); do
    [ ! -d "$root/bin" ] || WINEPATH="$WINEPATH;$(windows_path "$root/bin")"
    [ ! -d "$root/plugins" ] || QT_PLUGIN_PATH=$(windows_path "$root/plugins")
done
QT_QPA_FONTDIR=$(windows_path /usr/share/fonts/truetype/dejavu) # the offscreen window has no fonts of its own there
export WINEPATH QT_PLUGIN_PATH QT_QPA_FONTDIR

if [ ! -f "$WINEPREFIX/system.reg" ]; then
    xvfb-run -a /usr/lib/wine/wine64 wineboot -i >/dev/null 2>&1
    xvfb-run -a /usr/lib/wine/wine64 winecfg -v win10
fi
left_out=$(sed -n 's/^\(tst_[a-z0-9_]*\) .*/\1/p' packaging/windows/notunderwine.txt | paste -s -d '|')
# One server for all tests: each would start one of its own, which takes longer than most of them. It refuses to start beside
# the one that has just made the folder.
wineserver=$(command -v wineserver || echo /usr/lib/wine/wineserver64)
"$wineserver" -w || true
"$wineserver" -p
trap '"$wineserver" -k || true' EXIT
rm -f build/windows/Testing/Temporary/LastTestsFailed.log
# Its device needs a display, which has room for the largest window at twice its size. Wine's services, and its desktop, begin
# with the first program there and keep its output open, which ctest would wait for.
# shellcheck disable=SC2016 # for the inner shell
xvfb-run -a -s '-screen 0 5200x3000x24' sh -c 'for first in build/windows/tests/*.exe; do /usr/lib/wine/wine64 "$first" -functions >/dev/null 2>&1; break; done; exec ctest "$@"' tests \
    --test-dir build/windows --output-on-failure --exclude-regex "^($left_out)(_[0-9]+|_double)?\$" "$@" || {
    status=$?
    sed 's/^[0-9]*://' build/windows/Testing/Temporary/LastTestsFailed.log | while read -r test; do
        echo "$test:"
        grep -A 1 '^FAIL' "build/windows/tests/$test.txt" || tail -n 5 "build/windows/tests/$test.txt"
    done
    exit $status
}
