# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# The memory chart.
unpack qcustomplot
cp "$here/recipes/qcustomplot/CMakeLists.txt" "$here/recipes/qcustomplot/QCustomPlotQt6Config.cmake" source/
build_with_cmake source -DQT_HOST_PATH=/usr -DQT_HOST_PATH_CMAKE_DIR=/usr/lib/x86_64-linux-gnu/cmake
