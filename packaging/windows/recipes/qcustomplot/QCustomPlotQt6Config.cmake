# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
get_filename_component(prefix ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
add_library(QCustomPlotQt6::QCustomPlotQt6 STATIC IMPORTED)
set_target_properties(QCustomPlotQt6::QCustomPlotQt6 PROPERTIES IMPORTED_LOCATION ${prefix}/lib/libqcustomplot.a
    INTERFACE_INCLUDE_DIRECTORIES ${prefix}/include INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport")
