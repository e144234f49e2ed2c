// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/productcases.h"

#include <array>

namespace weightless::ops::product {

namespace {

constexpr std::array types {DataType::Float32, DataType::Float16, DataType::BFloat16};

// Packs and single elements, in both operands; several packs for each lane of the depth; columns that do not
// fill a work group, and more than one has. tst_productviews has operands that begin anywhere.
void addSizes(CaseList& cases)
{
    const std::vector<MatMulShapes> shapes {
        {{1, 64}, {64, 136}, {1, 136}},
        {{1, 70}, {70, 136}, {1, 136}}, // an end of the depth
        {{3, 70}, {70, 24}, {3, 24}}, // rows of A that begin anywhere
        {{2, 133}, {133, 67}, {2, 67}}, // no packs in B
        {{8, 40}, {40, 24}, {8, 24}},
        {{13, 24}, {24, 72}, {13, 72}}, // more rows than one work group takes
        {{1, 1030}, {1030, 16}, {1, 16}},
        {{3, 2085}, {2085, 67}, {3, 67}}, // the most lanes along the depth; no packs in B
        {{2, 2053}, {2053, 40}, {2, 40}}, // the same with packs, in several work groups
        {{1, 24}, {24, 3}, {1, 3}},
        {{5, 72}, {72}, {5}}, // a column, which is a transposed B
        {{2, 2, 21}, {2, 21, 1}, {2, 2, 1}}, // that begins at any phase
        {{3, 1, 21}, {3, 21, 1}, {3, 1, 1}},
        {{21}, {21}, {}},
        {{2, 1, 3, 8}, {4, 8, 16}, {2, 4, 3, 16}},
        {{2, 1, 2, 1, 3, 4}, {1, 3, 1, 2, 4, 5}, {2, 3, 2, 2, 3, 5}}, // more batches than a launch has
        {{0, 5}, {5, 3}, {0, 3}},
        {{3, 0}, {0, 2}, {3, 2}},
    };
    for (const DataType type : types) {
        for (const MatMulShapes& s : shapes) {
            cases.push_back(matMulCase(type, s, "vector"));
        }
        // In three parts, whose last is shorter, or empty.
        cases.push_back(matMulCase(type, {{2, 3, 133}, {2, 133, 67}, {2, 3, 67}}, "vectorsplit"));
        cases.push_back(matMulCase(type, {{1, 200}, {200, 72}, {1, 72}}, "vectorsplit"));
        cases.push_back(matMulCase(type, {{3, 17}, {17, 5}, {3, 5}}, "vectorsplit"));
        cases.push_back(matMulCase(type, {{1, 2053}, {2053, 40}, {1, 40}}, "vectorsplit"));
    }
}

void addTransposed(CaseList& cases)
{
    for (const DataType type : types) {
        const auto add = [&](const Shape& a, const Shape& b, const std::string& kernel) {
            cases.push_back(gemmCase(type, {a, b, {}, false, true, 1, 1, kernel}));
        };
        for (const int64_t rows : {1, 2, 8, 11}) {
            add({rows, 64}, {67, 64}, "vector");
        }
        add({1, 70}, {19, 70}, "vector"); // no packs in B
        add({3, 2080}, {18, 2080}, "vector"); // several packs for each lane
        add({1, 520}, {200, 520}, "vector"); // several work groups
        add({1, 200}, {2, 200}, "vector");
        add({3, 133}, {67, 133}, "vectorsplit");
        add({1, 520}, {19, 520}, "vectorsplit");
        add({2, 8}, {5, 8}, "vectorsplit");
    }
}

void addEpilogues(CaseList& cases)
{
    for (const std::string kernel : {"vector", "vectorsplit"}) {
        for (const DataType type : types) {
            const auto add = [&](GemmSetting s) {
                s.kernel = kernel;
                cases.push_back(gemmCase(type, s));
            };
            add({{5, 29}, {19, 29}, Shape {19}, false, true});
            add({{4, 72}, {83, 72}, Shape {1, 83}, false, true, 0.5f, 2});
            add({{5, 24}, {24, 40}, Shape {5, 40}, false, false, 0.5f, 2}); // a residual
            add({{9, 24}, {24, 40}, Shape {9, 1}, false, false, 1, -1});
            add({{24, 9}, {17, 24}, Shape {1, 17}, true, true});
            add({{6, 16}, {16, 24}, Shape {}, false, false, 1, 3});
            add({{3, 0}, {0, 5}, Shape {5}});
            cases.push_back(fusedMatMulCase(type, kernel));
        }
        for (const std::string& activation : activations()) {
            cases.push_back(gemmCase(
                DataType::Float32, {{5, 16}, {16, 8}, Shape {8}, false, false, 1, 1, kernel, activation}));
        }
    }
    // Other types have no such kernel.
    OperatorCase other = matMulCase(DataType::Int32, {{3, 5}, {5, 7}, {3, 7}}, "vector");
    other.expectedError = "'vector' cannot run";
    cases.push_back(other);
}

} // namespace

void addVectorCases(CaseList& cases)
{
    addSizes(cases);
    addTransposed(cases);
    addEpilogues(cases);
}

} // namespace weightless::ops::product
