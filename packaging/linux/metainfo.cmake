# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later

set(WEIGHTLESS_RELEASE_DATE 2026-11-22) # of PROJECT_VERSION
set(WEIGHTLESS_METAINFO ${CMAKE_CURRENT_LIST_DIR}/org.weightless.Weightless)

# weightless_metainfo(FILE [HOMEPAGE address] [SCREENSHOTS address])
# Writes what software centres show. With the project's address it names that, where problems are told, and the pictures of
# resources/tour; their addresses are those of GitHub, GitLab and Gitea unless SCREENSHOTS says where that folder is.
function(weightless_metainfo file)
    cmake_parse_arguments(ARG "" "HOMEPAGE;SCREENSHOTS" "" ${ARGN})
    set(addresses)
    if(ARG_HOMEPAGE)
        if(NOT ARG_SCREENSHOTS)
            set(ARG_SCREENSHOTS ${ARG_HOMEPAGE}/raw/v${PROJECT_VERSION}/resources/tour)
        endif()
        file(READ ${WEIGHTLESS_METAINFO}.addresses.xml.in addresses)
        string(REGEX REPLACE "^(<!--[^\n]*\n)+" "" addresses "${addresses}")
        string(CONFIGURE "${addresses}" addresses @ONLY)
    endif()
    configure_file(${WEIGHTLESS_METAINFO}.metainfo.xml.in ${file} @ONLY)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${WEIGHTLESS_METAINFO}.addresses.xml.in)
endfunction()
