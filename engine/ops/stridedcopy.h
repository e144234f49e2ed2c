// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/nodeview.h"
#include "engine/ops/stridedloop.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace weightless::ops {

// What nearly every data-movement operator is: a box of elements read with some strides and written with
// others. Strides and offsets are in elements.
struct ElementCopy {
    size_t input = 0; // of the node
    size_t output = 0;
    std::vector<int64_t> dims;
    std::vector<int64_t> sourceStrides;
    std::vector<int64_t> targetStrides;
    int64_t sourceOffset = 0;
    int64_t targetOffset = 0;
};

// The whole tensor `shape`, read with `sourceStrides`, written packed.
[[nodiscard]] ElementCopy packedCopy(
    const Shape& shape, std::vector<int64_t> sourceStrides, int64_t sourceOffset = 0);

// Where the packed run of `elements` elements begins in the source when the copy is one: it can be a view.
[[nodiscard]] std::optional<int64_t> contiguousSourceOffset(const ElementCopy& copy, int64_t elements);

// One kernel launch (or several, beyond six collapsed dimensions); none for an empty box.
void dispatchCopy(
    LoweringContext& context, const TensorRef& source, const TensorRef& target, const ElementCopy& copy);
// The only copy an output is made of: a view of `source` when the bytes are there already, else a launch.
void lowerCopy(LoweringContext& context, const TensorRef& source, const ElementCopy& copy);
void copyOnHost(const HostTensor& source, HostTensor& target, const ElementCopy& copy);

// Sets every element of `target` to the one element of `scalar`.
void dispatchFill(LoweringContext& context, const TensorRef& scalar, const TensorRef& target);

// Fold and lowering of an operator that is described by its copies. The copies of one output cover it.
using CopiesFunction = std::vector<ElementCopy> (*)(const NodeView&);
[[nodiscard]] std::vector<HostTensor> foldAsCopies(const FoldContext& context, CopiesFunction copiesOf);
void lowerAsCopies(LoweringContext& context, CopiesFunction copiesOf);

template <CopiesFunction copiesOf>
std::vector<HostTensor> foldCopies(const FoldContext& context)
{
    return foldAsCopies(context, copiesOf);
}
template <CopiesFunction copiesOf>
void lowerCopies(LoweringContext& context)
{
    lowerAsCopies(context, copiesOf);
}

} // namespace weightless::ops
