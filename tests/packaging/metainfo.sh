#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: metainfo.sh SOURCE VERSION FILE [HOMEPAGE [SCREENSHOTS]]
# What software centres show of VERSION: valid even to a pedant, in the languages that there are, and with the addresses
# that follow from HOMEPAGE, or with none.
set -eu
source=$1
version=$2
file=$3
home=${4:-}
screenshots=${5:-$home/raw/v$version/resources/tour}

fail() {
    echo "$file: $*" >&2
    exit 1
}

# Release 1.0 wants the developers named in a way that those before do not know, and a home page where there is none to name.
overrides=
if ! appstreamcli --version | grep -q 'version: 0\.'; then
    overrides=developer-name-tag-deprecated=pedantic,developer-info-missing=pedantic
    [ -n "$home" ] || overrides=$overrides,url-homepage-missing=pedantic
fi
# shellcheck disable=SC2086 # one option, or none
appstreamcli validate --no-net --pedantic --strict ${overrides:+--override=$overrides} "$file"

addresses=$(sed -n 's|.*<url type="\(.*\)">\(.*\)</url>|\1 \2|p' "$file")
expected=
[ -z "$home" ] || expected=$(printf 'homepage %s\nbugtracker %s/issues' "$home" "$home")
[ "$addresses" = "$expected" ] || fail "it names '$addresses', not '$expected'"

pictures=$(sed -n 's|.*<image type="source">\(.*\)</image>|\1|p' "$file")
if [ -n "$home" ]; then
    [ "$(echo "$pictures" | wc -l)" -ge 3 ] || fail "it shows too little: $pictures"
    for picture in $pictures; do
        [ "${picture%/*}" = "$screenshots" ] || fail "$picture is not below $screenshots"
        [ -s "$source/resources/tour/${picture##*/}" ] || fail "the tour has no ${picture##*/}"
    done
elif grep -q '<screenshot' "$file"; then
    fail "it shows pictures that lie nowhere"
fi

spoken=$(sed -n 's|.*<lang.*>\(.*\)</lang>|\1|p' "$file" | LC_ALL=C sort)
translated=$(find "$source/translations" -name 'weightless_*.ts' | sed 's|.*/weightless_\(.*\)\.ts|\1|' | LC_ALL=C sort)
[ "$spoken" = "$translated" ] || fail "its languages are not those of translations/: $spoken"

sed -n "/<release version=\"$version\"/,/<.release>/p" "$file" | grep -q '<description>' || fail "version $version is not described"
