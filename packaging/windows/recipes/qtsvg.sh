# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# QtSvg. Debian keeps no source of Qt 6's; that of Qt 5 becomes it by port.sed: the same pictures, byte for byte, of every icon
# here, and the same SVG written.
unpack qtsvg-opensource-src
sed -i -f "$here/recipes/qtsvg/port.sed" source/src/svg/*.cpp source/src/svg/*.h
sed -i 's/Q_DECL_EXPORT//; s/Q_DECL_IMPORT//' source/src/svg/qtsvgglobal.h # linked statically
cp "$here/recipes/qtsvg/CMakeLists.txt" "$here/recipes/qtsvg/Qt6SvgConfig.cmake" source/src/svg/
build_with_cmake source/src/svg -DQT_HOST_PATH=/usr -DQT_HOST_PATH_CMAKE_DIR=/usr/lib/x86_64-linux-gnu/cmake
