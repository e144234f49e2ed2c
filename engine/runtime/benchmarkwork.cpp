// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/benchmarkwork.h"

#include "engine/ops/conv/conv.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/product/product.h"
#include "engine/runtime/devicerates.h"

#include <array>
#include <optional>

namespace weightless {

namespace {

constexpr int64_t heads = 8;
constexpr int64_t headSize = 64;

bool isConvolution(const BenchmarkKernel& kernel)
{
    return kernel.name.starts_with(ops::product::imagePrefix);
}

bool isAttention(const BenchmarkKernel& kernel)
{
    return kernel.name.starts_with(attentionPrefix);
}

// What nothing chooses on the device is not measured either: the wide kernel is made for processors.
bool canRun(const vulkan::DeviceTraits& device, const BenchmarkKernel& kernel)
{
    if (kernel.name == nameOf(ops::ProductKernel::Wide)) {
        return ops::devicePolicy(device).largeProduct == ops::ProductKernel::Wide;
    }
    return !kernel.isOnMatrixUnits()
        || (kernel.name.ends_with("group") ? ops::canHoldMatrices(device, kernel.type)
                                           : ops::canMultiplyMatrices(device, kernel.type));
}

// As those of the middle of a network: the picture grows with the channels.
TensorDescriptor pictureOf(DataType type, int64_t channels)
{
    return {type, {1, channels, channels / 16, channels / 16}};
}

Operand convolution(GraphBuilder& builder, const vulkan::DeviceTraits& device, const BenchmarkKernel& kernel,
    int64_t size, const std::string& ending)
{
    // As graphs have filters on this device (filterorder.h).
    const bool isBlocked =
        ops::prefersBlockedFilters(device, kernel.type) && ops::conv::readsBlockedFilter(kernel.name);
    Attributes attributes;
    attributes.set(std::string(ops::product::kernelAttribute), std::string(kernel.name));
    attributes.set("pads", std::vector<int64_t> {1, 1, 1, 1});
    attributes.set(std::string(ops::conv::blockedFilterAttribute), int64_t {isBlocked ? 1 : 0});
    const TensorDescriptor filters {kernel.type, {size, size, 3, 3}};
    return builder.node("Conv",
        {builder.input("x" + ending, pictureOf(kernel.type, size)), builder.input("w" + ending, filters)},
        attributes);
}

Operand attention(
    GraphBuilder& builder, const BenchmarkKernel& kernel, int64_t size, const std::string& ending)
{
    Attributes attributes;
    attributes.set(std::string(ops::product::kernelAttribute), std::string(kernel.name));
    attributes.set("scale", 0.125f);
    const TensorDescriptor rows {kernel.type, {heads, size, headSize}};
    const std::array<std::optional<Operand>, 3> inputs {builder.input("q" + ending, rows),
        builder.input("k" + ending, rows), builder.input("v" + ending, rows)};
    return builder.node("Attention", inputs, attributes, 1, "attention", "weightless").front();
}

} // namespace

std::string BenchmarkKernel::work() const
{
    const char* what = isConvolution(*this) ? " convolutions of "
        : isAttention(*this)                ? " attention of "
                                            : " products of ";
    return std::string(name) + what + toString(type);
}

bool BenchmarkKernel::isOnMatrixUnits() const
{
    return name.ends_with("matrix") || name.ends_with("group");
}

double BenchmarkKernel::operations(int64_t size) const
{
    const auto edge = static_cast<double>(size);
    if (isAttention(*this)) {
        return 4 * edge * edge * static_cast<double>(heads * headSize);
    }
    const int64_t side = pictureOf(DataType::Float16, size).shape.back();
    const auto pixels = static_cast<double>(side * side);
    return 2 * edge * edge * (isConvolution(*this) ? 9 * pixels : edge);
}

std::vector<BenchmarkKernel> benchmarkKernels(const vulkan::DeviceTraits& device)
{
    std::vector<BenchmarkKernel> kernels;
    for (const DataType type : {DataType::Float32, DataType::Float16}) {
        for (const char* name : {"plain", "wide", "shared", "matrix", "group"}) {
            kernels.push_back({name, type});
        }
    }
    kernels.push_back({"matrix", DataType::BFloat16}); // the others are as fast as with float16
    kernels.push_back({"imagematrix", DataType::Float16});
    kernels.push_back({"imagegroup", DataType::Float16});
    if (ops::canMultiplyMatrices(device, DataType::Float16)) { // there is a choice
        kernels.push_back({"tiled", DataType::Float16});
        kernels.push_back({"tiledmatrix", DataType::Float16});
        kernels.push_back({"tiledmatrix", DataType::BFloat16});
    }
    std::erase_if(kernels, [&](const BenchmarkKernel& kernel) { return !canRun(device, kernel); });
    return kernels;
}

Operand benchmarkWork(GraphBuilder& builder, const vulkan::DeviceTraits& device,
    const BenchmarkKernel& kernel, int64_t size, const std::string& ending)
{
    if (isConvolution(kernel)) {
        return convolution(builder, device, kernel, size, ending);
    }
    if (isAttention(kernel)) {
        return attention(builder, kernel, size, ending);
    }
    Attributes attributes;
    attributes.set(std::string(ops::product::kernelAttribute), std::string(kernel.name));
    const TensorDescriptor square {kernel.type, {size, size}};
    return builder.node(
        "MatMul", {builder.input("a" + ending, square), builder.input("b" + ending, square)}, attributes);
}

} // namespace weightless
