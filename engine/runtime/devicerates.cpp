// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/devicerates.h"

#include "engine/runtime/workrate.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace weightless {

namespace {

// Nothing counts that is wrong or was not measured.
double rateOf(const DeviceRates::Product* product)
{
    return product != nullptr && product->isRight ? product->operationsPerSecond : 0;
}

} // namespace

const DeviceRates::Product* findProduct(const DeviceRates& rates, std::string_view kernel, DataType type)
{
    const auto found = std::ranges::find_if(rates.products, [&](const DeviceRates::Product& product) {
        return product.kernel == kernel && product.type == type;
    });
    return found != rates.products.end() ? &*found : nullptr;
}

vulkan::MeasuredProducts measuredProducts(const DeviceRates& rates, DataType type)
{
    constexpr double clearlyFaster = 1.05;
    const DeviceRates::Product* matrix = findProduct(rates, "matrix", type);
    const DeviceRates::Product* imageMatrix = findProduct(rates, "imagematrix", type);
    // Tiles without matrix units compute in float32, so those of float16 are as fast as those of bfloat16.
    const double shared = rateOf(findProduct(rates, "shared", DataType::Float16));
    const double group = rateOf(findProduct(rates, "group", type));
    const double imageGroup = rateOf(findProduct(rates, "imagegroup", type));
    std::optional<bool> prefersMatrixUnits;
    if (imageMatrix != nullptr && !imageMatrix->isRight) {
        prefersMatrixUnits = false;
    } else if (matrix != nullptr) {
        prefersMatrixUnits = matrix->isRight && rateOf(matrix) >= shared;
    }
    const DeviceRates::Product* attention = findProduct(rates, "tiledmatrix", type);
    const double tiled = rateOf(findProduct(rates, "tiled", DataType::Float16));
    return {.prefersMatrixUnits = prefersMatrixUnits,
        .prefersGroupMatrices = group > std::max(rateOf(matrix) * clearlyFaster, shared),
        .prefersGroupImages = imageGroup > std::max(rateOf(imageMatrix) * clearlyFaster, shared),
        .prefersMatrixAttention = attention != nullptr
            ? std::optional(attention->isRight && rateOf(attention) >= tiled)
            : std::nullopt};
}

vulkan::DeviceTraits withRates(vulkan::DeviceTraits traits, const DeviceRates& rates)
{
    traits.float16Products = measuredProducts(rates, DataType::Float16);
    traits.bfloat16Products = measuredProducts(rates, DataType::BFloat16);
    return traits;
}

std::optional<double> leastWorkPerSecond(const DeviceRates& rates)
{
    double products = 0;
    for (const DeviceRates::Product& product : rates.products) {
        products = std::max(products, product.type == DataType::Float32 ? rateOf(&product) : 0);
    }
    const double least = std::min(products, rates.memoryBytesPerSecond * WorkRate::workPerByte);
    return least > 0 ? std::optional(least) : std::nullopt;
}

} // namespace weightless
