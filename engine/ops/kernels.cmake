# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Kernels are compiled once per variant and per way of reaching tensors. Most of what a compiler's start costs is its own
# tables: one process compiles a whole kernel, and a small file for each variant names its types and includes the source.

# storage, compute, load, store, bytes
set(type_f32 float float float float 4)
set(type_f16 float16_t float float float16_t 2)
set(type_bf16 uint16_t float bf16ToFloat floatToBf16 2)
set(type_f64 double double double double 8)
set(type_i8 int8_t int int int8_t 1)
set(type_i16 int16_t int int int16_t 2)
set(type_i32 int int int int 4)
set(type_i64 int64_t int64_t int64_t int64_t 8)
set(type_u8 uint8_t uint uint uint8_t 1)
set(type_u16 uint16_t uint uint uint16_t 2)
set(type_u32 uint uint uint uint 4)
set(type_u64 uint64_t uint64_t uint64_t uint64_t 8)
set(type_bool uint8_t uint uint boolStore 1)
set(type_b8 uint8_t uint8_t sameBits sameBits 1)
set(type_b16 uint16_t uint16_t sameBits sameBits 2)
set(type_b32 uint uint sameBits sameBits 4)
set(type_b64 uvec2 uvec2 sameBits sameBits 8)

# What all kernels may include.
file(GLOB kernel_includes CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*/*.glsl)

# Whether the compiler makes SPIR-V for that environment of `code`, and numbers its capability, the word after OpCapability, as the
# specification does; else the kernels that need it are taken as prebuilt (ops/README.md).
function(weightless_find_capability what environment capability code out)
    string(MAKE_C_IDENTIFIER "${what}" name)
    set(feature ${generated_root}/features/${name}.comp)
    file(CONFIGURE OUTPUT ${feature} CONTENT "#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
${code}" @ONLY)
    execute_process(COMMAND ${GLSLC_EXECUTABLE} --target-env=${environment} -mfmt=num -o - ${feature}
        OUTPUT_VARIABLE spirv ERROR_QUIET)
    if(spirv MATCHES "0x00020011,[ \r\n]*${capability}")
        set(${out} ON PARENT_SCOPE)
        message(STATUS "Kernels of ${what}: compiled by ${GLSLC_EXECUTABLE}")
    else()
        set(${out} OFF PARENT_SCOPE)
        message(STATUS "Kernels of ${what}: as prebuilt, ${GLSLC_EXECUTABLE} cannot compile them")
    endif()
endfunction()

# Cooperative matrices of a type: Debian 12's compiler knows none, trixie's not those of bfloat16. Kernels of them are compiled
# without -O, which the optimiser does not survive.
function(weightless_find_matrices element extension out)
    set(matrix "coopmat<${element}, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>")
    weightless_find_capability("matrices of ${element}" vulkan1.2 0x00001786 "#extension ${extension} : require
layout(local_size_x = 32) in;
void main() { ${matrix} matrix = ${matrix}(0.0); }
" found)
    set(${out} ${found} PARENT_SCOPE)
endfunction()
weightless_find_matrices(float16_t GL_EXT_shader_explicit_arithmetic_types compiles_matrices_f16)
weightless_find_matrices(bfloat16_t GL_EXT_bfloat16 compiles_matrices_bf16)

# Those that a work group holds, by the capability of calling a function for each element.
set(group_matrix "coopmat<float, gl_ScopeWorkgroup, 64, 64, gl_MatrixUseAccumulator>")
weightless_find_capability("matrices of work groups" vulkan1.3 0x00001538 "#extension GL_NV_cooperative_matrix2 : require
layout(local_size_x = 256) in;
float same(const in uint row, const in uint column, const in float element) { return element; }
void main()
{
    ${group_matrix} matrix = ${group_matrix}(0.0);
    coopMatPerElementNV(matrix, matrix, same);
}
" compiles_group_matrices)
set_property(GLOBAL PROPERTY weightless_prebuilt_kernels "")

if(WEIGHTLESS_KERNELS_OF)
    file(COPY ${WEIGHTLESS_KERNELS_OF}/engine/ops/generated/spirv DESTINATION ${generated_root})
endif()

# The definitions that tensor.glsl needs of a variant's types.
function(weightless_variant_types shader variant out)
    set(text "")
    set(index 0)
    string(REPLACE "_" ";" suffixes ${variant})
    foreach(suffix IN LISTS suffixes)
        if(NOT DEFINED type_${suffix})
            message(FATAL_ERROR "${shader}: unknown type suffix '${suffix}' in variant '${variant}'")
        endif()
        set(property 0)
        foreach(name STORAGE COMPUTE LOAD STORE BYTES)
            list(GET type_${suffix} ${property} value)
            string(APPEND text "#define T${index}_${name} ${value}\n")
            math(EXPR property "${property} + 1")
        endforeach()
        string(APPEND text "#define T${index}_IS_${suffix} 1\n")
        math(EXPR index "${index} + 1")
    endforeach()
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

# ${folder}/${kernel}.comp, as spirv/${kernel}_<variant>.<mode>.comp.spv below the generated files; their paths in `out`.
function(weightless_compile_kernel folder kernel variants out)
    set(shader ${folder}/${kernel}.comp)
    set(optimisation -O)
    file(STRINGS ${shader} matrices REGEX "^#extension GL_KHR_cooperative_matrix")
    if(matrices)
        set(optimisation "")
    endif()
    set(environment vulkan1.2)
    file(STRINGS ${shader} group_matrices REGEX "^#extension GL_NV_cooperative_matrix2")
    if(group_matrices)
        set(environment vulkan1.3) # whose SPIR-V the extension needs
    endif()
    set(sources "")
    set(results "")
    foreach(variant IN LISTS variants)
        set(compiles ON)
        if(group_matrices)
            set(compiles ${compiles_group_matrices})
        elseif(matrices)
            set(compiles ${compiles_matrices_${variant}})
        endif()
        weightless_variant_types(${shader} ${variant} types)
        foreach(mode descriptor address)
            set(mode_define "")
            if(mode STREQUAL "address")
                set(mode_define "#define WEIGHTLESS_ADDRESSES 1\n")
            endif()
            set(source ${kernel}_${variant}.${mode}.comp)
            file(CONFIGURE OUTPUT ${generated_root}/spirv/${source}
                CONTENT "#version 460\n${mode_define}${types}#include \"${shader}\"\n" @ONLY)
            list(APPEND results ${generated_root}/spirv/${source}.spv)
            if(compiles)
                list(APPEND sources ${source})
            endif()
            if(matrices)
                set(prebuilt ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/prebuilt/${source}.spv)
                set_property(GLOBAL APPEND PROPERTY weightless_prebuilt_kernels ${prebuilt})
                if(NOT compiles AND NOT WEIGHTLESS_KERNELS_OF)
                    if(EXISTS ${prebuilt})
                        configure_file(${prebuilt} ${generated_root}/spirv/${source}.spv COPYONLY)
                    else()
                        message(WARNING "${prebuilt} is missing: packaging/prebuilt.sh makes it")
                    endif()
                endif()
            endif()
        endforeach()
    endforeach()
    if(NOT WEIGHTLESS_KERNELS_OF AND sources)
        list(TRANSFORM sources PREPEND ${generated_root}/spirv/ OUTPUT_VARIABLE source_paths)
        list(TRANSFORM source_paths APPEND .spv OUTPUT_VARIABLE compiled)
        add_custom_command(OUTPUT ${compiled}
            COMMAND ${GLSLC_EXECUTABLE} --target-env=${environment} ${optimisation} -mfmt=num -I ${CMAKE_CURRENT_SOURCE_DIR}/shaders
                -I ${CMAKE_CURRENT_SOURCE_DIR} -c ${sources}
            WORKING_DIRECTORY ${generated_root}/spirv
            DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${shader} ${kernel_includes} ${source_paths} VERBATIM
            COMMENT "Kernel ${kernel}")
    endif()
    set(${out} ${results} PARENT_SCOPE)
endfunction()
