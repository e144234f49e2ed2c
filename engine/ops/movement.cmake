# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
weightless_add_operator(movement KERNELS strided_copy:b8,b16,b32,b64 copyruns:b8,b16,b32,b64 transposeruns:b8,b16,b32,b64
    tiled_copy:b8,b16,b32,b64)
weightless_add_operator(elementwise KERNELS
    gated:f32,f16,bf16
    gatedgroups:f32,f16,bf16
    unary:f32,f16,bf16
    unarygroups:f32,f16,bf16
    unary_number:f64,i8,i16,i32,i64,u8,u16,u32,u64,bool
    float_test:f32,f16,bf16,f64
    binary:f32,f16,bf16,f64,i8,i16,i32,i64,u8,u16,u32,u64
    binarygroups:f32,f16,bf16
    compare:f32,f16,bf16,f64,i8,i16,i32,i64,u8,u16,u32,u64,bool
    power:f32_f32,f32_f16,f32_i32,f32_i64,f16_f16,f16_f32,f16_i32,f16_i64,bf16_bf16,bf16_f32,i32_i32,i32_i64,i32_f32,i64_i64,i64_i32,i64_f32)
weightless_add_operator(where KERNELS where:b8,b16,b32,b64)
set(casts)
foreach(from f32 f16 bf16 i8 u8 i32 i64 bool)
    foreach(to f32 f16 bf16 i8 u8 i32 i64 bool)
        if(NOT from STREQUAL to)
            list(APPEND casts ${from}_${to})
        endif()
    endforeach()
endforeach()
foreach(rare i16 u16 u32 u64 f64)
    list(APPEND casts ${rare}_i64 i64_${rare} ${rare}_f32 f32_${rare})
endforeach()
list(APPEND casts f64_u64 u64_f64 f64_bool)
list(JOIN casts "," casts)
weightless_add_operator(cast KERNELS cast:${casts}
    pack:f32_u8,f16_u8,bf16_u8,i32_u8,u8_u8 unpack:u8_f32,u8_f16,u8_bf16,u8_u8)
set(dequantizations)
foreach(from i8 u8 i16 u16 i32)
    foreach(to f32 f16 bf16)
        list(APPEND dequantizations ${from}_${to})
    endforeach()
endforeach()
list(JOIN dequantizations "," dequantizations)
weightless_add_operator(dequantize KERNELS dequantize:${dequantizations} dequantizewide:i8,u8)
weightless_add_operator(reshape)
weightless_add_operator(pad KERNELS pad:b8,b16,b32,b64 padruns:b8,b16,b32,b64)
set(indexed b8_i32,b8_i64,b16_i32,b16_i64,b32_i32,b32_i64,b64_i32,b64_i64)
weightless_add_operator(gather KERNELS gather:${indexed} gather_elements:${indexed} gather_nd:${indexed})
set(reduced f32_i32,f32_i64,f16_i32,f16_i64,bf16_i32,bf16_i64,i32_i32,i32_i64,i64_i32,i64_i64,f64_i32,f64_i64)
weightless_add_operator(scatter KERNELS scatter_elements:${indexed},${reduced} scatter_nd:${indexed},${reduced}
    scatter_segments:f32,f16,bf16,f64,i32,i64)
weightless_add_operator(generators KERNELS range:f32,f16,bf16,f64,i16,i32,i64)
weightless_add_operator(trilu KERNELS trilu:b8,b16,b32,b64)
weightless_add_operator(onehot KERNELS
    one_hot:i32_b8,i32_b16,i32_b32,i32_b64,i64_b8,i64_b16,i64_b32,i64_b64)
weightless_add_operator(cumsum KERNELS cumsum:f32,f16,bf16,f64,i32,i64,u32,u64)
weightless_add_operator(reversesequence KERNELS reverse_sequence:b8,b16,b32,b64)
weightless_add_operator(centercroppad)
weightless_add_operator(bitcast)
weightless_add_operator(affinegrid)
weightless_add_operator(tensorscatter KERNELS tensor_scatter:b8,b16,b32,b64)
