// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/blockquantized/blockcases.h"

namespace weightless::ops::blockquantized {

namespace {

enum class ZeroKind { None, Packed, Floats };

struct Weights {
    DataType type = DataType::Float32;
    int64_t rows = 5; // N
    int64_t columns = 32; // K
    int64_t blockSize = 16;
    int64_t bits = 4;
    ZeroKind zeros = ZeroKind::None;
    bool hasGroups = false; // g_idx

    [[nodiscard]] int64_t blocks() const { return (columns + blockSize - 1) / blockSize; }
    [[nodiscard]] int64_t zeroBytes() const { return (blocks() * bits + 7) / 8; }
};

// Weights as the format has them, and as numbers.
struct Packed {
    HostTensor bytes;
    HostTensor scales;
    HostTensor zeros;
    HostTensor groups; // the block of each column
    std::vector<double> numbers; // [rows][columns]
};

Packed packedOf(const Weights& w)
{
    const Shape shape {w.rows, w.blocks(), w.blockSize * w.bits / 8};
    Packed p;
    p.bytes = randomTensor(DataType::UInt8, shape, 11, 0, 255.9);
    const int64_t rowBytes = elementCount(shape).value_or(0) / w.rows;
    p.scales = randomTensor(w.type, {w.rows * w.blocks()}, 12, 0.01, 0.1);
    p.zeros = w.zeros == ZeroKind::Packed
        ? randomTensor(DataType::UInt8, {w.rows * w.zeroBytes()}, 13, 0, 255.9)
        : randomTensor(w.type, {w.rows * w.blocks()}, 13, 0, 9);
    p.groups = randomTensor(DataType::Int32, {w.columns}, 16, 0, static_cast<double>(w.blocks()) - 0.1);
    for (int64_t row = 0; row < w.rows; ++row) {
        for (int64_t i = 0; i < w.columns; ++i) {
            const int64_t block =
                w.hasGroups ? elementAsInt64(p.groups, static_cast<size_t>(i)) : i / w.blockSize;
            const auto at = static_cast<size_t>(row * w.blocks() + block);
            const double zero = w.zeros == ZeroKind::None ? static_cast<double>(int64_t {1} << (w.bits - 1))
                : w.zeros == ZeroKind::Packed
                ? static_cast<double>(bitsAt(p.zeros, row * w.zeroBytes(), block, w.bits))
                : elementAsDouble(p.zeros, at);
            p.numbers.push_back((static_cast<double>(bitsAt(p.bytes, row * rowBytes, i, w.bits)) - zero)
                * elementAsDouble(p.scales, at));
        }
    }
    return p;
}

std::string nameOf(const Weights& w)
{
    return toString(w.type) + " " + std::to_string(w.rows) + " x " + std::to_string(w.columns) + ", "
        + std::to_string(w.bits) + " bits in blocks of " + std::to_string(w.blockSize)
        + (w.zeros == ZeroKind::Packed        ? ", zero points"
                : w.zeros == ZeroKind::Floats ? ", zero points as floats"
                                              : "")
        + (w.hasGroups ? ", sorted before" : "");
}

OperatorCase matMulCase(
    const Weights& w, const Shape& batch, bool hasBias = false, const std::string& kernel = {})
{
    OperatorCase test = blockCase(nameOf(w) + ", " + toString(batch) + " rows" + (hasBias ? ", bias" : "")
            + (kernel.empty() ? "" : ", " + kernel),
        "MatMulNBits", w.type);
    const Packed p = packedOf(w);
    Shape shape = batch;
    shape.push_back(w.columns);
    const HostTensor a = randomTensor(w.type, shape, 14);
    const HostTensor bias = randomTensor(w.type, {w.rows}, 15);
    shape.back() = w.rows;
    HostTensor y = makeHostTensor({w.type, shape});
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const int64_t row = i / w.rows;
        const int64_t column = i % w.rows;
        double sum = hasBias ? elementAsDouble(bias, static_cast<size_t>(column)) : 0;
        for (int64_t k = 0; k < w.columns; ++k) {
            sum += elementAsDouble(a, static_cast<size_t>(row * w.columns + k))
                * p.numbers[static_cast<size_t>(column * w.columns + k)];
        }
        setElement(y, static_cast<size_t>(i), sum);
    }
    test.inputs = {a, p.bytes, p.scales};
    if (w.zeros != ZeroKind::None || hasBias || w.hasGroups) {
        test.inputs.push_back(w.zeros != ZeroKind::None ? std::optional(p.zeros) : std::nullopt);
    }
    if (w.hasGroups || hasBias) {
        test.inputs.push_back(w.hasGroups ? std::optional(p.groups) : std::nullopt);
    }
    if (hasBias) {
        test.inputs.emplace_back(bias);
    }
    test.attributes.set("N", w.rows);
    test.attributes.set("K", w.columns);
    test.attributes.set("bits", w.bits);
    test.attributes.set("block_size", w.blockSize);
    if (!kernel.empty()) {
        test.attributes.set("weightless.kernel", kernel);
    }
    test.expected = {std::move(y)};
    return test;
}

void addErrors(CaseList& cases)
{
    OperatorCase test = matMulCase({}, {3});
    test.attributes.set("bits", int64_t {5});
    test.expectedError = "expected 2, 4 or 8";
    cases.push_back(test);
    test = matMulCase({}, {3});
    test.attributes.set("block_size", int64_t {24});
    test.expectedError = "a power of two";
    cases.push_back(test);
    test = matMulCase({}, {3});
    test.attributes.set("K", int64_t {33});
    test.expectedError = "expected K = 33";
    cases.push_back(test);
    test = matMulCase({}, {3});
    test.inputs[2] = randomTensor(DataType::Float32, {9}, 1);
    test.expectedError = "expected 10 elements";
    cases.push_back(test);
    test = matMulCase({.zeros = ZeroKind::Packed}, {3});
    test.inputs.emplace_back(tensorOf(DataType::Int32, {1}, {0}));
    test.expectedError = "block numbers (g_idx)";
    cases.push_back(test);
    test = matMulCase({.hasGroups = true}, {3});
    test.inputs[4] = randomTensor(DataType::Int64, {32}, 1);
    test.expectedError = "expected int32";
    cases.push_back(test);
    test = matMulCase({.columns = 48}, {3}, false, "vector");
    test.expectedError = "rows of 24 bytes";
    cases.push_back(test);
}

// Sixteen bytes at a time, which are one block, several, or part of one; depths that end within them; more
// rows than a tile has.
void addVectors(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const int64_t bits : {2, 4, 8}) {
            const auto add = [&](int64_t columns, int64_t blockSize, ZeroKind zeros, int64_t rows,
                                 bool hasBias) {
                const Weights w {.type = type,
                    .rows = 7,
                    .columns = columns,
                    .blockSize = blockSize,
                    .bits = bits,
                    .zeros = zeros};
                cases.push_back(matMulCase(w, {rows}, hasBias, "vector"));
            };
            add(128, 16, ZeroKind::Packed, 1, false);
            add(192, 64, ZeroKind::None, 3, true);
            add(250, 128, ZeroKind::Floats, 8, false); // no packs of `a`
            add(248, 64, ZeroKind::Packed, 2, false); // packs, and an end without
        }
    }
    cases.push_back(
        matMulCase({.rows = 37, .columns = 1056, .blockSize = 32, .bits = 8}, {2, 3}, true, "vector"));
    cases.push_back(
        matMulCase({.rows = 21, .columns = 4096, .blockSize = 32}, {1}, false, "vector")); // a team for each
    cases.push_back(
        matMulCase({.rows = 3, .columns = 1050, .blockSize = 32, .bits = 8}, {5}, true, "vector")); // of many
}

// Columns whose neighbours are of other blocks: few rows and many, each number of bits, depths that end
// within a word, and the padding of g_idx.
void addGroups(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const ZeroKind zeros : {ZeroKind::None, ZeroKind::Packed, ZeroKind::Floats}) {
            const Weights w {.type = type, .columns = 67, .zeros = zeros, .hasGroups = true};
            cases.push_back(matMulCase(w, {3}, zeros == ZeroKind::Packed));
            cases.push_back(matMulCase(w, {2, 11}, zeros == ZeroKind::Packed));
        }
    }
    for (const int64_t bits : {2, 8}) {
        const Weights w {.rows = 66,
            .columns = 128,
            .blockSize = 32,
            .bits = bits,
            .zeros = ZeroKind::Packed,
            .hasGroups = true};
        cases.push_back(matMulCase(w, {1}, true));
        cases.push_back(matMulCase(w, {1}, true, "vector"));
        cases.push_back(matMulCase(w, {21}));
    }
    OperatorCase test = matMulCase({.columns = 40, .hasGroups = true}, {2});
    test.name += ", padded";
    test.inputs[4]->descriptor.shape = {48};
    test.inputs[4]->bytes.resize(48 * sizeof(int32_t));
    cases.push_back(test);
    cases.push_back(matMulCase({.hasGroups = true}, {0}, true));
}

} // namespace

void addCases(CaseList& cases)
{
    addBnb4Cases(cases);
    addGatherCases(cases);
    addGroups(cases);
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const ZeroKind zeros : {ZeroKind::None, ZeroKind::Packed, ZeroKind::Floats}) {
            for (const int64_t bits : {2, 4, 8}) {
                cases.push_back(matMulCase({.type = type, .columns = 40, .bits = bits, .zeros = zeros}, {3}));
                cases.push_back(
                    matMulCase({.type = type, .columns = 40, .bits = bits, .zeros = zeros}, {11}));
            }
        }
    }
    // Depths that are odd, or that many lanes share; more columns than tiles.
    cases.push_back(matMulCase({.rows = 7, .columns = 17, .zeros = ZeroKind::Packed}, {1}, true));
    cases.push_back(matMulCase({.rows = 7, .columns = 17, .zeros = ZeroKind::Packed}, {2, 5}, true));
    cases.push_back(matMulCase({.rows = 37, .columns = 1056, .blockSize = 32}, {1, 1}));
    cases.push_back(matMulCase({.rows = 37, .columns = 1056, .blockSize = 128, .bits = 8}, {2, 3}, true));
    cases.push_back(matMulCase({.rows = 66, .columns = 96, .blockSize = 32}, {1}, false, "unpacked"));
    cases.push_back(matMulCase({.rows = 66, .columns = 96, .blockSize = 32}, {21}, true, "packed"));
    cases.push_back(
        matMulCase({.type = DataType::Float16, .rows = 66, .columns = 96, .blockSize = 32}, {130}, true));
    cases.push_back(matMulCase({}, {0}));
    cases.push_back(matMulCase({}, {}));
    addErrors(cases);
    addVectors(cases);
}

} // namespace weightless::ops::blockquantized
