# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later

# What prebuilt kernels are made of (README.md, "Kernels that need a newer compiler").
#
#   cmake -DKERNEL=FILE -P prebuilt.cmake                   prints the digest of what a generated FILE.comp is compiled from
#   cmake -DGENERATED=FOLDER -DKERNELS=FILES -P prebuilt.cmake    fails unless each prebuilt file says the digest of today

cmake_minimum_required(VERSION 3.25)

# Of the file and everything that it includes, each once, but for comments and white space.
function(digest_of kernel out)
    set(pending ${kernel})
    set(seen "")
    set(text "")
    while(pending)
        list(POP_FRONT pending file)
        if(file IN_LIST seen)
            continue()
        endif()
        list(APPEND seen ${file})
        file(READ ${file} content)
        string(APPEND text "${content}")
        file(STRINGS ${file} includes REGEX "^#include")
        foreach(line IN LISTS includes)
            string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" name "${line}")
            foreach(folder shaders .)
                if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/${folder}/${name})
                    list(APPEND pending ${CMAKE_CURRENT_LIST_DIR}/${folder}/${name})
                    break()
                endif()
            endforeach()
        endforeach()
    endwhile()
    string(REGEX REPLACE "//[^\n]*" "" text "${text}")
    string(REGEX REPLACE "[ \n]+" " " text "${text}")
    string(SHA256 digest "${text}")
    set(${out} ${digest} PARENT_SCOPE)
endfunction()

if(KERNEL)
    digest_of(${KERNEL} digest)
    execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${digest})
    return()
endif()

set(stale "")
foreach(prebuilt IN LISTS KERNELS)
    get_filename_component(kernel ${prebuilt} NAME_WLE)
    digest_of(${GENERATED}/${kernel} expected)
    set(actual "nothing: there is no such file")
    if(EXISTS ${prebuilt})
        file(STRINGS ${prebuilt} actual REGEX "^// Made from" LIMIT_COUNT 1)
        string(REGEX REPLACE "^// Made from ([0-9a-f]+).*" "\\1" actual "${actual}")
    endif()
    if(NOT actual STREQUAL expected)
        string(APPEND stale "\n${prebuilt} is made from ${actual}, expected ${expected}")
    endif()
endforeach()
if(stale)
    message(FATAL_ERROR "Prebuilt kernels are not those of these sources; packaging/prebuilt.sh makes them again:${stale}")
endif()
