// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/devicerates.h"

#include "engine/runtime/workrate.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace weightless {

namespace {

const DeviceRates::Product* find(const DeviceRates& rates, std::string_view kernel, DataType type)
{
    const auto found = std::ranges::find_if(rates.products, [&](const DeviceRates::Product& product) {
        return product.kernel == kernel && product.type == type;
    });
    return found != rates.products.end() ? &*found : nullptr;
}

// Nothing counts that is wrong or was not measured.
double rateOf(const DeviceRates::Product* product)
{
    return product != nullptr && product->isRight ? product->operationsPerSecond : 0;
}

} // namespace

vulkan::MeasuredProducts measuredProducts(const DeviceRates& rates, DataType type)
{
    constexpr double clearlyFaster = 1.05;
    const DeviceRates::Product* matrix = find(rates, "matrix", type);
    // Tiles without matrix units compute in float32, so those of float16 are as fast as those of bfloat16.
    const double shared = rateOf(find(rates, "shared", DataType::Float16));
    const double group = rateOf(find(rates, "group", type));
    const double imageMatrix = rateOf(find(rates, "imagematrix", type));
    const double imageGroup = rateOf(find(rates, "imagegroup", type));
    return {.prefersMatrixUnits = matrix != nullptr ? std::optional(rateOf(matrix) >= shared) : std::nullopt,
        .prefersGroupMatrices = group > std::max(rateOf(matrix) * clearlyFaster, shared),
        .prefersGroupImages = imageGroup > std::max(imageMatrix * clearlyFaster, shared)};
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
