# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# Qt's core, windows, widgets, printing and tests. Its generators are those of this machine, of the same version.
unpack qt6-base
set -- # features that nothing here uses
for feature in sql dbus vulkan network xml pkg_config zstd icu direct2d tuiotouch androiddeployqt qmake; do
    set -- "$@" "-DFEATURE_$feature=OFF"
done
build_with_cmake source -DQT_HOST_PATH=/usr -DQT_HOST_PATH_CMAKE_DIR=/usr/lib/x86_64-linux-gnu/cmake \
    -DQT_QMAKE_TARGET_MKSPEC=win32-g++ -DBUILD_SHARED_LIBS=ON -DQT_BUILD_EXAMPLES=OFF -DQT_BUILD_TESTS=OFF \
    -DINPUT_opengl=no -DINPUT_openssl=no "$@"
