// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/operator.h"
#include "engine/ops/product/product.h"
#include "engine/ops/product/register.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace weightless::ops::product {

namespace {

void requireArithmeticType(InferenceContext& context, size_t index)
{
    const DataType type = context.type(index);
    const bool is = isFloat(type) || type == DataType::Int32 || type == DataType::Int64
        || type == DataType::UInt32 || type == DataType::UInt64;
    if (!is) {
        context.fail("input " + std::to_string(index) + " is " + toString(context.input(index))
            + ", expected a float or 32- or 64-bit integer tensor");
    }
}

// Operands as NumPy's matmul sees them: a vector becomes a row on the left, a column on the right.
Shape asMatrices(const Shape& shape, bool isLeft)
{
    if (shape.size() != 1) {
        return shape;
    }
    return isLeft ? Shape {1, shape[0]} : Shape {shape[0], 1};
}

Shape batchOf(const Shape& matrices)
{
    return Shape(matrices.begin(), matrices.end() - 2);
}

Shape withRowsAsColumns(Shape matrices)
{
    std::swap(matrices[matrices.size() - 1], matrices[matrices.size() - 2]);
    return matrices;
}

// `isTransposed`: input 1 is [batch …, columns, depth].
Shape matMulShape(const InferenceContext& context, bool isTransposed)
{
    if (context.shape(0).empty() || context.shape(1).size() < (isTransposed ? 2u : 1u)) {
        context.fail("inputs are " + toString(context.input(0)) + " and " + toString(context.input(1))
            + ", expected tensors of rank 1 or more, and of 2 or more where matrices are transposed");
    }
    const Shape a = asMatrices(context.shape(0), true);
    const Shape b = isTransposed ? withRowsAsColumns(context.shape(1)) : asMatrices(context.shape(1), false);
    const auto batch = broadcast(batchOf(a), batchOf(b));
    if (a.back() != b[b.size() - 2] || !batch) {
        context.fail("inputs " + toString(context.input(0)) + " and " + toString(context.input(1))
            + (batch ? " do not share their inner dimension: " + std::to_string(a.back()) + " and "
                        + std::to_string(b[b.size() - 2])
                     : std::string(" have batch dimensions that do not broadcast")));
    }
    Shape result = *batch;
    if (context.shape(0).size() > 1) {
        result.push_back(a[a.size() - 2]);
    }
    if (context.shape(1).size() > 1) {
        result.push_back(b.back());
    }
    return result;
}

void inferProduct(InferenceContext& context, bool isTransposed)
{
    context.requireSameType(0, 1);
    requireArithmeticType(context, 0);
    context.setOutput(0, context.type(0), matMulShape(context, isTransposed));
}

void inferMatMul(InferenceContext& context)
{
    inferProduct(context, false);
}

bool isTransposedB(const Attributes& attributes)
{
    return attributes.intOr("transposedB", 0) != 0;
}

void inferFused(InferenceContext& context)
{
    inferProduct(context, isTransposedB(context.attributes()));
    (void)epilogueOf(context.attributes());
    const TensorDescriptor& result = context.outputs()[0];
    if (context.hasInput(2) && context.shape(2) != Shape {result.shape.back()}) {
        context.fail("the bias is " + toString(context.input(2)) + ", expected one value for each of the "
            + std::to_string(result.shape.back()) + " columns");
    }
    if (context.hasInput(3) && context.input(3) != result) {
        context.fail("the residual is " + toString(context.input(3)) + ", expected " + toString(result));
    }
    checkFactors(context, 4, result.shape.back());
}

// One batch dimension with the strides of A and B along it (0 where the operand is broadcast).
struct BatchDimension {
    int64_t size;
    int64_t strideA;
    int64_t strideB;
};

std::vector<int64_t> batchStrides(const Shape& matrices, const Shape& batch)
{
    std::vector<int64_t> strides(batch.size(), 0);
    const size_t missing = batch.size() - (matrices.size() - 2);
    int64_t stride = matrices[matrices.size() - 1] * matrices[matrices.size() - 2];
    for (size_t i = batch.size(); i-- > missing;) {
        strides[i] = matrices[i - missing] == 1 ? 0 : stride;
        stride *= matrices[i - missing];
    }
    return strides;
}

// Outermost first; neighbours that step alike in both operands are one dimension.
std::vector<BatchDimension> collapsedBatch(const Shape& a, const Shape& b, const Shape& batch)
{
    const std::vector<int64_t> stridesA = batchStrides(a, batch);
    const std::vector<int64_t> stridesB = batchStrides(b, batch);
    std::vector<BatchDimension> dims;
    for (size_t i = 0; i < batch.size(); ++i) {
        if (batch[i] == 1) {
            continue;
        }
        const BatchDimension next {batch[i], stridesA[i], stridesB[i]};
        if (!dims.empty() && dims.back().strideA == next.strideA * next.size
            && dims.back().strideB == next.strideB * next.size) {
            dims.back() = {dims.back().size * next.size, next.strideA, next.strideB};
        } else {
            dims.push_back(next);
        }
    }
    return dims;
}

TensorRef part(LoweringContext& context, const TensorRef& tensor, int64_t offset)
{
    return context.view(tensor, {tensor.type(), {tensor.elements() - offset}}, static_cast<uint64_t>(offset));
}

// At most two batch dimensions go into one dispatch; more are walked here.
void dispatchBatches(LoweringContext& context, const Product& p, std::vector<BatchDimension> dims)
{
    const auto resultSize = static_cast<int64_t>(p.rows * p.width);
    int64_t inner = resultSize;
    for (const BatchDimension& dim : dims) {
        inner *= dim.size;
    }
    if (dims.size() > 2) {
        const BatchDimension outer = dims.front();
        dims.erase(dims.begin());
        inner /= outer.size;
        for (int64_t i = 0; i < outer.size; ++i) {
            Product one = p;
            one.a = part(context, p.a, i * outer.strideA);
            one.b = part(context, p.b, i * outer.strideB);
            one.c = part(context, p.c, i * inner);
            if (p.residual) {
                one.residual = part(context, *p.residual, i * inner);
            }
            dispatchBatches(context, one, dims);
        }
        return;
    }
    Product all = p;
    for (size_t i = 0; i < dims.size(); ++i) {
        const size_t place = i + 2 - dims.size();
        (place == 0 ? all.batchOuter : all.batchInner) = static_cast<uint64_t>(dims[i].size);
        all.batchA[place] = static_cast<uint64_t>(dims[i].strideA);
        all.batchB[place] = static_cast<uint64_t>(dims[i].strideB);
        all.batchC[place] =
            static_cast<uint64_t>(i + 1 < dims.size() ? resultSize * dims[i + 1].size : resultSize);
    }
    dispatchProduct(context, all);
}

// `b` is input 1 as the product has it: [batch …, depth, columns], whichever way it lies.
void lowerProduct(LoweringContext& context, const Shape& b, bool isTransposed, float alpha)
{
    if (context.output(0).elements() == 0) {
        return;
    }
    const Shape a = asMatrices(context.input(0).shape(), true);
    const Shape batch = broadcast(batchOf(a), batchOf(b)).value_or(Shape {});
    std::vector<BatchDimension> dims = collapsedBatch(a, b, batch);
    Product p;
    p.a = context.input(0);
    p.b = context.input(1);
    p.c = context.output(0);
    if (context.hasInput(2)) {
        p.bias = context.input(2);
        p.biasKind = BiasKind::PerColumn;
    }
    if (context.hasInput(4)) {
        p.bias = context.input(4);
        p.biasKind = BiasKind::PerColumnScaled;
    }
    if (context.hasInput(3)) {
        p.residual = context.input(3);
    }
    p.epilogue = epilogueOf(context.attributes());
    p.rows = static_cast<uint64_t>(a[a.size() - 2]);
    p.depth = static_cast<uint64_t>(a.back());
    p.columns = p.width = p.paddedWidth = static_cast<uint64_t>(b.back());
    p.strideA = p.depth;
    p.strideC = p.width;
    // Rows of A that all meet the same B are one tall matrix.
    if (!dims.empty() && dims.back().strideB == 0 && dims.back().strideA == a[a.size() - 2] * a.back()) {
        p.rows *= static_cast<uint64_t>(dims.back().size);
        dims.pop_back();
    }
    p.transposedB = isTransposed || p.columns == 1; // a column is as good a row
    p.alpha = alpha;
    p.channelStride = p.transposedB ? p.depth : p.columns;
    dispatchBatches(context, p, dims);
}

void lowerMatMul(LoweringContext& context)
{
    lowerProduct(context, asMatrices(context.input(1).shape(), false), false, 1);
}

void lowerFused(LoweringContext& context)
{
    if (isTransposedB(context.attributes())) {
        lowerProduct(context, withRowsAsColumns(context.input(1).shape()), true, 1);
    } else {
        lowerMatMul(context);
    }
}

// alpha A B^T, both of rank 2 or more.
void inferTransposed(InferenceContext& context)
{
    context.requireSameType(0, 1);
    requireArithmeticType(context, 0);
    const Shape& a = context.shape(0);
    const Shape& b = context.shape(1);
    const auto batch = a.size() < 2 || b.size() < 2 ? std::nullopt : broadcast(batchOf(a), batchOf(b));
    if (!batch || a.back() != b.back()) {
        context.fail(toString(context.input(0)) + " has no product with the transposed matrices of "
            + toString(context.input(1)));
    }
    Shape result = *batch;
    result.insert(result.end(), {a[a.size() - 2], b[b.size() - 2]});
    context.setOutput(0, context.type(0), std::move(result));
}

void lowerTransposed(LoweringContext& context)
{
    lowerProduct(context, withRowsAsColumns(context.input(1).shape()), true,
        context.attributes().floatOr("alpha", 1.0f));
}

constexpr std::array versions {1, 9, 13};

} // namespace

void registerMatMul(Registry& registry)
{
    for (const int version : versions) {
        registry.add({.name = "MatMul",
            .sinceVersion = version,
            .minInputs = 2,
            .maxInputs = 2,
            .infer = inferMatMul,
            .lower = lowerMatMul});
    }
    registry.add({.name = "FusedMatMul",
        .minInputs = 2,
        .maxInputs = 5,
        .infer = inferFused,
        .lower = lowerFused,
        .domain = "weightless"});
    registry.add({.name = "TransposedMatMul",
        .minInputs = 2,
        .maxInputs = 2,
        .infer = inferTransposed,
        .lower = lowerTransposed,
        .domain = "weightless"});
}

} // namespace weightless::ops::product
