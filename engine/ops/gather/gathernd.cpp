// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/elementmoves.h"
#include "engine/ops/gather/gather.h"
#include "engine/ops/indices.h"
#include "engine/ops/kernels/gather_nd.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/stridedloop.h"

#include <algorithm>

namespace weightless::ops::gather {

namespace {

struct GatherNDParameters {
    uint32_t count;
    uint32_t tuplesPerBatch;
    uint32_t batchStride;
    uint32_t sliceSize;
    uint32_t depth;
    std::array<uint32_t, mostTupleElements> dims;
};

// The data as batches of an indexed part and a slice that is taken whole.
struct Parts {
    int64_t batches = 1;
    int64_t tuplesPerBatch = 1;
    int64_t batchStride = 1;
    int64_t sliceSize = 1;
    std::vector<int64_t> dims; // indexed
    std::vector<int64_t> strides;
};

size_t batchDimensions(const NodeView& node)
{
    const Shape& data = node.shape(0);
    const Shape& indices = node.shape(1);
    const int64_t batch = node.attributes->intOr("batch_dims", 0);
    const auto most = static_cast<int64_t>(std::min(data.size(), indices.size()));
    if (batch < 0 || batch >= most || indices.back() < 1
        || indices.back() > static_cast<int64_t>(data.size()) - batch) {
        failNode("inputs are " + toString(node.input(0)) + " and indices " + toString(node.input(1))
            + ", which do not go together with batch_dims " + std::to_string(batch));
    }
    for (size_t d = 0; d < static_cast<size_t>(batch); ++d) {
        if (data[d] != indices[d]) {
            failNode("inputs 0 and 1 are " + toString(node.input(0)) + " and " + toString(node.input(1))
                + ", which differ in batch dimension " + std::to_string(d));
        }
    }
    return static_cast<size_t>(batch);
}

Parts partsOf(const NodeView& node)
{
    const Shape& data = node.shape(0);
    const Shape& indices = node.shape(1);
    const size_t batch = batchDimensions(node);
    const size_t indexed = batch + static_cast<size_t>(indices.back());
    const std::vector<int64_t> strides = contiguousStrides(data);
    Parts parts;
    for (size_t d = 0; d < data.size(); ++d) {
        (d < batch ? parts.batches : d < indexed ? parts.batchStride : parts.sliceSize) *= data[d];
        if (d >= batch && d < indexed) {
            parts.dims.push_back(data[d]);
            parts.strides.push_back(strides[d]);
        }
    }
    parts.batchStride *= parts.sliceSize;
    for (size_t d = batch; d + 1 < indices.size(); ++d) {
        parts.tuplesPerBatch *= indices[d];
    }
    return parts;
}

void infer(InferenceContext& context)
{
    const NodeView node(context);
    const Parts parts = partsOf(node);
    requireIndices(context, 1, parts.dims);
    const Shape& data = context.shape(0);
    Shape result(context.shape(1).begin(), context.shape(1).end() - 1);
    const size_t indexed = batchDimensions(node) + parts.dims.size();
    result.insert(result.end(), data.begin() + static_cast<ptrdiff_t>(indexed), data.end());
    context.setOutput(0, context.type(0), std::move(result));
}

void lower(LoweringContext& context)
{
    const Parts parts = partsOf(NodeView(context));
    const TensorRef result = context.output(0);
    if (result.elements() == 0) {
        return;
    }
    if (parts.dims.size() > mostTupleElements) {
        context.unsupported("its index tuples have " + std::to_string(parts.dims.size())
            + " elements, at most " + std::to_string(mostTupleElements) + " are supported");
    }
    const auto count = static_cast<uint64_t>(result.elements());
    const GatherNDParameters parameters {.count = static_cast<uint32_t>(count),
        .tuplesPerBatch = static_cast<uint32_t>(parts.tuplesPerBatch),
        .batchStride = static_cast<uint32_t>(parts.batchStride),
        .sliceSize = static_cast<uint32_t>(parts.sliceSize),
        .depth = static_cast<uint32_t>(parts.dims.size()),
        .dims = tupleParameters(parts.dims)};
    const auto slice = static_cast<uint64_t>(parts.sliceSize);
    const uint64_t read = bytesLookedUp(result.type(), count / slice, slice);
    context.dispatch({.kernel = &kernels::gather_nd().forWidthAndType(result.type(), context.input(1).type()),
        .loopRounds = fewLoopRounds,
        .specialization = {},
        .bindings = {{context.input(0), Access::Read, read}, {context.input(1), Access::Read},
            {result, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(count),
        .operations = count});
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    const Parts parts = partsOf(NodeView(context));
    HostTensor result = makeEmptyTensor(context.outputs[0]);
    const auto sliceSize = static_cast<size_t>(parts.sliceSize);
    const auto elements = static_cast<size_t>(elementCount(result.descriptor.shape).value_or(0));
    const size_t depth = parts.dims.size();
    for (size_t tuple = 0; sliceSize > 0 && tuple < elements / sliceSize; ++tuple) {
        int64_t from = static_cast<int64_t>(tuple) / parts.tuplesPerBatch * parts.batchStride;
        for (size_t d = 0; d < depth; ++d) {
            from += wrappedIndex(elementAsInt64(*context.inputs[1], tuple * depth + d), parts.dims[d])
                * parts.strides[d];
        }
        moveElements(*context.inputs[0], static_cast<size_t>(from), sliceSize, result, tuple * sliceSize);
    }
    return {std::move(result)};
}

} // namespace

void registerGatherND(Registry& registry)
{
    // ONNX Runtime had it before ONNX did.
    for (const std::string_view domain : {"", "com.microsoft"}) {
        registry.add({.name = "GatherND",
            .sinceVersion = domain.empty() ? 11 : 1,
            .minInputs = 2,
            .maxInputs = 2,
            .infer = infer,
            .lower = lower,
            .fold = fold,
            .domain = domain});
    }
}

} // namespace weightless::ops::gather
