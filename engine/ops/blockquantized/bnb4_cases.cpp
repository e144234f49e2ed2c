// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/blockquantized/blockcases.h"

#include <array>

namespace weightless::ops::blockquantized {

namespace {

enum class Kind : int64_t { Fp4, Nf4 };

// As bitsandbytes prints them, by code.
constexpr std::array fp4 {0.0, 5.208333333e-03, 0.66666667, 1.0, 0.33333333, 0.5, 0.16666667, 0.25, -0.0,
    -5.208333333e-03, -0.66666667, -1.0, -0.33333333, -0.5, -0.16666667, -0.25};
constexpr std::array nf4 {-1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453,
    -0.28444138169288635, -0.18477343022823334, -0.09105003625154495, 0.0, 0.07958029955625534,
    0.16093020141124725, 0.24611230194568634, 0.33791524171829224, 0.44070982933044434, 0.5626170039176941,
    0.7229568362236023, 1.0};

struct Codes {
    Kind kind = Kind::Nf4;
    DataType type = DataType::Float32;
    int64_t rows = 5; // N
    int64_t columns = 64; // K
    int64_t blockSize = 16;
};

OperatorCase bnb4Case(const Codes& c, const Shape& batch, const std::string& kernel = {})
{
    OperatorCase test =
        blockCase(toString(c.type) + " " + std::to_string(c.rows) + " x " + std::to_string(c.columns)
                + (c.kind == Kind::Fp4 ? ", FP4" : ", NF4") + " in blocks of " + std::to_string(c.blockSize)
                + ", " + toString(batch) + " rows" + (kernel.empty() ? "" : ", " + kernel),
            "MatMulBnb4", c.type);
    const int64_t elements = c.rows * c.columns;
    const HostTensor codes = randomTensor(DataType::UInt8, {(elements + 1) / 2}, 11, 0, 255.9);
    const HostTensor largest =
        randomTensor(c.type, {(elements + c.blockSize - 1) / c.blockSize}, 12, 0.1, 1.0);
    Shape shape = batch;
    shape.push_back(c.columns);
    const HostTensor a = randomTensor(c.type, shape, 14);
    shape.back() = c.rows;
    HostTensor y = makeHostTensor({c.type, shape});
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        double sum = 0;
        for (int64_t k = 0; k < c.columns; ++k) {
            const int64_t element = i % c.rows * c.columns + k;
            const int64_t pair = elementAsInt64(codes, static_cast<size_t>(element / 2));
            const auto code = static_cast<size_t>(element % 2 == 0 ? pair >> 4 : pair & 15);
            sum += elementAsDouble(a, static_cast<size_t>(i / c.rows * c.columns + k))
                * (c.kind == Kind::Fp4 ? fp4.at(code) : nf4.at(code))
                * elementAsDouble(largest, static_cast<size_t>(element / c.blockSize));
        }
        setElement(y, static_cast<size_t>(i), sum);
    }
    test.inputs = {a, codes, largest};
    test.attributes.set("N", c.rows);
    test.attributes.set("K", c.columns);
    test.attributes.set("block_size", c.blockSize);
    test.attributes.set("quant_type", static_cast<int64_t>(c.kind));
    if (!kernel.empty()) {
        test.attributes.set("weightless.kernel", kernel);
    }
    test.expected = {std::move(y)};
    return test;
}

void addErrors(CaseList& cases)
{
    OperatorCase test = bnb4Case({}, {3});
    test.attributes.set("quant_type", int64_t {2});
    test.expectedError = "expected 0 (FP4) or 1 (NF4)";
    cases.push_back(test);
    test = bnb4Case({}, {3});
    test.attributes.set("transB", int64_t {0});
    test.expectedError = "transB = 0";
    cases.push_back(test);
    test = bnb4Case({}, {3});
    test.attributes.set("block_size", int64_t {8});
    test.expectedError = "a power of two";
    cases.push_back(test);
    test = bnb4Case({}, {3});
    test.inputs[1] = randomTensor(DataType::UInt8, {159}, 1);
    test.expectedError = "expected 160 elements";
    cases.push_back(test);
    test = bnb4Case({}, {3});
    test.inputs[2] = randomTensor(DataType::Float32, {19}, 1);
    test.expectedError = "expected 20 elements";
    cases.push_back(test);
    test = bnb4Case({}, {3});
    test.attributes.set("K", int64_t {60});
    test.expectedError = "expected K = 60";
    cases.push_back(test);
}

} // namespace

void addBnb4Cases(CaseList& cases)
{
    for (const Kind kind : {Kind::Fp4, Kind::Nf4}) {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            cases.push_back(bnb4Case({.kind = kind, .type = type}, {3}));
            cases.push_back(bnb4Case({.kind = kind, .type = type}, {2, 11}));
            // Rows that begin within a block, and within a byte.
            cases.push_back(bnb4Case({.kind = kind, .type = type, .columns = 41}, {2}));
            cases.push_back(bnb4Case({.kind = kind, .type = type, .rows = 7, .columns = 10}, {13}));
        }
    }
    cases.push_back(bnb4Case({.rows = 7, .columns = 128, .blockSize = 64}, {1}, "vector"));
    cases.push_back(bnb4Case({.rows = 66, .columns = 96, .blockSize = 32}, {1}, "unpacked"));
    cases.push_back(bnb4Case({.rows = 66, .columns = 96, .blockSize = 32}, {21}, "packed"));
    cases.push_back(bnb4Case({.rows = 131, .columns = 33, .blockSize = 64}, {9}));
    cases.push_back(bnb4Case({.rows = 1, .columns = 3}, {1}));
    cases.push_back(bnb4Case({}, {0}));
    cases.push_back(bnb4Case({}, {}));
    addErrors(cases);
}

} // namespace weightless::ops::blockquantized
