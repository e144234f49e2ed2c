#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: check.sh PROGRAM [fortify]
# Fails, and says what is missing, unless the linked program is hardened as the top CMakeLists.txt wants it. With
# `fortify` it must have a call that FORTIFY_SOURCE checks.
set -eu

program=$1
missing=0
expect() { # WHAT PATTERN TEXT
    if ! printf '%s\n' "$3" | grep -q "$2"; then
        echo "$program: no $1" >&2
        missing=1
    fi
}
header=$(readelf --wide --file-header "$program")
segments=$(readelf --wide --program-headers "$program")
dynamic=$(readelf --wide --dynamic "$program")
symbols=$(readelf --wide --dyn-syms "$program")

expect 'position independence' 'Type:.*DYN' "$header"
expect 'position independence (flag)' 'FLAGS_1.*PIE' "$dynamic"
expect 'RELRO' 'GNU_RELRO' "$segments"
expect 'immediate binding, so RELRO is partial' 'FLAGS_1.*NOW' "$dynamic"
expect 'stack that cannot be run' 'GNU_STACK.* RW ' "$segments"
expect 'stack protector' '__stack_chk_fail' "$symbols"
if [ "${2:-}" = fortify ]; then
    expect 'FORTIFY_SOURCE' '__strcpy_chk' "$symbols"
fi
exit $missing
