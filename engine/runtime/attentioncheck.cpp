// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/attentioncheck.h"

#include "engine/base/error.h"
#include "engine/ops/product/product.h"
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
#include <utility>
#include <vector>

namespace weightless {

namespace {

constexpr float scale = 0.0625f;

struct Sizes {
    int64_t heads = 1;
    int64_t rows = 0;
    int64_t keys = 0;
    int64_t depth = 0;
    int64_t width = 0;
    bool areKeysTransposed = false;
    bool hasMask = false; // of each row and key
    bool isCausal = false;
};

// The first fills any tile.
constexpr std::array<Sizes, 5> checkedSizes {{{2, 128, 128, 64, 64}, {3, 70, 150, 40, 24},
    {2, 70, 93, 64, 64, true, true}, {2, 100, 100, 80, 80, false, false, true}, {1, 70, 93, 128, 128}}};

struct Tensors {
    std::vector<float> q, k, v, mask;
};

Tensors tensorsOf(const Sizes& s)
{
    return {wholeNumbers(s.heads * s.rows * s.depth, 1), wholeNumbers(s.heads * s.keys * s.depth, 2),
        wholeNumbers(s.heads * s.keys * s.width, 3), wholeNumbers(s.rows * s.keys, 4)};
}

// Of one row, before they are weights.
std::vector<float> scoresOf(const Sizes& s, const Tensors& tensors, int64_t head, int64_t row)
{
    std::vector<float> scores;
    const auto at = [](const std::vector<float>& values, int64_t index) {
        return values[static_cast<size_t>(index)];
    };
    const int64_t visible = s.isCausal ? row + 1 : s.keys;
    for (int64_t key = 0; key < visible; ++key) {
        float sum = 0;
        for (int64_t i = 0; i < s.depth; ++i) {
            const int64_t place = s.areKeysTransposed ? (head * s.depth + i) * s.keys + key
                                                      : (head * s.keys + key) * s.depth + i;
            sum += at(tensors.q, (head * s.rows + row) * s.depth + i) * at(tensors.k, place);
        }
        scores.push_back(sum * scale + (s.hasMask ? at(tensors.mask, row * s.keys + key) : 0));
    }
    return scores;
}

std::vector<float> expectedOf(const Sizes& s, const Tensors& tensors)
{
    std::vector<float> result;
    result.reserve(static_cast<size_t>(s.heads * s.rows * s.width));
    for (int64_t i = 0; i < s.heads * s.rows; ++i) {
        std::vector<float> weights = scoresOf(s, tensors, i / s.rows, i % s.rows);
        const float largest = *std::ranges::max_element(weights);
        float sum = 0;
        for (float& weight : weights) {
            weight = std::exp(weight - largest);
            sum += weight;
        }
        for (int64_t column = 0; column < s.width; ++column) {
            float mean = 0;
            for (size_t key = 0; key < weights.size(); ++key) {
                const int64_t row = i / s.rows * s.keys + static_cast<int64_t>(key);
                mean += weights[key] * tensors.v[static_cast<size_t>(row * s.width + column)];
            }
            result.push_back(mean / sum);
        }
    }
    return result;
}

// Numbers are float32 outside and converted by the device.
class Attention {
public:
    Attention(std::shared_ptr<Context> context, const std::string& kernel, DataType type)
        : m_context(std::move(context))
        , m_builder(m_context)
        , m_type(type)
    {
        m_attributes.set(std::string(ops::product::kernelAttribute), kernel);
        m_attributes.set("scale", scale);
    }

    [[nodiscard]] HostTensor run(const Sizes& s, const Tensors& tensors)
    {
        m_attributes.set("kTransposed", int64_t {s.areKeysTransposed ? 1 : 0});
        m_attributes.set("causalSteps", s.isCausal ? s.rows : int64_t {0});
        const Shape keys =
            s.areKeysTransposed ? Shape {s.heads, s.depth, s.keys} : Shape {s.heads, s.keys, s.depth};
        std::vector<std::optional<Operand>> operands {input("q", {s.heads, s.rows, s.depth}, tensors.q),
            input("k", keys, tensors.k), input("v", {s.heads, s.keys, s.width}, tensors.v)};
        if (s.hasMask) {
            operands.emplace_back(input("mask", {s.rows, s.keys}, tensors.mask));
        }
        const Operand result =
            m_builder.node("Attention", operands, m_attributes, 1, "attention", "weightless").front();
        const auto graph = m_builder.build(
            std::array {std::pair<std::string, Operand> {"y", cast(result, DataType::Float32)}});
        const auto y = m_context->createTensor(graph->outputs().front().descriptor);
        m_context->dispatch(*graph, m_inputs, NamedTensors {{"y", y}});
        return m_context->readTensor(*y);
    }

private:
    [[nodiscard]] Operand input(const char* name, Shape shape, const std::vector<float>& values)
    {
        const TensorDescriptor descriptor {DataType::Float32, std::move(shape)};
        auto tensor = m_context->createTensor(descriptor);
        m_context->writeTensor(*tensor, std::as_bytes(std::span(values)));
        m_inputs[name] = std::move(tensor);
        return cast(m_builder.input(name, descriptor), m_type);
    }

    [[nodiscard]] Operand cast(const Operand& operand, DataType type)
    {
        Attributes attributes;
        attributes.set("to", static_cast<int64_t>(type));
        return m_builder.node("Cast", {operand}, attributes);
    }

    std::shared_ptr<Context> m_context;
    GraphBuilder m_builder;
    DataType m_type;
    Attributes m_attributes;
    NamedTensors m_inputs;
};

bool isRightWith(
    const std::shared_ptr<Context>& context, const std::string& kernel, DataType type, const Sizes& s)
{
    const Tensors tensors = tensorsOf(s);
    const HostTensor result = Attention(context, kernel, type).run(s, tensors);
    return isAttentionRight(result.as<float>(), expectedOf(s, tensors));
}

} // namespace

bool isAttentionRight(std::span<const float> result, std::span<const float> expected)
{
    return std::ranges::equal(result, expected, [](float value, float other) {
        return std::abs(value - other) <= 0.125f; // NaN is not
    });
}

bool isAttentionRight(const std::shared_ptr<Context>& context, const std::string& kernel, DataType type)
{
    if (!isRightWith(context, kernel, type, checkedSizes.front())) {
        return false;
    }
    return std::ranges::all_of(std::span(checkedSizes).subspan(1), [&](const Sizes& s) {
        try {
            return isRightWith(context, kernel, type, s);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Unsupported) {
                throw;
            }
            return true; // the device has no room for such heads, and nothing takes it for them
        }
    });
}

} // namespace weightless
