// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/blockquantized/blockcases.h"

namespace weightless::ops::blockquantized {

namespace {

enum class Kind { Bytes, UInt4, Int4 }; // numbers in the bits of bytes, or one of 4 bits in each byte

struct Table {
    Kind kind = Kind::Bytes;
    Shape shape = {5, 64}; // in numbers
    int64_t gatherAxis = 0;
    int64_t quantizeAxis = 1;
    int64_t blockSize = 16;
    int64_t bits = 4;
    bool hasZeros = true;
    DataType type = DataType::Float32;
    Shape indexShape = {2, 3};
    DataType indexType = DataType::Int64;

    [[nodiscard]] int64_t perByte() const { return kind == Kind::Bytes ? 8 / bits : 1; }
    [[nodiscard]] int64_t axis(int64_t given) const
    {
        return given < 0 ? given + static_cast<int64_t>(shape.size()) : given;
    }
    [[nodiscard]] Shape withQuantized(int64_t size) const
    {
        Shape result = shape;
        result[static_cast<size_t>(axis(quantizeAxis))] = size;
        return result;
    }
};

int64_t numberIn(const Table& t, const HostTensor& bytes, const std::vector<int64_t>& at, const Shape& shape)
{
    const int64_t index = indexOf(at, shape);
    if (t.perByte() == 1) {
        return elementAsInt64(bytes, static_cast<size_t>(index));
    }
    return bitsAt(bytes, index / shape.back() * bytes.descriptor.shape.back(), at.back(), t.bits);
}

std::string nameOf(const Table& t)
{
    const std::string data = t.kind == Kind::Bytes ? std::to_string(t.bits) + " bits"
        : t.kind == Kind::Int4                     ? "int4"
                                                   : "uint4";
    return data + toString(t.shape) + " of " + toString(t.type) + " in blocks of "
        + std::to_string(t.blockSize) + ", axes " + std::to_string(t.gatherAxis) + " and "
        + std::to_string(t.quantizeAxis) + ", " + toString(t.indexType) + toString(t.indexShape)
        + (t.hasZeros ? ", zero points" : "");
}

struct Operands {
    HostTensor data;
    HostTensor indices;
    HostTensor scales;
    HostTensor zeros;
};

Operands operandsOf(const Table& t)
{
    const DataType byte = t.kind == Kind::Int4 ? DataType::Int8 : DataType::UInt8;
    const double low = t.kind == Kind::Int4 ? -8 : 0;
    const double high = t.kind == Kind::Int4 ? 7.9 : t.kind == Kind::UInt4 ? 15.9 : 255.9;
    const auto size = t.shape[static_cast<size_t>(t.axis(t.gatherAxis))];
    const int64_t blocks =
        (t.shape[static_cast<size_t>(t.axis(t.quantizeAxis))] + t.blockSize - 1) / t.blockSize;
    Shape packed = t.shape;
    packed.back() /= t.perByte();
    return {.data = randomTensor(byte, packed, 11, low, high),
        .indices = randomTensor(
            t.indexType, t.indexShape, 12, -static_cast<double>(size), static_cast<double>(size) - 0.1),
        .scales = randomTensor(t.type, t.withQuantized(blocks), 13, 0.01, 0.1),
        .zeros =
            randomTensor(byte, t.withQuantized((blocks + t.perByte() - 1) / t.perByte()), 14, low, high)};
}

// The reference goes from coordinates to coordinates.
HostTensor expectedOf(const Table& t, const Operands& operands)
{
    const auto gather = static_cast<ptrdiff_t>(t.axis(t.gatherAxis));
    const auto quantize = static_cast<size_t>(t.axis(t.quantizeAxis));
    const auto indexRank = static_cast<ptrdiff_t>(t.indexShape.size());
    Shape shape(t.shape.begin(), t.shape.begin() + gather);
    shape.insert(shape.end(), t.indexShape.begin(), t.indexShape.end());
    shape.insert(shape.end(), t.shape.begin() + gather + 1, t.shape.end());
    HostTensor y = makeHostTensor({t.type, shape});
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const std::vector<int64_t> to = coordinatesOf(i, shape);
        const std::vector<int64_t> lookup(to.begin() + gather, to.begin() + gather + indexRank);
        const int64_t index =
            elementAsInt64(operands.indices, static_cast<size_t>(indexOf(lookup, t.indexShape)));
        const int64_t size = t.shape[static_cast<size_t>(gather)];
        if (index < -size || index >= size) {
            continue; // stays 0
        }
        std::vector<int64_t> from(to.begin(), to.begin() + gather);
        from.push_back(index < 0 ? index + size : index);
        from.insert(from.end(), to.begin() + gather + indexRank, to.end());
        const int64_t number = numberIn(t, operands.data, from, t.shape);
        from[quantize] /= t.blockSize;
        const Shape& scaleShape = operands.scales.descriptor.shape;
        const int64_t zero = t.hasZeros ? numberIn(t, operands.zeros, from, scaleShape)
            : t.kind == Kind::Bytes     ? int64_t {1} << (t.bits - 1)
                                        : 0;
        const auto scale = static_cast<size_t>(indexOf(from, scaleShape));
        setElement(y, static_cast<size_t>(i),
            static_cast<double>(number - zero) * elementAsDouble(operands.scales, scale));
    }
    return y;
}

OperatorCase caseWith(const Table& t, Operands operands)
{
    OperatorCase test = blockCase(nameOf(t), "GatherBlockQuantized", t.type);
    test.expected = {expectedOf(t, operands)};
    test.inputs = {std::move(operands.data), std::move(operands.indices), std::move(operands.scales)};
    if (t.hasZeros) {
        test.inputs.emplace_back(std::move(operands.zeros));
    }
    test.attributes.set("bits", t.bits);
    test.attributes.set("block_size", t.blockSize);
    test.attributes.set("gather_axis", t.gatherAxis);
    test.attributes.set("quantize_axis", t.quantizeAxis);
    if (t.kind == Kind::UInt4) {
        test.attributes.set("weightless.widened", std::vector<int64_t> {0, 3});
    }
    return test;
}

OperatorCase gatherCase(const Table& t)
{
    return caseWith(t, operandsOf(t));
}

void addPacked(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const bool hasZeros : {false, true}) {
            for (const int64_t bits : {2, 4, 8}) {
                cases.push_back(gatherCase({.bits = bits, .hasZeros = hasZeros, .type = type}));
            }
        }
    }
    // Blocks that are half empty, rows that end within a word, ranks, and few of the zero points' bits.
    cases.push_back(gatherCase({.shape = {5, 72}, .indexType = DataType::Int32}));
    cases.push_back(gatherCase({.shape = {5, 36}, .bits = 8}));
    cases.push_back(gatherCase({.shape = {5, 34}}));
    cases.push_back(gatherCase({.shape = {3, 5, 48}, .quantizeAxis = 2}));
    cases.push_back(gatherCase({.shape = {4, 3, 2, 68}, .quantizeAxis = -1, .bits = 2, .indexShape = {}}));
    cases.push_back(gatherCase({.shape = {6, 2, 33}, .gatherAxis = -3, .quantizeAxis = -1, .bits = 8}));
    cases.push_back(gatherCase({.indexShape = {0}}));
    cases.push_back(gatherCase({.shape = {5, 0}}));
}

// int4 and uint4 tables, as the device has them: an element in a byte. Every pair of axes.
void addWidened(CaseList& cases)
{
    for (const Kind kind : {Kind::Int4, Kind::UInt4}) {
        cases.push_back(gatherCase({.kind = kind, .shape = {5, 40}, .indexShape = {2}}));
        for (const int64_t gather : {0, 1, 2}) {
            for (const int64_t quantize : {0, 1, -1}) {
                cases.push_back(gatherCase({.kind = kind,
                    .shape = {19, 35, 21},
                    .gatherAxis = gather,
                    .quantizeAxis = quantize,
                    .hasZeros = gather != quantize,
                    .indexShape = {2},
                    .indexType = gather == 0 ? DataType::Int64 : DataType::Int32}));
            }
        }
        cases.push_back(
            gatherCase({.kind = kind, .shape = {37}, .quantizeAxis = 0, .type = DataType::Float16}));
    }
}

// Slices that do not exist are zeros, unlike Gather's.
void addOutOfRange(CaseList& cases)
{
    const auto with = [&](const Table& t, const std::vector<double>& indices) {
        Operands operands = operandsOf(t);
        operands.indices = tensorOf(t.indexType, {static_cast<int64_t>(indices.size())}, indices);
        Table named = t;
        named.indexShape = operands.indices.descriptor.shape;
        OperatorCase test = caseWith(named, std::move(operands));
        test.name += ", out of range";
        cases.push_back(test);
    };
    with({}, {4, 5, -5, -6, 0, 1e9});
    with({.kind = Kind::Int4, .shape = {3, 20}, .gatherAxis = 1}, {19, 20, -20, -21});
    with({.shape = {0, 32}}, {0, 1});
}

void addErrors(CaseList& cases)
{
    OperatorCase test = gatherCase({.shape = {5, 32}}); // half the scales
    test.inputs[2] = randomTensor(DataType::Float32, {5, 1}, 1);
    test.expectedError = "expected floats of shape [5, 2]";
    cases.push_back(test);
    test = gatherCase({.shape = {5, 32}});
    test.inputs[3] = randomTensor(DataType::UInt8, {5, 2}, 1);
    test.expectedError = "expected the shape [5, 1]";
    cases.push_back(test);
    test = gatherCase({.shape = {5, 32}});
    test.inputs[0]->descriptor = {DataType::UInt4, {5, 32}};
    test.expectedError = "possible as a constant of the graph alone";
    cases.push_back(test);
    test = gatherCase({});
    test.attributes.set("quantize_axis", int64_t {0});
    test.expectedError = "only the last divided into blocks";
    cases.push_back(test);
    test = gatherCase({});
    test.attributes.set("block_size", int64_t {8});
    test.expectedError = "a power of two from 16 on";
    cases.push_back(test);
    test = gatherCase({});
    test.attributes.set("gather_axis", int64_t {2});
    test.expectedError = "axis";
    cases.push_back(test);
}

} // namespace

void addGatherCases(CaseList& cases)
{
    addOutOfRange(cases);
    addPacked(cases);
    addWidened(cases);
    addErrors(cases);
}

} // namespace weightless::ops::blockquantized
