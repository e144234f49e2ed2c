# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Headers of the standard library and of Qt are most of what a compiler reads here: they are read once per set of options.
# Sources still include what they use: packaging/tidy.sh compiles those that changed without this.
option(WEIGHTLESS_PRECOMPILED "Read the headers of the standard library and of Qt once, not for every source" ON)

set(WEIGHTLESS_STANDARD_HEADERS <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <condition_variable> <cstddef>
    <cstdint> <cstdio> <cstdlib> <cstring> <deque> <filesystem> <fstream> <functional> <iterator> <limits> <map> <memory> <mutex>
    <numbers> <numeric> <optional> <ranges> <set> <span> <sstream> <stop_token> <string> <string_view> <system_error> <thread>
    <tuple> <type_traits> <unordered_map> <unordered_set> <utility> <variant> <vector>)

# weightless_add_precompiled(set HEADERS <header>… [LIBS …] [DEFINITIONS …] [OPTIONS …])
# Beside the standard library's.
function(weightless_add_precompiled set)
    if(NOT WEIGHTLESS_PRECOMPILED)
        return()
    endif()
    cmake_parse_arguments(ARG "" "" "LIBS;DEFINITIONS;OPTIONS;HEADERS" ${ARGN})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/precompiled_${set}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "")
    add_library(weightless_precompiled_${set} OBJECT ${source})
    target_link_libraries(weightless_precompiled_${set} PRIVATE weightless_options ${ARG_LIBS})
    target_compile_definitions(weightless_precompiled_${set} PRIVATE ${ARG_DEFINITIONS})
    target_compile_options(weightless_precompiled_${set} PRIVATE ${ARG_OPTIONS})
    target_precompile_headers(weightless_precompiled_${set} PRIVATE ${WEIGHTLESS_STANDARD_HEADERS} ${ARG_HEADERS})
endfunction()

# weightless_precompile(target set): for a target with the options that the set was made with.
function(weightless_precompile target set)
    if(WEIGHTLESS_PRECOMPILED)
        target_precompile_headers(${target} REUSE_FROM weightless_precompiled_${set})
    endif()
endfunction()
