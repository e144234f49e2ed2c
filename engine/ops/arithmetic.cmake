# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
weightless_add_operator(product KERNELS gemmplain:f32,f16,bf16,f64,i32,i64,u32,u64 gemmwide:f32,f16,bf16
    gemmnumbers:f64,i32,i64,u32,u64
    gemmshared:f32,f16,bf16,f64,i32,i64,u32,u64 gemmvector:f32,f16,bf16 gemmmatrix:f16,bf16 gemmgroup:f16 gemmgroupstaged:f16 imageshared:f32,f16,bf16 imagematrix:f16,bf16 imagegroup:f16
    productsums:f32,f16,bf16 patches:f32,f16,bf16,f64)
weightless_add_operator(conv KERNELS convdirect:f32,f16,bf16,f64 convdepthwise:f32,f16,bf16 convtaps:f32,f16,bf16 convnarrow:f32,f16,bf16 convcolumns:f32,f16,bf16 convtranspose:f32,f16,bf16,f64
    convgather:f32,f16 convfactors:f32_f32,f16_f16,f16_f32,bf16_bf16,bf16_f32,f64_f64 winogradinput:f32,f16,bf16 winogradfilter:f32,f16,bf16
    winogradoutput:f32,f16,bf16)
weightless_add_operator(reduction KERNELS reduce:f32,f16,bf16,f64,i8,i32,i64,u8,u32,u64,bool reduceheld:f32,f16,bf16
    reducegroups:f32,f16,bf16 reducepartsgroups:f32,f16,bf16 reducepartsheld:f32,f16,bf16 mergeparts:f32,f16,bf16
    reducecolumns:f32,f16,bf16 reducecolumnsgroups:f32,f16,bf16)
weightless_add_operator(argreduce KERNELS argreduce:f32,f16,bf16,f64,i8,i16,i32,i64,u8,u16,u32,u64)
weightless_add_operator(softmax KERNELS softmax:f32,f16,bf16,f64 softmaxheld:f32,f16,bf16)
weightless_add_operator(normalization KERNELS rownorm:f32,f16,bf16,f64 rownormgroups:f32,f16,bf16 rownormheld:f32,f16,bf16
    scalepartsgroups:f32,f16,bf16 scalepartsheld:f32,f16,bf16 addnorm:f32,f16,bf16,f64
    addnormheld:f32,f16,bf16 lrn:f32,f16,bf16,f64
    batchnorm:f32_f32,f16_f16,f16_f32,bf16_bf16,bf16_f32,f64_f64 batchnormgroups:f32_f32,f16_f16,f16_f32,bf16_bf16,bf16_f32)
weightless_add_operator(pooling KERNELS pool:f32,f16,bf16,f64,i8,u8 poolgroups:f32,f16,bf16)
weightless_add_operator(resize KERNELS resize:f32,f16,bf16,f64,i8,u8,i16,u16,i32,u32,i64,u64 resizedouble:f32,f16,bf16,f64,i8,u8,i16,u16,i32,u32,i64,u64 resizegroups:f32,f16,bf16 resizeruns:f32,f16,bf16 resizerepeats:f32,f16,bf16)
weightless_add_operator(attention KERNELS attentionflash:f32,f16,bf16 attentionpack:f32,f16,bf16 softmaxmasked:f32,f16,bf16
    attentionshared:f32,f16,bf16 attentionmatrix:f16,bf16 attentionrows:f32,f16,bf16 attentionmerge:f32,f16,bf16)
weightless_add_operator(blockquantized KERNELS matmul_blocks:f32,f16,bf16 unpack_blocks:f32,f16,bf16
    gather_blocks:f32_i32,f32_i64,f16_i32,f16_i64,bf16_i32,bf16_i64)
weightless_add_operator(experts KERNELS experts_choose:f32,f16,bf16 experts_group:u32 experts_matrices:u32 experts_rows:f32,f16,bf16 experts_blocks:f32,f16,bf16
    experts_activate:f32_f32,f32_f16,f32_bf16,f16_f16,bf16_bf16 experts_mix:f32_f32,f32_f16,f32_bf16,f16_f16,bf16_bf16)
weightless_add_operator(contrib)
weightless_add_operator(loss KERNELS nll_loss:f32_i32,f32_i64,f16_i32,f16_i64,bf16_i32,bf16_i64,f64_i32,f64_i64)
set(quantizations)
foreach(from f32 f16 bf16)
    foreach(to i8 u8 i16 u16)
        list(APPEND quantizations ${from}_${to})
    endforeach()
endforeach()
list(JOIN quantizations "," quantizations)
weightless_add_operator(quantize KERNELS quantize:${quantizations} quantizewide:i8,u8 dynamicrange:f32
    dynamicrangegroups:f32 dynamicscale:u8 quantizewhole:f32_f32_u8 scalefactors:f32 integerrows:i8_i8,i8_u8,u8_i8,u8_u8)
set(sorted_types f32,f16,bf16,f64,i8,i16,i32,i64,u8,u16,u32,u64)
weightless_add_operator(topk KERNELS topk:${sorted_types} topk_few:${sorted_types} topk_groups:${sorted_types} topk_merge:${sorted_types}
    topk_select:${sorted_types})
weightless_add_operator(signal KERNELS dft:f32,f16,bf16,f64 fftframes:f32,f16,bf16,f64 fftpass:f32,f64 fftproduct:f32,f64
    fftbins:f32,f16,bf16,f64)
weightless_add_operator(einsum)
weightless_add_operator(shrink KERNELS shrink:f32,f16,bf16,f64,i8,i16,i32,i64,u8,u16,u32,u64)
weightless_add_operator(gridsample KERNELS
    grid_sample:f32_f32,f16_f16,bf16_bf16,f16_f32,bf16_f32,f64_f64)
weightless_add_operator(recurrent KERNELS recurrent:f32,f16,bf16,f64 recurrenttexels:f32,f16,bf16,f64)
weightless_add_operator(training)
weightless_add_operator(roi KERNELS roi_align:f32,f16,bf16,f64 roi_pool:f32,f16,bf16,f64 crop_resize:f32,f16,f64)
weightless_add_operator(deformconv KERNELS deform_patches:f32,f16,bf16,f64)
weightless_add_operator(ngram KERNELS ngram_block:f32_i64)
weightless_add_operator(col2im KERNELS col2im:f32,f16,bf16,f64,i32,i64)
weightless_add_operator(onnxattention)
weightless_add_operator(flexattention)
weightless_add_operator(causalconv)
weightless_add_operator(linearattention KERNELS linear_attention:f32,f16,bf16)
weightless_add_operator(transformer KERNELS cache_append:f32,f16,bf16 cache_mask:f32,f16,bf16 rotary:f32,f16,bf16
    rotatehalf:f32,f16,bf16)
