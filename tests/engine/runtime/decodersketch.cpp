// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/runtime/decodersketch.h"

#include "tests/engine/runtime/modelsketch.h"

#include <cmath>

namespace weightless::testing {

namespace {

// Deterministic numbers from 0 to 1.
class Random {
public:
    double next()
    {
        m_state = m_state * 6364136223846793005ull + 1442695040888963407ull;
        return static_cast<double>(m_state >> 40) / static_cast<double>(1u << 24);
    }

private:
    uint64_t m_state = 42;
};

// The nearest number of the type.
float rounded(DataType type, double value)
{
    HostTensor tensor = makeHostTensor({type, {}});
    setElement(tensor, 0, value);
    return static_cast<float>(elementAsDouble(tensor, 0));
}

QuantizedMatrix makeMatrix(Random& random, int64_t rows, int64_t columns, const DecoderSizes& sizes)
{
    QuantizedMatrix matrix {.rows = rows, .columns = columns, .blockSize = sizes.blockSize};
    for (int64_t i = 0; i < rows * columns; ++i) {
        matrix.quants.push_back(static_cast<int>(random.next() * 16));
    }
    for (int64_t i = 0; i < rows * matrix.blocks(); ++i) {
        matrix.zeros.push_back(6 + static_cast<int>(random.next() * 4));
        matrix.scales.push_back(rounded(sizes.type, 0.01 + 0.05 * random.next()));
    }
    return matrix;
}

HostTensor tensorOfFloats(DataType type, Shape shape, const std::vector<float>& values)
{
    HostTensor tensor = makeHostTensor({type, std::move(shape)});
    for (size_t i = 0; i < values.size(); ++i) {
        setElement(tensor, i, static_cast<double>(values[i]));
    }
    return tensor;
}

// Values of four bits, `perRow` of them in bytes of their own.
HostTensor nibbles(Shape shape, const std::vector<int>& values, int64_t perRow)
{
    HostTensor tensor = makeHostTensor({DataType::UInt8, std::move(shape)});
    const int64_t rowBytes = (perRow + 1) / 2;
    for (size_t i = 0; i < values.size(); ++i) {
        const auto row = static_cast<int64_t>(i) / perRow;
        const auto column = static_cast<int64_t>(i) % perRow;
        tensor.bytes[static_cast<size_t>(row * rowBytes + column / 2)] |=
            static_cast<std::byte>(values[i] << (column % 2 * 4));
    }
    return tensor;
}

class Writer {
public:
    explicit Writer(const Decoder& decoder)
        : d(decoder)
    {
        m_model.opsets[""] = 17;
        m_model.opsets["com.microsoft"] = 1;
        const DecoderSizes& s = d.sizes;
        m_model.graph.inputs = {
            valueOf("input_ids", DataType::Int64, {1, -1}), valueOf("seqlens_k", DataType::Int32, {1})};
        m_model.graph.outputs = {valueOf("logits", s.type, {1, -1, s.words})};
        for (const auto& [name, tensor] : constantsOf(d)) {
            m_model.graph.constants.push_back(hollowConstant(name, tensor.descriptor));
        }
        if (s.growsCaches) {
            m_model.graph.inputs.push_back(valueOf("total", DataType::Int32, {}));
            return;
        }
        HostTensor total = makeHostTensor({DataType::Int32, {}});
        setElement(total, 0, s.places);
        m_model.graph.constants.push_back(knownConstant("total", std::move(total)));
    }

    Model write()
    {
        Attributes table;
        table.set("block_size", d.sizes.blockSize);
        add("GatherBlockQuantized", {"embedding", "input_ids", "embedding scales", "embedding zeros"},
            {"words"}, table);
        std::string sum = "words";
        std::string normal = "normal 0";
        add("SimplifiedLayerNormalization", {sum, layerName(0, "first norm")}, {normal}, epsilon(), "");
        for (int64_t layer = 0; layer < d.sizes.layers; ++layer) {
            const std::string attention = addAttention(layer, normal);
            std::tie(normal, sum) = addNorm(attention, sum, layerName(layer, "second norm"));
            const std::string inner = addFeedForward(layer, normal);
            const bool isLast = layer + 1 == d.sizes.layers;
            std::tie(normal, sum) =
                addNorm(inner, sum, isLast ? std::string("last norm") : layerName(layer + 1, "first norm"));
        }
        addProduct("head", normal, "logits");
        return std::move(m_model);
    }

private:
    void add(const std::string& opType, std::vector<std::string> inputs, std::vector<std::string> outputs,
        const Attributes& attributes = {}, const std::string& domain = "com.microsoft")
    {
        Node node = nodeOf(opType, std::move(inputs), std::move(outputs), attributes);
        node.domain = domain;
        m_model.graph.nodes.push_back(std::move(node));
    }

    static Attributes epsilon()
    {
        Attributes attributes;
        attributes.set("epsilon", 1e-6f);
        return attributes;
    }

    std::string addProduct(const std::string& name, const std::string& x, const std::string& y)
    {
        const QuantizedMatrix& matrix = d.matrices.at(name);
        Attributes attributes;
        attributes.set("N", matrix.rows);
        attributes.set("K", matrix.columns);
        attributes.set("bits", int64_t {4});
        attributes.set("block_size", matrix.blockSize);
        add("MatMulNBits", {x, name, name + " scales", name + " zeros"}, {y}, attributes);
        return y;
    }

    std::string addAttention(int64_t layer, const std::string& x)
    {
        const DecoderSizes& s = d.sizes;
        const auto product = [&](const std::string& part) {
            return addProduct(layerName(layer, part), x, layerName(layer, part) + " of x");
        };
        const std::string number = std::to_string(layer);
        std::vector<std::string> inputs {product("query"), product("key"), product("value")};
        std::vector<std::string> outputs {layerName(layer, "heads")};
        for (const char* part : {"key", "value"}) {
            const std::vector<int64_t> cache {1, s.keyHeads, s.growsCaches ? -1 : s.places, s.headSize()};
            inputs.push_back("past." + number + "." + part);
            outputs.push_back("present." + number + "." + part);
            m_model.graph.inputs.push_back(valueOf(inputs.back(), s.type, cache));
            if (s.growsCaches) {
                (*m_model.graph.inputs.back().shape)[2].symbol = "past";
            }
            m_model.graph.outputs.push_back(valueOf(outputs.back(), s.type, cache));
        }
        inputs.insert(inputs.end(), {"seqlens_k", "total", "cosines", "sines"});
        Attributes attributes;
        attributes.set("num_heads", s.heads);
        attributes.set("kv_num_heads", s.keyHeads);
        attributes.set("do_rotary", int64_t {1});
        add("GroupQueryAttention", inputs, outputs, attributes);
        return addProduct(layerName(layer, "output"), outputs[0], layerName(layer, "attention"));
    }

    // The norm of the sum, and the sum.
    std::pair<std::string, std::string> addNorm(
        const std::string& x, const std::string& skip, const std::string& name)
    {
        add("SkipSimplifiedLayerNormalization", {x, skip, name}, {name + " of x", "", "", name + " sum"},
            epsilon());
        return {name + " of x", name + " sum"};
    }

    // down(silu(gate(x)) * up(x))
    std::string addFeedForward(int64_t layer, const std::string& x)
    {
        const std::string gate = addProduct(layerName(layer, "gate"), x, layerName(layer, "gate of x"));
        const std::string up = addProduct(layerName(layer, "up"), x, layerName(layer, "up of x"));
        add("Sigmoid", {gate}, {gate + " sigmoid"}, {}, "");
        add("Mul", {gate, gate + " sigmoid"}, {gate + " silu"}, {}, "");
        add("Mul", {gate + " silu", up}, {gate + " up"}, {}, "");
        return addProduct(layerName(layer, "down"), gate + " up", layerName(layer, "down of x"));
    }

    const Decoder& d;
    Model m_model;
};

} // namespace

std::string layerName(int64_t layer, const std::string& part)
{
    return "layer " + std::to_string(layer) + " " + part;
}

double QuantizedMatrix::at(int64_t row, int64_t column) const
{
    const auto block = static_cast<size_t>(row * blocks() + column / blockSize);
    return (quants[static_cast<size_t>(row * columns + column)] - zeros[block])
        * static_cast<double>(scales[block]);
}

HostTensor QuantizedMatrix::packed(bool isTable) const
{
    const Shape shape = isTable ? Shape {rows, columns / 2} : Shape {rows, blocks(), blockSize / 2};
    return nibbles(shape, quants, columns);
}

HostTensor QuantizedMatrix::packedZeros(bool isTable) const
{
    const int64_t rowBytes = (blocks() + 1) / 2;
    return nibbles(isTable ? Shape {rows, rowBytes} : Shape {rows * rowBytes}, zeros, blocks());
}

HostTensor QuantizedMatrix::scaleTensor(bool isTable, DataType type) const
{
    return tensorOfFloats(type, isTable ? Shape {rows, blocks()} : Shape {rows * blocks()}, scales);
}

Decoder makeDecoder(const DecoderSizes& s)
{
    Decoder d {s, {}, {}};
    Random random;
    const auto matrix = [&](const std::string& name, int64_t rows, int64_t columns) {
        d.matrices.emplace(name, makeMatrix(random, rows, columns, s));
    };
    const auto norm = [&](const std::string& name) {
        std::vector<float>& scale = d.vectors[name];
        for (int64_t i = 0; i < s.width; ++i) {
            scale.push_back(rounded(s.type, 0.5 + random.next()));
        }
    };
    matrix("embedding", s.words, s.width);
    for (int64_t layer = 0; layer < s.layers; ++layer) {
        norm(layerName(layer, "first norm"));
        norm(layerName(layer, "second norm"));
        matrix(layerName(layer, "query"), s.width, s.width);
        matrix(layerName(layer, "key"), s.keyHeads * s.headSize(), s.width);
        matrix(layerName(layer, "value"), s.keyHeads * s.headSize(), s.width);
        matrix(layerName(layer, "output"), s.width, s.width);
        matrix(layerName(layer, "gate"), s.inner, s.width);
        matrix(layerName(layer, "up"), s.inner, s.width);
        matrix(layerName(layer, "down"), s.width, s.inner);
    }
    norm("last norm");
    matrix("head", s.words, s.width);
    for (int64_t position = 0; position < s.places; ++position) {
        for (int64_t i = 0; i < s.headSize() / 2; ++i) {
            const double angle = static_cast<double>(position)
                / std::pow(100.0, 2.0 * static_cast<double>(i) / static_cast<double>(s.headSize()));
            d.vectors["cosines"].push_back(rounded(s.type, std::cos(angle)));
            d.vectors["sines"].push_back(rounded(s.type, std::sin(angle)));
        }
    }
    return d;
}

Model modelOf(const Decoder& decoder)
{
    return Writer(decoder).write();
}

std::map<std::string, HostTensor> constantsOf(const Decoder& d)
{
    std::map<std::string, HostTensor> constants;
    for (const auto& [name, matrix] : d.matrices) {
        const bool isTable = name == "embedding";
        constants.emplace(name, matrix.packed(isTable));
        constants.emplace(name + " scales", matrix.scaleTensor(isTable, d.sizes.type));
        constants.emplace(name + " zeros", matrix.packedZeros(isTable));
    }
    for (const auto& [name, values] : d.vectors) {
        const auto count = static_cast<int64_t>(values.size());
        const bool isAngles = name == "cosines" || name == "sines";
        constants.emplace(name,
            tensorOfFloats(d.sizes.type,
                isAngles ? Shape {d.sizes.places, count / d.sizes.places} : Shape {count}, values));
    }
    return constants;
}

} // namespace weightless::testing
