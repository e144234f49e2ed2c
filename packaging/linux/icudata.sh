#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/linux/icudata.sh LIBRARY
# Makes an ICU data library (libicudata.so.72) small: 5 MB of 31 stay, those that serve no single language or sort its words.
# Qt has its own names of languages, countries, currencies, months and zones, and asks ICU for none; texts are UTF-8.
set -eu
library=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

symbol=$(nm -D --defined-only "$library" | awk '$3 ~ /_dat$/ { print $3 }')
soname=$(objdump -p "$library" | awk '$1 == "SONAME" { print $2 }')
name=${symbol%_dat}l.dat # "l": little-endian. icupkg takes what items are called from the names of both files
mkdir "$scratch/small"
objcopy -O binary --only-section=.rodata "$library" "$scratch/$name"

icupkg -l "$scratch/$name" >"$scratch/all"
grep -vE '^coll/|\.(nrm|icu|cfu|spp)$|^[a-z]*[A-Z][A-Za-z0-9]*\.res$|^(root|res_index|pool|metadata|plurals|units|icustd|icuver)\.res$' \
    "$scratch/all" >"$scratch/removed.txt"
echo unames.icu >>"$scratch/removed.txt" # the names of characters
icupkg -r "$scratch/removed.txt" "$scratch/$name" "$scratch/small/$name"

cat >"$scratch/data.s" <<END
.section .rodata
.balign 16
.globl $symbol
.type $symbol, @object
$symbol:
.incbin "$scratch/small/$name"
.size $symbol, . - $symbol
.section .note.GNU-stack,"",@progbits
END
# No build ID: the assembler's temporary path would be in it.
gcc -shared -nostdlib -Wl,-soname,"$soname" -Wl,--build-id=none -o "$scratch/$soname" "$scratch/data.s"
strip --strip-unneeded "$scratch/$soname"
cp "$scratch/$soname" "$library"
