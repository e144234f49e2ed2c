// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/productcheck.h"

#include "engine/base/error.h"
#include "engine/model/blockedfilter.h"
#include "engine/ops/conv/conv.h"
#include "engine/ops/product/product.h"
#include "engine/ops/product/split.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/tensor.h"
#include "engine/runtime/wholenumbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace weightless {

namespace {

// [images, channels, height, width], by filters of 3 x 3 with a border of one.
struct ConvolutionSizes {
    int64_t images = 0;
    int64_t channels = 0;
    int64_t height = 0;
    int64_t width = 0;
    int64_t filters = 0;
    int64_t stride = 1;
    bool isBlocked = false; // as kernels on matrix units read filters, too (model/blockedfilter.h)

    [[nodiscard]] int64_t outHeight() const { return (height - 1) / stride + 1; }
    [[nodiscard]] int64_t outWidth() const { return (width - 1) / stride + 1; }
};

// Whole eights of pixels beside each other, and neither.
constexpr std::array<ConvolutionSizes, 4> checkedConvolutions {
    {{2, 7, 11, 16, 70, 1}, {3, 8, 13, 9, 37, 2}, {2, 64, 5, 16, 70, 1, true}, {1, 128, 7, 9, 37, 2, true}}};

struct Sizes {
    int64_t rows = 0;
    int64_t columns = 0;
    int64_t depth = 0;
};

// The largest tile, once; and no whole number of any kernel's.
constexpr std::array<Sizes, 2> checkedSizes {{{128, 256, 64}, {150, 171, 73}}};

// B as rows of columns.
std::vector<float> expectedProduct(const Sizes& s, std::span<const float> a, std::span<const float> b)
{
    std::vector<float> product(static_cast<size_t>(s.rows * s.columns));
    for (int64_t row = 0; row < s.rows; ++row) {
        float* sums = product.data() + row * s.columns;
        for (int64_t k = 0; k < s.depth; ++k) {
            const float factor = a[static_cast<size_t>(row * s.depth + k)];
            const float* others = b.data() + k * s.columns;
            for (int64_t column = 0; column < s.columns; ++column) {
                sums[column] += factor * others[column];
            }
        }
    }
    return product;
}

std::vector<float> expectedConvolution(
    const ConvolutionSizes& s, std::span<const float> x, std::span<const float> w)
{
    std::vector<float> result;
    result.reserve(static_cast<size_t>(s.images * s.filters * s.outHeight() * s.outWidth()));
    const auto pixel = [&](int64_t plane, int64_t row, int64_t column) {
        const bool isInside = row >= 0 && row < s.height && column >= 0 && column < s.width;
        return isInside ? x[static_cast<size_t>((plane * s.height + row) * s.width + column)] : 0.0f;
    };
    const auto sumOf = [&](int64_t image, int64_t filter, int64_t row, int64_t column) {
        float sum = 0;
        for (int64_t i = 0; i < s.channels * 9; ++i) {
            sum += w[static_cast<size_t>(filter * s.channels * 9 + i)]
                * pixel(image * s.channels + i / 9, row * s.stride + i % 9 / 3 - 1,
                    column * s.stride + i % 3 - 1);
        }
        return sum;
    };
    for (int64_t i = 0; i < s.images * s.filters; ++i) {
        for (int64_t at = 0; at < s.outHeight() * s.outWidth(); ++at) {
            result.push_back(sumOf(i / s.filters, i % s.filters, at / s.outWidth(), at % s.outWidth()));
        }
    }
    return result;
}

std::vector<float> transposed(std::span<const float> matrix, int64_t rows, int64_t columns)
{
    std::vector<float> result(matrix.size());
    for (int64_t row = 0; row < rows; ++row) {
        for (int64_t column = 0; column < columns; ++column) {
            result[static_cast<size_t>(column * rows + row)] =
                matrix[static_cast<size_t>(row * columns + column)];
        }
    }
    return result;
}

// Products of one kernel and type. Numbers are float32 outside and converted by the device.
class Products {
public:
    Products(std::shared_ptr<Context> context, const std::string& kernel, DataType type)
        : m_context(std::move(context))
        , m_type(type)
    {
        m_attributes.set(std::string(ops::product::kernelAttribute), kernel);
    }

    [[nodiscard]] HostTensor product(
        const Sizes& s, std::span<const float> a, std::span<const float> b, bool isTransposed)
    {
        GraphBuilder builder(m_context);
        const TensorDescriptor left {DataType::Float32, {s.rows, s.depth}};
        const TensorDescriptor right {DataType::Float32,
            isTransposed ? std::vector {s.columns, s.depth} : std::vector {s.depth, s.columns}};
        Attributes attributes = m_attributes;
        attributes.set("transposedB", int64_t {isTransposed ? 1 : 0});
        const std::array<std::optional<Operand>, 2> factors {cast(builder, builder.input("a", left), m_type),
            cast(builder, builder.input("b", right), m_type)};
        const Operand product =
            builder.node("FusedMatMul", factors, attributes, 1, "product", "weightless").front();
        return run(builder, product, {{"a", tensorOf(left, a)}, {"b", tensorOf(right, b)}});
    }

    [[nodiscard]] HostTensor convolution(
        const ConvolutionSizes& s, std::span<const float> x, std::span<const float> w)
    {
        GraphBuilder builder(m_context);
        const TensorDescriptor picture {DataType::Float32, {s.images, s.channels, s.height, s.width}};
        const TensorDescriptor filters {DataType::Float32, {s.filters, s.channels, 3, 3}};
        Attributes attributes = m_attributes;
        attributes.set("pads", std::vector<int64_t> {1, 1, 1, 1});
        attributes.set("strides", std::vector<int64_t> {s.stride, s.stride});
        attributes.set(std::string(ops::conv::blockedFilterAttribute), int64_t {s.isBlocked ? 1 : 0});
        const Operand result = builder.node("Conv",
            {cast(builder, builder.input("x", picture), m_type),
                cast(builder, builder.input("w", filters), m_type)},
            attributes);
        return run(builder, result, {{"x", tensorOf(picture, x)}, {"w", tensorOf(filters, w)}});
    }

private:
    HostTensor run(GraphBuilder& builder, const Operand& result, const NamedTensors& inputs)
    {
        const auto graph = builder.build(
            std::array {std::pair<std::string, Operand> {"y", cast(builder, result, DataType::Float32)}});
        const auto y = m_context->createTensor(graph->outputs().front().descriptor);
        m_context->dispatch(*graph, inputs, NamedTensors {{"y", y}});
        return m_context->readTensor(*y);
    }

    static Operand cast(GraphBuilder& builder, const Operand& operand, DataType type)
    {
        Attributes attributes;
        attributes.set("to", static_cast<int64_t>(type));
        return builder.node("Cast", {operand}, attributes);
    }

    std::shared_ptr<Tensor> tensorOf(const TensorDescriptor& descriptor, std::span<const float> values)
    {
        auto tensor = m_context->createTensor(descriptor);
        m_context->writeTensor(*tensor, std::as_bytes(values));
        return tensor;
    }

    std::shared_ptr<Context> m_context;
    DataType m_type;
    Attributes m_attributes;
};

std::vector<float> inBlocks(const std::vector<float>& filters)
{
    std::vector<float> blocked(filters.size());
    blockFilters(
        std::as_bytes(std::span(filters)), std::as_writable_bytes(std::span(blocked)), 9, sizeof(float));
    return blocked;
}

bool areProductsRight(const std::shared_ptr<Context>& context, const std::string& kernel, DataType type)
{
    Products products(context, kernel, type);
    if (kernel.starts_with(ops::product::imagePrefix)) {
        return std::ranges::all_of(checkedConvolutions, [&](const ConvolutionSizes& s) {
            if (s.isBlocked && !ops::conv::readsBlockedFilter(kernel)) {
                return true;
            }
            const std::vector<float> x = wholeNumbers(s.images * s.channels * s.height * s.width, 1);
            const std::vector<float> w = wholeNumbers(s.filters * s.channels * 9, 2);
            const HostTensor y = products.convolution(s, x, s.isBlocked ? inBlocks(w) : w);
            return isRight(y.as<float>(), expectedConvolution(s, x, w));
        });
    }
    return std::ranges::all_of(checkedSizes, [&](const Sizes& s) {
        const std::vector<float> a = wholeNumbers(s.rows * s.depth, 1);
        const std::vector<float> b = wholeNumbers(s.depth * s.columns, 2);
        const std::vector<float> expected = expectedProduct(s, a, b);
        const std::vector<float> turned = transposed(b, s.depth, s.columns);
        return isRight(products.product(s, a, b, false).as<float>(), expected)
            && isRight(products.product(s, a, turned, true).as<float>(), expected);
    });
}

// Each tile is a program of its own to the driver's compiler. Of products as small as those above the kernel
// itself takes the smallest.
std::vector<std::string> tilesOf(const std::string& kernel)
{
    std::vector<std::string> tiles;
    if (kernel.ends_with("matrix") || kernel.ends_with("group") || kernel.ends_with("shared")) {
        for (const char* ending : {"32", "64", "128", "256"}) {
            tiles.push_back(kernel + ending);
        }
        tiles.push_back(kernel + std::string(ops::product::splitSuffix));
    }
    return tiles;
}

} // namespace

bool isRight(std::span<const float> product, std::span<const float> expected)
{
    return std::ranges::equal(product, expected, [](float value, float other) {
        return std::abs(value - other) <= std::abs(other) / 128; // NaN is not
    });
}

bool isProductRight(const std::shared_ptr<Context>& context, const std::string& kernel, DataType type)
{
    return areProductsRight(context, kernel, type)
        && std::ranges::all_of(tilesOf(kernel), [&](const std::string& tile) {
               try {
                   return areProductsRight(context, tile, type);
               } catch (const Error& error) {
                   if (error.kind() != ErrorKind::Unsupported) {
                       throw;
                   }
                   return true; // the device has no room for it, and nothing takes it
               }
           });
}

} // namespace weightless
