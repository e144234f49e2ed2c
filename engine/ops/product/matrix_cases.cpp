// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/productcases.h"

#include <cmath>

namespace weightless::ops::product {

namespace {

constexpr DataType f16 = DataType::Float16;

// Edges in every direction, eights that begin anywhere and eights that do not, several steps along the depth.
void addSizes(CaseList& cases)
{
    const std::vector<MatMulShapes> shapes {
        {{70, 33}, {33, 67}, {70, 67}}, // rows of odd sizes: single elements
        {{31, 37}, {37, 29}, {31, 29}},
        {{64, 64}, {64, 64}, {64, 64}}, // 16 bytes in each access, whole tiles
        {{129, 40}, {40, 136}, {129, 136}}, // 16 bytes, with edges
        {{67, 101}, {101, 144}, {67, 144}}, // B in 16 bytes, A in elements
        {{1, 70}, {70, 136}, {1, 136}},
        {{17, 72}, {72}, {17}}, // a column, which is a transposed B
        {{2, 33, 24}, {2, 24, 72}, {2, 33, 72}},
        {{3, 4, 17}, {3, 17, 5}, {3, 4, 5}},
        {{2, 1, 3, 8}, {4, 8, 16}, {2, 4, 3, 16}},
        {{2, 1, 2, 1, 3, 4}, {1, 3, 1, 2, 4, 5}, {2, 3, 2, 2, 3, 5}}, // more batches than a launch has
        {{3, 0}, {0, 2}, {3, 2}},
    };
    for (const std::string kernel : {"matrix32", "matrix64", "matrix128", "group32"}) {
        for (const MatMulShapes& s : shapes) {
            cases.push_back(matMulCase(f16, s, kernel));
        }
    }
    // In three parts, whose last is shorter, or empty.
    for (const std::string kernel : {"matrix32split", "matrix64split", "group32split"}) {
        cases.push_back(matMulCase(f16, {{2, 70, 133}, {2, 133, 67}, {2, 70, 67}}, kernel));
        cases.push_back(matMulCase(f16, {{40, 32}, {32, 72}, {40, 72}}, kernel));
    }
    for (const std::string kernel : {"matrix32few", "group32few"}) { // columns in blocks
        cases.push_back(matMulCase(f16, {{300, 40}, {40, 136}, {300, 136}}, kernel));
        cases.push_back(matMulCase(f16, {{2, 3, 17}, {2, 17, 700}, {2, 3, 700}}, kernel));
    }
    // The automatic tile; more rows of tiles than a band has.
    cases.push_back(matMulCase(f16, {{300, 8}, {8, 75}, {300, 75}}, "matrix"));
    cases.push_back(matMulCase(f16, {{300, 8}, {8, 75}, {300, 75}}, "matrix32"));
    cases.push_back(matMulCase(f16, {{300, 8}, {8, 75}, {300, 75}}, "group"));
}

void addEpilogues(CaseList& cases)
{
    for (const std::string kernel : {"matrix32", "matrix64", "matrix128", "matrix32split"}) {
        const auto add = [&](GemmSetting s) {
            s.kernel = kernel;
            cases.push_back(gemmCase(f16, s));
        };
        add({{9, 29}, {19, 29}, Shape {19}, false, true});
        add({{40, 72}, {83, 72}, Shape {1, 83}, false, true, 0.5f, 2}); // transposed, in 16 bytes
        add({{9, 24}, {24, 40}, Shape {9, 40}, false, false, 0.5f, 2}); // a residual
        add({{9, 24}, {24, 40}, Shape {9, 1}, false, false, 1, -1});
        add({{24, 9}, {17, 24}, Shape {1, 17}, true, true});
        add({{10, 16}, {16, 24}, Shape {}, false, false, 1, 3});
        add({{10, 32}, {24, 32}, {}, false, true});
        add({{3, 0}, {0, 5}, Shape {5}});
        for (const std::string& activation : activations()) {
            add({{5, 16}, {16, 8}, Shape {8}, false, false, 1, 1, {}, activation});
        }
        cases.push_back(fusedMatMulCase(f16, kernel));
    }
}

// What follows the sums is the same source for tiles that work groups hold, and compiles for long: a little
// of each.
void addGroups(CaseList& cases)
{
    for (const std::string kernel : {"group32", "group32split"}) {
        cases.push_back(gemmCase(f16,
            {{40, 72}, {83, 72}, Shape {1, 83}, false, true, 0.5f, 2, kernel,
                "Silu"})); // transposed, in 16 bytes
    }
    cases.push_back(gemmCase(f16, {{9, 24}, {24, 40}, Shape {9, 40}, false, false, 0.5f, 2, "group32"}));
    cases.push_back(gemmCase(f16, {{24, 9}, {17, 24}, Shape {1, 17}, true, true, 1, 1, "group32"}));
}

OperatorCase constantGemm(float alpha, const std::string& name)
{
    OperatorCase test = gemmCase(f16, {{33, 48}, {48, 40}, {}, false, false, alpha, 1, "matrix"});
    for (const size_t input : {0u, 1u}) {
        test.inputs[input] = mapped(*test.inputs[input], f16, [](double) { return 300; });
    }
    test.expected[0] = mapped(test.expected[0], f16, [&](double) { return 300.0 * 300 * 48 * alpha; });
    test.name = name;
    return test;
}

// Sums are of 32 bits; a result that float16 does not reach is infinite.
void addRanges(CaseList& cases)
{
    cases.push_back(constantGemm(1.0f / 4096, "sums beyond float16, results within"));
    cases.push_back(constantGemm(1, "results beyond float16"));
    // Other types have no such kernel.
    OperatorCase other = matMulCase(DataType::Float32, {{3, 5}, {5, 7}, {3, 7}}, "matrix");
    other.expectedError = "'matrix' cannot run";
    cases.push_back(other);
    other = matMulCase(DataType::BFloat16, {{3, 5}, {5, 7}, {3, 7}}, "group");
    other.expectedError = "'group' cannot run";
    cases.push_back(other);
}

// bfloat16, which has the same source: whole eights and single elements, both layouts of B, parts.
void addBFloat16(CaseList& cases)
{
    const DataType bf16 = DataType::BFloat16;
    for (const std::string kernel : {"matrix32", "matrix64", "matrix128", "matrix32split"}) {
        cases.push_back(matMulCase(bf16, {{70, 33}, {33, 67}, {70, 67}}, kernel));
        cases.push_back(matMulCase(bf16, {{129, 40}, {40, 136}, {129, 136}}, kernel));
        cases.push_back(gemmCase(
            bf16, {.a = {40, 72}, .b = {83, 72}, .c = Shape {1, 83}, .transB = true, .kernel = kernel}));
        cases.push_back(gemmCase(bf16, {{5, 16}, {16, 8}, Shape {8}, false, false, 1, 1, kernel, "Gelu"}));
    }
}

} // namespace

void addMatrixCases(CaseList& cases)
{
    addSizes(cases);
    addEpilogues(cases);
    addGroups(cases);
    addRanges(cases);
    addBFloat16(cases);
}

} // namespace weightless::ops::product
