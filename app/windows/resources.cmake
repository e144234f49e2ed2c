# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later

# What Windows reads of a program's file: its version, its icon, and that it knows UTF-8, long paths and every screen's scale.
# WEIGHTLESS_ICON is the .ico that packaging/windows/icon makes.
set(WEIGHTLESS_ICON "" CACHE FILEPATH "Icon of the Windows programs")

function(weightless_add_program_resources program description)
    if(NOT WIN32)
        return()
    endif()
    set(icon_line "")
    if(WEIGHTLESS_ICON)
        set(icon_line "1 ICON \"${WEIGHTLESS_ICON}\"")
    endif()
    set(folder ${CMAKE_CURRENT_BINARY_DIR})
    configure_file(${CMAKE_SOURCE_DIR}/app/windows/program.manifest.in ${folder}/${program}.manifest @ONLY)
    configure_file(${CMAKE_SOURCE_DIR}/app/windows/program.rc.in ${folder}/${program}.rc @ONLY)
    set_source_files_properties(${folder}/${program}.rc PROPERTIES OBJECT_DEPENDS "${folder}/${program}.manifest;${WEIGHTLESS_ICON}")
    target_sources(${program} PRIVATE ${folder}/${program}.rc)
    if(MSVC)
        target_link_options(${program} PRIVATE /MANIFEST:NO) # its linker would add a second one
    endif()
    target_include_directories(${program} PRIVATE ${folder}) # where the resource compiler finds the manifest
endfunction()
