// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <algorithm>
#include <map>

namespace weightless::ops::einsum {

namespace {

// The sum over every label, one assignment of all labels after the other. `operands` and `result` are what
// the equation says with its ellipses written out in letters.
HostTensor reference(const std::vector<HostTensor>& inputs, const std::vector<std::string>& operands,
    const std::string& result)
{
    std::map<char, int64_t> sizes;
    for (size_t i = 0; i < operands.size(); ++i) {
        for (size_t d = 0; d < operands[i].size(); ++d) {
            int64_t& size = sizes.try_emplace(operands[i][d], 1).first->second;
            size = size == 1 ? inputs[i].descriptor.shape[d] : size;
        }
    }
    std::string letters = result;
    for (const auto& [letter, size] : sizes) {
        if (result.find(letter) == std::string::npos) {
            letters += letter;
        }
    }
    Shape all;
    Shape resultShape;
    for (size_t i = 0; i < letters.size(); ++i) {
        all.push_back(sizes[letters[i]]);
        if (i < result.size()) {
            resultShape.push_back(all.back());
        }
    }
    HostTensor y = makeHostTensor({inputs[0].descriptor.type, resultShape});
    std::vector<double> sums(static_cast<size_t>(elementCount(resultShape).value_or(0)));
    for (int64_t i = 0; i < elementCount(all).value_or(0); ++i) {
        const std::vector<int64_t> place = coordinatesOf(i, all);
        double product = 1;
        for (size_t operand = 0; operand < operands.size(); ++operand) {
            const Shape& shape = inputs[operand].descriptor.shape;
            std::vector<int64_t> own;
            for (size_t d = 0; d < shape.size(); ++d) {
                const int64_t at = place[letters.find(operands[operand][d])];
                own.push_back(shape[d] == 1 ? 0 : at);
            }
            product *= elementAsDouble(inputs[operand], static_cast<size_t>(indexOf(own, shape)));
        }
        const std::vector<int64_t> target(
            place.begin(), place.begin() + static_cast<ptrdiff_t>(result.size()));
        sums[static_cast<size_t>(indexOf(target, resultShape))] += product;
    }
    for (size_t i = 0; i < sums.size(); ++i) {
        setElement(y, i, sums[i]);
    }
    return y;
}

OperatorCase einsumCase(const std::string& equation, DataType type, const std::vector<Shape>& shapes,
    const std::vector<std::string>& operands, const std::string& result)
{
    OperatorCase test {.name = equation + ", " + toString(type), .opType = "Einsum", .opset = 12};
    std::vector<HostTensor> inputs;
    for (size_t i = 0; i < shapes.size(); ++i) {
        inputs.push_back(randomTensor(type, shapes[i], i + 1, -3, 3));
        test.inputs.emplace_back(inputs.back());
    }
    test.attributes.set("equation", equation);
    test.expected = {reference(inputs, operands, result)};
    const bool is16Bit = type == DataType::Float16 || type == DataType::BFloat16;
    test.relativeTolerance = is16Bit ? 3e-2 : 1e-4;
    test.absoluteTolerance = is16Bit ? 2e-1 : 1e-4;
    return test;
}

void addErrors(CaseList& cases)
{
    const auto broken = [&](const std::string& equation, const std::string& error) {
        OperatorCase test = einsumCase("ij,jk->ik", DataType::Float32, {{2, 3}, {3, 4}}, {"ij", "jk"}, "ik");
        test.name = "error: " + error;
        test.attributes.set("equation", equation);
        test.expectedError = error;
        cases.push_back(test);
    };
    broken("ij->ij", "has 1 terms, expected one for each of 2 inputs");
    broken("ijk,jk->ik", "gives input 0 the dimensions 'ijk', but it is float32[2, 3]");
    broken("ij,ik->jk", "gives one label the sizes 2 and 3 (input 1)");
    broken("ij,jj->ij", "gives one label the sizes 3 and 4 (input 1)");
    broken("ij,jk->il", "has a label in its result that no input has");
    broken("ij,jk->ii", "repeats a label in its result");
    broken("i1j,jk->ik", "has '1' where a letter is expected");
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64,
             DataType::Int32, DataType::Int64, DataType::Int8, DataType::Int16}) {
        cases.push_back(einsumCase("ij,jk->ik", type, {{5, 7}, {7, 3}}, {"ij", "jk"}, "ik"));
        cases.push_back(einsumCase("ij->i", type, {{5, 7}}, {"ij"}, "i"));
    }
    OperatorCase wrapping = einsumCase("i,i->", DataType::UInt8, {{3}, {3}}, {"i", "i"}, "");
    wrapping.inputs = {
        tensorOf(DataType::UInt8, {3}, {200, 3, 1}), tensorOf(DataType::UInt8, {3}, {2, 5, 0})};
    wrapping.expected = {tensorOf(DataType::UInt8, {}, {(400 + 15) % 256})};
    cases.push_back(wrapping);
    wrapping.inputs = {tensorOf(DataType::Bool, {3}, {1, 0, 1}), tensorOf(DataType::Bool, {3}, {1, 0, 1})};
    wrapping.expectedError = "there are no products of bool";
    cases.push_back(wrapping);
    const DataType f32 = DataType::Float32;
    cases.push_back(einsumCase("ij->ji", f32, {{5, 7}}, {"ij"}, "ji"));
    cases.push_back(einsumCase("ij -> ij", f32, {{5, 7}}, {"ij"}, "ij"));
    cases.push_back(einsumCase("ba", f32, {{5, 7}}, {"ba"}, "ab")); // implicit: in alphabetical order
    cases.push_back(einsumCase("ij,jk", f32, {{5, 7}, {7, 3}}, {"ij", "jk"}, "ik"));
    cases.push_back(einsumCase("i,i", f32, {{11}, {11}}, {"i", "i"}, ""));
    cases.push_back(einsumCase("i,j->ij", f32, {{11}, {3}}, {"i", "j"}, "ij"));
    cases.push_back(einsumCase("ij,ij->ij", f32, {{5, 7}, {5, 7}}, {"ij", "ij"}, "ij"));
    cases.push_back(einsumCase("ii->i", f32, {{5, 5}}, {"ii"}, "i"));
    cases.push_back(einsumCase("ii", f32, {{5, 5}}, {"ii"}, ""));
    cases.push_back(einsumCase("...ii->...i", f32, {{3, 5, 5}}, {"Eii"}, "Ei"));
    cases.push_back(einsumCase("bij,bjk->bik", f32, {{3, 5, 2}, {3, 2, 7}}, {"bij", "bjk"}, "bik"));
    cases.push_back(
        einsumCase("...ij,...jk->...ik", f32, {{2, 1, 5, 3}, {4, 3, 7}}, {"XYij", "Yjk"}, "XYik"));
    cases.push_back(
        einsumCase("bhqd,bhkd->bhqk", f32, {{2, 3, 5, 4}, {2, 3, 7, 4}}, {"bhqd", "bhkd"}, "bhqk"));
    cases.push_back(
        einsumCase("bqhd,bkhd->bhqk", f32, {{2, 5, 3, 4}, {2, 7, 3, 4}}, {"bqhd", "bkhd"}, "bhqk"));
    cases.push_back(einsumCase("ij,jk,kl->il", f32, {{2, 3}, {3, 5}, {5, 4}}, {"ij", "jk", "kl"}, "il"));
    cases.push_back(einsumCase("ijx,jky->ik", f32, {{2, 3, 2}, {3, 5, 3}}, {"ijx", "jky"}, "ik"));
    cases.push_back(einsumCase("abcdefg->gfedcba", f32, {{2, 1, 3, 2, 2, 1, 3}}, {"abcdefg"}, "gfedcba"));
    cases.push_back(einsumCase("ij,jk->ik", f32, {{0, 7}, {7, 3}}, {"ij", "jk"}, "ik"));
    cases.push_back(einsumCase("ij,jk->ik", f32, {{2, 0}, {0, 3}}, {"ij", "jk"}, "ik"));
    // A size of one broadcasts.
    cases.push_back(einsumCase("ij,ij->ij", f32, {{1, 7}, {5, 7}}, {"ij", "ij"}, "ij"));
    cases.push_back(einsumCase("ij,ij->ij", f32, {{5, 7}, {5, 1}}, {"ij", "ij"}, "ij"));
    cases.push_back(einsumCase("ij,ij->i", f32, {{5, 1}, {1, 7}}, {"ij", "ij"}, "i"));
    cases.push_back(einsumCase("ij,jk->ik", f32, {{5, 1}, {7, 3}}, {"ij", "jk"}, "ik"));
    cases.push_back(einsumCase("ij,jk->ik", f32, {{5, 7}, {1, 3}}, {"ij", "jk"}, "ik"));
    cases.push_back(einsumCase("bij,bjk->bik", f32, {{1, 5, 2}, {3, 2, 7}}, {"bij", "bjk"}, "bik"));
    cases.push_back(einsumCase("ii,i->i", f32, {{5, 5}, {1}}, {"ii", "i"}, "i"));
    cases.push_back(einsumCase("ii,i->i", f32, {{1, 1}, {5}}, {"ii", "i"}, "i"));
    cases.push_back(einsumCase("ij,ij,ij->j", f32, {{1, 7}, {5, 1}, {5, 7}}, {"ij", "ij", "ij"}, "j"));
    addErrors(cases);
}

} // namespace weightless::ops::einsum
