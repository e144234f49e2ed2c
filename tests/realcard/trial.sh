#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: trial.sh FOLDER
# Tries measure.sh, and pack.sh where there is patchelf, in FOLDER: with programs that only say what these scripts read.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$1"
mkdir -p "$1"
folder=$(cd "$1" && pwd)
pack="$folder/the pack"
mkdir -p "$pack/bin" "$pack/loader" "$folder/system" "$folder/drivers" "$folder/none"
cp "$here/measure.sh" "$pack/"
echo revision >"$pack/revision"

program() { # FILE, its text on the input
    { echo '#!/bin/sh' && cat; } >"$1"
    chmod +x "$1"
}
# A device of the kind that KIND says, where there is a loader and a driver.
program "$pack/bin/weightless-cli" <<'END'
case $LOADER:${LD_LIBRARY_PATH:-} in no:*/loader | yes:) ;; *) exit 1 ;; esac
case $DRIVER in ${VK_DRIVER_FILES:-system}) ;; *) exit 1 ;; esac
echo "\"type\": \"$KIND\", \"usable\": true"
END
program "$pack/bin/tst_operators" <<'END'
echo "Totals: 1 passed, 0 failed, 0 skipped"
END
program "$folder/system/ldconfig" <<'END'
[ "$LOADER" = no ] || echo '	libvulkan.so.1 (libc6,x86-64) => /lib/libvulkan.so.1'
END
PATH=$folder/system:$PATH
unset VK_DRIVER_FILES VK_ICD_FILENAMES LD_LIBRARY_PATH DEVICE SOFTWARE LIMIT RESULTS SCRATCH
export PROCESSES=1 LOADER=yes DRIVER=system KIND=discrete DRIVERS="$folder/none"

fail() { # WHAT
    echo "trial.sh: $1; what was said:" >&2
    cat "$folder/says" >&2
    exit 1
}
# From its own folder, where its name has no slash.
measures() { # WHAT VARIABLE=VALUE…
    what=$1
    shift
    rm -rf "$pack/results"
    (cd "$pack" && env "$@" sh measure.sh device kernels) >"$folder/says" 2>&1 || fail "$what: measures nothing"
    grep -q '^measure.sh: device: status 0 ' "$folder/says" || fail "$what: a stage fails"
    grep -q '^tst_operators 0/1: Totals: 1 passed' "$pack/results/kernels" || fail "$what: a test does not run"
}
stops() { # WHAT VARIABLE=VALUE…
    what=$1
    shift
    ! (cd "$pack" && env "$@" sh measure.sh device) >"$folder/says" 2>&1 || fail "$what: does not stop"
    grep -q '^measure.sh: weightless-cli finds no graphics card' "$folder/says" || fail "$what: does not say why"
    ! grep -q '^measure.sh: device' "$folder/says" || fail "$what: measures all the same"
}

measures "a card"
stops "a software device" KIND=software
measures "a software device that is asked for" KIND=software SOFTWARE=1
measures "no loader but the pack's" LOADER=no
stops "no driver" DRIVER=none
echo '{ "ICD": { "library_path": "libweightless_absent.so.0" } }' >"$folder/drivers/card.json"
measures "a driver where no loader looks" DRIVER="$folder/drivers/card.json" DRIVERS="$folder/none $folder/drivers"
stops "a driver that was chosen" DRIVER="$folder/drivers/card.json" DRIVERS="$folder/drivers" VK_DRIVER_FILES=/chosen.json
stops "a driver that lacks a library" DRIVER=none DRIVERS="$folder/drivers"
grep -q "^$folder/drivers/card.json: .*libweightless_absent.so.0" "$folder/says" || fail "the library is not named"

command -v patchelf >/dev/null || exit 0
# What pack.sh packs, of programs that are any.
build="$folder/build"
mkdir -p "$build/bin" "$build/benchmarks" "$build/tests"
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$folder/sources" >"$build/CMakeCache.txt"
any=$(command -v env)
for name in bin/weightless-cli benchmarks/bench_models benchmarks/bench_compiling benchmarks/bench_readfresh \
    tests/tests_engine_ops_tests tests/tests_engine_vulkan_tests tests/tests_engine_constants_tests \
    tests/tests_engine_runtime_tests tests/tests_engine_session_tests; do
    cp "$any" "$build/$name"
done
ln -s tests_engine_runtime_tests "$build/tests/tst_hostilemodels"
ln -s tests_engine_ops_tests "$build/tests/tst_operators"
PATH=${PATH#*:} # the system's own ldconfig
export WEIGHTLESS_BUILD="$build"
sh "$here/pack.sh" "$folder/pack.tar.xz" >"$folder/says"
tar tf "$folder/pack.tar.xz" >"$folder/listed"
for file in bin/weightless-cli bin/tst_operators loader/libvulkan.so.1 measure.sh needs; do
    grep -qx "weightless-realcard/$file" "$folder/listed" || fail "not packed: $file"
done
! grep -q tst_hostilemodels "$folder/listed" || fail "packed: a test of the sources' data"
grep -qx 'needs GLIBC_[0-9.]*' "$folder/says" || fail "pack.sh does not say which C library it needs"
echo "$folder/sources/engine/README.md" >>"$build/tests/tests_engine_ops_tests"
! sh "$here/pack.sh" "$folder/pack.tar.xz" >"$folder/says" 2>&1 || fail "packed: a test that reads the sources"
grep -q "these files of the sources" "$folder/says" || fail "pack.sh does not say that a test reads the sources"
