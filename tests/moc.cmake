# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# weightless_moc(target SOURCE…): `x.moc` for each of these sources that includes one. What CMake's AUTOMOC does, of which the
# 200 tests need so little: it looks at each program anew in every build, and compiles an empty source for it.

# What the compiler defines by itself, or slots within #ifdef Q_OS_… would be no slots.
set(moc_options -I$<JOIN:$<TARGET_PROPERTY:Qt6::Test,INTERFACE_INCLUDE_DIRECTORIES>,$<SEMICOLON>-I>
    -I$<JOIN:$<TARGET_PROPERTY:Qt6::Core,INTERFACE_INCLUDE_DIRECTORIES>,$<SEMICOLON>-I>)
if(CMAKE_CXX_COMPILER_PREDEFINES_COMMAND)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER_PREDEFINES_COMMAND} OUTPUT_VARIABLE predefined COMMAND_ERROR_IS_FATAL ANY)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/tests/moc_predefined.h CONTENT "${predefined}" @ONLY)
    list(APPEND moc_options --include ${CMAKE_BINARY_DIR}/tests/moc_predefined.h)
endif()
separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS}")
list(FILTER flags INCLUDE REGEX "^-[DU]")
list(APPEND moc_options ${flags} $<$<BOOL:${WIN32}>:-DWIN32> $<$<BOOL:${MSVC}>:--compiler-flavor=msvc>)

function(weightless_moc target)
    foreach(source ${ARGN})
        cmake_path(GET source STEM name)
        file(STRINGS ${source} included REGEX "^#include \"${name}\\.moc\"" LIMIT_COUNT 1)
        if(included)
            set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.moc)
            add_custom_command(OUTPUT ${output} DEPENDS ${source} VERBATIM COMMAND_EXPAND_LISTS
                COMMAND Qt6::moc ${moc_options} -o ${output} ${CMAKE_CURRENT_SOURCE_DIR}/${source})
            target_sources(${target} PRIVATE ${output})
            target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
        endif()
    endforeach()
endfunction()
