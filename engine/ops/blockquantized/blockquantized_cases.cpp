// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

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
    bool hasWholeBlocks = true; // else rows end where they end
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

int64_t bitsAt(const HostTensor& bytes, int64_t firstByte, int64_t index, int64_t bits)
{
    const int64_t bit = index * bits;
    return elementAsInt64(bytes, static_cast<size_t>(firstByte + bit / 8)) >> (bit % 8) & ((1 << bits) - 1);
}

Packed packedOf(const Weights& w)
{
    const Shape shape = w.hasWholeBlocks ? Shape {w.rows, w.blocks(), w.blockSize * w.bits / 8}
                                         : Shape {w.rows, w.columns * w.bits / 8};
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

OperatorCase caseOf(std::string name, std::string opType, DataType type)
{
    OperatorCase test {.name = std::move(name), .opType = std::move(opType), .opset = 17};
    test.domain = "com.microsoft";
    test.relativeTolerance = type == DataType::Float32 ? 1e-4 : type == DataType::Float16 ? 5e-3 : 4e-2;
    test.absoluteTolerance = type == DataType::Float32 ? 1e-4 : type == DataType::Float16 ? 2e-2 : 2e-1;
    return test;
}

OperatorCase matMulCase(
    const Weights& w, const Shape& batch, bool hasBias = false, const std::string& kernel = {})
{
    OperatorCase test = caseOf(nameOf(w) + ", " + toString(batch) + " rows" + (hasBias ? ", bias" : "")
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

OperatorCase gatherCase(Weights w, DataType indexType)
{
    w.hasWholeBlocks = false;
    OperatorCase test = caseOf(nameOf(w) + ", " + toString(indexType), "GatherBlockQuantized", w.type);
    Packed p = packedOf(w);
    p.scales.descriptor.shape = {w.rows, w.blocks()};
    p.zeros.descriptor.shape = {w.rows, w.zeroBytes()};
    const std::vector<double> rows {4, 0, 2, 2, 1, 3};
    HostTensor y = makeHostTensor({w.type, {2, 3, w.columns}});
    for (size_t i = 0; i < 6 * static_cast<size_t>(w.columns); ++i) {
        const auto columns = static_cast<size_t>(w.columns);
        setElement(y, i, p.numbers[static_cast<size_t>(rows[i / columns]) * columns + i % columns]);
    }
    test.inputs = {p.bytes, tensorOf(indexType, {2, 3}, rows), p.scales};
    if (w.zeros == ZeroKind::Packed) {
        test.inputs.emplace_back(p.zeros);
    }
    test.attributes.set("bits", w.bits);
    test.attributes.set("block_size", w.blockSize);
    test.expected = {std::move(y)};
    return test;
}

// int4 and uint4 tables, as the device has them: an element in a byte, and zero the middle.
OperatorCase wideGatherCase(DataType type)
{
    OperatorCase test =
        caseOf("a " + toString(type) + " in each byte", "GatherBlockQuantized", DataType::Float32);
    const bool isSigned = type == DataType::Int8;
    const HostTensor data = randomTensor(type, {5, 40}, 1, isSigned ? -8 : 0, isSigned ? 7.9 : 15.9);
    const HostTensor scales = randomTensor(DataType::Float32, {5, 3}, 2, 0.01, 0.1);
    const HostTensor zeros = randomTensor(type, {5, 3}, 3, isSigned ? -3 : 0, 4);
    const std::vector<double> rows {3, 1};
    HostTensor y = makeHostTensor({DataType::Float32, {2, 40}});
    for (size_t i = 0; i < 80; ++i) {
        const auto row = static_cast<size_t>(rows[i / 40]);
        const size_t block = row * 3 + i % 40 / 16;
        setElement(y, i,
            (elementAsDouble(data, row * 40 + i % 40) - elementAsDouble(zeros, block))
                * elementAsDouble(scales, block));
    }
    test.inputs = {data, tensorOf(DataType::Int64, {2}, rows), scales, zeros};
    test.attributes.set("block_size", int64_t {16});
    if (!isSigned) {
        test.attributes.set("weightless.widened", std::vector<int64_t> {0, 3});
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
    test = gatherCase({.columns = 32}, DataType::Int64); // half the scales
    test.inputs[2]->descriptor.shape[1] /= 2;
    test.inputs[2]->bytes.resize(test.inputs[2]->bytes.size() / 2);
    test.expectedError = "expected floats of shape [5, 2]";
    cases.push_back(test);
    test = gatherCase({.columns = 32}, DataType::Int64);
    test.inputs[0]->descriptor = {DataType::UInt4, {5, 32}};
    test.expectedError = "possible as a constant of the graph alone";
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
    test = gatherCase({.columns = 64}, DataType::Int64);
    test.attributes.set("quantize_axis", int64_t {0});
    test.expectedError = "quantize_axis 1";
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
    addGroups(cases);
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const ZeroKind zeros : {ZeroKind::None, ZeroKind::Packed, ZeroKind::Floats}) {
            for (const int64_t bits : {2, 4, 8}) {
                cases.push_back(matMulCase({.type = type, .columns = 40, .bits = bits, .zeros = zeros}, {3}));
                cases.push_back(
                    matMulCase({.type = type, .columns = 40, .bits = bits, .zeros = zeros}, {11}));
            }
        }
        cases.push_back(
            gatherCase({.type = type, .columns = 64, .zeros = ZeroKind::Packed}, DataType::Int64));
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
    cases.push_back(gatherCase({.columns = 72, .bits = 4}, DataType::Int32)); // the last block is half empty
    cases.push_back(gatherCase({.columns = 36, .bits = 8, .zeros = ZeroKind::Packed}, DataType::Int64));
    cases.push_back(gatherCase({.columns = 34, .bits = 4, .zeros = ZeroKind::Packed}, DataType::Int64));
    cases.push_back(wideGatherCase(DataType::Int8));
    cases.push_back(wideGatherCase(DataType::UInt8));
    addErrors(cases);
    addVectors(cases);
}

} // namespace weightless::ops::blockquantized
