# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# Qt's core, windows, widgets, printing and tests. Its generators are those of this machine, of the same version.
unpack qt6-base
# Without Direct2D it has no font engine of DirectWrite, which its printing and its windows ask for all the same.
sed -i 's/^#if QT_CONFIG(directwrite)$/#if QT_CONFIG(directwrite) \&\& QT_CONFIG(direct2d)/' source/src/printsupport/platform/windows/qprintengine_win.cpp
windows=source/src/plugins/platforms/windows
sed -i 's/^#if QT_CONFIG(directwrite3)$/#if QT_CONFIG(directwrite3) \&\& QT_CONFIG(direct2d)/' $windows/qwindowsintegration.cpp
# Debian leaves out the header of drawing tablets; pens are mice.
sed -i 's/QT_CONFIG(tabletevent)/0/' $windows/qwindowscontext.cpp $windows/qwindowspointerhandler.cpp $windows/qwindowspointerhandler.h
sed -i 's/CONDITION QT_FEATURE_tabletevent/CONDITION FALSE/' $windows/CMakeLists.txt
set -- # features that nothing here uses
for feature in sql dbus vulkan network xml pkg_config zstd icu direct2d tuiotouch androiddeployqt qmake; do
    set -- "$@" "-DFEATURE_$feature=OFF"
done
build_with_cmake source -DQT_HOST_PATH=/usr -DQT_HOST_PATH_CMAKE_DIR=/usr/lib/x86_64-linux-gnu/cmake \
    -DQT_QMAKE_TARGET_MKSPEC=win32-g++ -DBUILD_SHARED_LIBS=ON -DQT_BUILD_EXAMPLES=OFF -DQT_BUILD_TESTS=OFF \
    -DINPUT_opengl=no -DINPUT_openssl=no "$@"
