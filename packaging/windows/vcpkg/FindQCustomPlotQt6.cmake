# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later

# QCustomPlot as vcpkg installs it: a DLL named after its version, and no package of CMake's.
find_path(QCustomPlotQt6_INCLUDE_DIR qcustomplot.h)
find_library(QCustomPlotQt6_LIBRARY NAMES qcustomplot2 qcustomplot)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(QCustomPlotQt6 REQUIRED_VARS QCustomPlotQt6_LIBRARY QCustomPlotQt6_INCLUDE_DIR)
if(QCustomPlotQt6_FOUND AND NOT TARGET QCustomPlotQt6::QCustomPlotQt6)
    add_library(QCustomPlotQt6::QCustomPlotQt6 UNKNOWN IMPORTED)
    set_target_properties(QCustomPlotQt6::QCustomPlotQt6 PROPERTIES
        IMPORTED_LOCATION "${QCustomPlotQt6_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${QCustomPlotQt6_INCLUDE_DIR}"
        INTERFACE_COMPILE_DEFINITIONS QCUSTOMPLOT_USE_LIBRARY
        INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport")
endif()
