# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
get_filename_component(prefix ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
add_library(Qt6::Svg STATIC IMPORTED)
set_target_properties(Qt6::Svg PROPERTIES IMPORTED_LOCATION ${prefix}/lib/libQt6Svg.a
    INTERFACE_INCLUDE_DIRECTORIES "${prefix}/include;${prefix}/include/QtSvg" INTERFACE_LINK_LIBRARIES Qt6::Gui)
set(Qt6Svg_FOUND TRUE)
