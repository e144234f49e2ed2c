#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: packaging/linux/bundle.sh BUILD FOLDER [PACKAGE…]
# Installs BUILD into FOLDER with every library and Qt plugin it needs beside it, so that it runs from wherever FOLDER
# is moved to, and their licences, those of the Debian PACKAGEs too. What every Linux desktop has, and what must fit its kernel,
# drivers or settings, stays the system's.
set -eu

build=$1
folder=$2
shift 2

# The C library and the compiler's; OpenGL and Vulkan, which belong to the driver; X11's own, fonts and their settings,
# which belong to the desktop.
system='^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+|gomp)|lib(EGL|GL|GLX|OpenGL|GLdispatch|vulkan|drm|gbm)|lib(X11|X11-xcb|xcb|Xau|Xdmcp|wayland-client)|lib(fontconfig|freetype|expat|z))\.so\.'

qt_plugins=$(qtpaths6 --query QT_INSTALL_PLUGINS 2>/dev/null || /usr/lib/qt6/bin/qtpaths6 --query QT_INSTALL_PLUGINS)
plugins='platforms/libqxcb.so platforms/libqoffscreen.so platforms/libqminimal.so platforms/libqwayland-generic.so
    platforms/libqwayland-egl.so wayland-shell-integration/libxdg-shell.so wayland-decoration-client/libbradient.so
    wayland-graphics-integration-client/libqt-plugin-wayland-egl.so xcbglintegrations/libqxcb-glx-integration.so
    platforminputcontexts/libcomposeplatforminputcontextplugin.so platforminputcontexts/libibusplatforminputcontextplugin.so
    imageformats/libqjpeg.so imageformats/libqsvg.so imageformats/libqico.so imageformats/libqgif.so iconengines/libqsvgicon.so'

rm -rf "$folder"
cmake --install "$build" --prefix "$folder" --strip --component Unspecified >/dev/null # without the library
mkdir -p "$folder/lib"
for plugin in $plugins; do
    if [ ! -f "$qt_plugins/$plugin" ]; then
        echo "bundle.sh: the Qt plugin $plugin is missing in $qt_plugins" >&2
        exit 1
    fi
    mkdir -p "$folder/plugins/$(dirname "$plugin")"
    cp "$qt_plugins/$plugin" "$folder/plugins/$plugin"
done
printf '[Paths]\nPrefix = ..\nPlugins = plugins\n' >"$folder/bin/qt.conf"

# ldd names what is needed at any depth.
objects="$folder/bin/weightless $folder/bin/weightless-cli $(find "$folder/plugins" -name '*.so')"
# shellcheck disable=SC2086 # one word per file
ldd $objects | awk '$2 == "=>" && $3 ~ /^\// { print $3 } $2 == "=>" && $3 == "not" { print "missing: " $1 }' | sort -u |
    while read -r library; do
        case $library in
        missing:*)
            echo "bundle.sh: $library" >&2
            exit 1
            ;;
        esac
        name=${library##*/}
        if ! echo "$name" | grep -Eq "$system"; then
            cp -L "$library" "$folder/lib/$name"
        fi
    done
for data in "$folder"/lib/libicudata.so.*; do
    packaging/linux/icudata.sh "$data"
done
find "$folder/lib" "$folder/plugins" -name "*.so*" -exec strip --strip-unneeded {} +
patchelf --set-rpath "\$ORIGIN/../lib" "$folder/bin/weightless" "$folder/bin/weightless-cli"
patchelf --set-rpath "\$ORIGIN" "$folder"/lib/*.so*
find "$folder/plugins" -name '*.so' -exec patchelf --set-rpath "\$ORIGIN/../../lib" {} +

# Licences of what lies beside the programs or is compiled into them, as its packages state them.
licences=$folder/share/doc/Weightless/libraries
mkdir -p "$licences"
state() { # PACKAGE
    cp -L "/usr/share/doc/$1/copyright" "$licences/$1"
    dpkg-query --show --showformat '${Package} ${Version} (source ${source:Package} ${source:Version})\n' "$1"
}
for file in "$folder"/lib/*.so* $(find "$folder/plugins" -name '*.so'); do
    package=$(dpkg-query --search "*/${file##*/}" | head -n 1 | cut -d: -f1)
    state "$package"
done >"$licences/versions"
for package in libutfcpp-dev libvulkan-volk-dev nlohmann-json3-dev qt6-translations-l10n "$@"; do
    state "$package"
done >>"$licences/versions"
sort -u -o "$licences/versions" "$licences/versions"
