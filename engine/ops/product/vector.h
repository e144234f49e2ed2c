// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loops.h"
#include "engine/ops/product/parameters.h"

#include <cstdint>
#include <optional>

namespace weightless::ops::product {

// The product of few rows and a matrix, as gemmvector.comp makes it.
struct VectorSizes {
    uint64_t rows = 0;
    uint64_t columns = 0; // of one matrix
    uint64_t allColumns = 0; // of all batches
    uint64_t depth = 0;
    uint32_t packSize = 4; // elements in 16 bytes
    bool transposedB = false;
};

// What a work group of it makes: `tileRows` rows of columns() results.
struct VectorShape {
    uint32_t invocations = 128;
    uint32_t depthLanes = 8; // of them share the depth of the same results
    uint32_t tileRows = 1;
    uint32_t tileColumns = 4; // results of an invocation in each row

    [[nodiscard]] uint32_t columns() const { return invocations / depthLanes * tileColumns; }
    bool operator==(const VectorShape&) const = default;
};

// As many work groups as give each processor of the device something to wait for, as far as the depth goes.
[[nodiscard]] VectorShape vectorShapeFor(const vulkan::DeviceTraits& device, const VectorSizes& sizes);

// Rounds of the loops over a part of the depth of that many steps.
[[nodiscard]] LoopRounds vectorRounds(const VectorShape& shape, uint64_t steps, uint32_t packSize);

// Whether the kernel can run the product: floats of at most 32 bits and B a plain matrix, not a convolution's
// input or patches of it.
[[nodiscard]] bool canBeVector(const LoweringContext& context, const Product& product);

// Whether that suits the device.
[[nodiscard]] bool suitsVector(const LoweringContext& context, const Product& product);

// A matrix times a column, which few invocations would read row by row, as its transpose: a row times the
// transposed matrix, where that suits the device. nullopt for other products, and for parts of one.
[[nodiscard]] std::optional<Product> asRow(const LoweringContext& context, const Product& product);

// Adds kernel, shape and groups to a step of the product.
void shapeVector(const LoweringContext& context, const Product& product, ProductParameters& parameters,
    DispatchStep& step);

} // namespace weightless::ops::product
