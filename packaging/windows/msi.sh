#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/windows/msi.sh TREE VERSION FILE.msi
# The folder TREE (stage.sh made it) as an MSI for administrators: for all users, into Program Files.
set -eu
tree=$(cd "$1" && pwd)
version=$2
out=$(cd "$(dirname "$3")" && pwd)/$(basename "$3")
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The same name has the same identifiers, in every version.
digest() { printf 'weightless %s' "$1" | sha256sum; }
guid() { digest "$1" | sed 's/\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\).*/\1-\2-5\3-8\4-\5/' | tr a-f A-F; }
id() { digest "$1" | cut -c 1-32; }

describe() ( # FOLDER: its files and folders, as the parts of an MSI
    for entry in "$1"/*; do
        if [ -d "$entry" ]; then
            echo "<Directory Id=\"d$(id "$entry")\" Name=\"$(basename "$entry")\">"
            describe "$entry"
            echo "</Directory>"
        else
            name=$(id "$entry")
            echo "c$name" >>"$scratch/components"
            echo "<Component Id=\"c$name\" Guid=\"$(guid "$entry")\" Win64=\"yes\"><File Id=\"f$name\" KeyPath=\"yes\" Source=\"$entry\"/></Component>"
        fi
    done
)
cd "$tree" # wixl takes relative paths only
export LC_ALL=C
{
    echo '<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi"><Fragment><DirectoryRef Id="INSTALLDIR">'
    describe .
    echo '</DirectoryRef></Fragment>'
    if [ -e weightless.exe ]; then
        echo StartMenu >>"$scratch/components"
        echo "<Fragment><DirectoryRef Id=\"ProgramMenuFolder\"><Component Id=\"StartMenu\" Guid=\"$(guid "start menu")\" Win64=\"yes\">"
        echo '<Shortcut Id="StartMenuEntry" Name="Weightless" Target="[INSTALLDIR]weightless.exe" WorkingDirectory="INSTALLDIR"/>'
        echo '<RegistryValue Root="HKLM" Key="Software\Weightless" Name="StartMenu" Type="integer" Value="1" KeyPath="yes"/>'
        echo '</Component></DirectoryRef></Fragment>'
    fi
    echo '<Fragment><ComponentGroup Id="Files">'
    sed 's|.*|<ComponentRef Id="&"/>|' "$scratch/components"
    echo '</ComponentGroup></Fragment></Wix>'
} >"$scratch/files.wxs"
wixl --arch x64 --define Version="$version" --define ProductCode="$(guid "version $version")" --define UpgradeCode="$(guid upgrade)" \
    --output "$out" "$here/weightless.wxs" "$scratch/files.wxs"
