// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/normalization/normalizationcases.h"

#include <algorithm>
#include <cmath>

namespace weightless::ops::normalization {

namespace {

double activated(double value, const std::string& activation)
{
    return activation == "Silu" ? value / (1 + std::exp(-value))
        : activation == "Relu"  ? std::max(value, 0.0)
        : activation == "Clip"  ? std::clamp(value, -0.5, 0.75)
        : activation == "Tanh"  ? std::tanh(value)
                                : value;
}

// Parameters per group (opset 18) or per channel (21), as vectors or as they broadcast to x.
OperatorCase fusedGroupCase(
    const HostTensor& x, int64_t groups, int64_t opset, const std::string& activation, bool isShaped = false)
{
    OperatorCase test = groupCase(x, groups, opset);
    test.opType = "FusedGroupNormalization";
    test.domain = "weightless";
    test.name += ", " + activation + (isShaped ? ", shaped" : "");
    test.attributes.set("activation", activation);
    test.attributes.set("activation_low", -0.5f);
    test.attributes.set("activation_high", 0.75f);
    for (size_t i = 1; isShaped && i < 3; ++i) {
        test.inputs[i]->descriptor.shape.insert(test.inputs[i]->descriptor.shape.end(), {1, 1});
    }
    HostTensor& y = test.expected[0];
    for (size_t i = 0; i < y.elementCount(); ++i) {
        setElement(y, i, activated(elementAsDouble(y, i), activation));
    }
    return test;
}

// y = x normalised and scaled, without a bias.
OperatorCase withoutBias(OperatorCase test)
{
    const HostTensor bias = *test.inputs[2];
    const Shape shape = test.expected[0].descriptor.shape;
    for (size_t i = 0; i < test.expected[0].elementCount(); ++i) {
        const auto channel = static_cast<size_t>(coordinatesOf(static_cast<int64_t>(i), shape)[1]);
        setElement(
            test.expected[0], i, elementAsDouble(test.expected[0], i) - elementAsDouble(bias, channel));
    }
    test.inputs.pop_back();
    test.name += ", no bias";
    return test;
}

// Rows in parts of 1,024 bytes, whatever suits the device, and long ones as it suits the device.
void addPartCases(CaseList& cases)
{
    const DataType f32 = DataType::Float32;
    const auto inParts = [&](OperatorCase test) {
        for (const char* kernel : {"parts", "cardparts"}) {
            test.attributes.set("weightless.kernel", std::string(kernel));
            cases.push_back(test);
        }
    };
    for (const DataType type : {f32, DataType::Float16, DataType::BFloat16}) {
        inParts(fusedGroupCase(randomTensor(type, {1, 1, 3001}, 90, -3, 3), 1, 21, "Silu"));
        inParts(
            fusedGroupCase(randomTensor(type, {2, 6, 11, 47}, 91, -3, 3), 2, 21, "Relu", true)); // odd runs
        inParts(fusedGroupCase(randomTensor(type, {1, 4, 16, 40}, 92, -3, 3), 2, 21, "Tanh"));
        inParts(withoutBias(fusedGroupCase(randomTensor(type, {2, 3, 1027}, 93, -3, 3), 3, 21, "")));
        inParts(groupCase(randomTensor(type, {3, 4, 9, 33}, 94, -3, 3), 2, 18)); // runs are rows
        inParts(layerCase(randomTensor(type, {3, 1031}, 95, -3, 3), -1, true, true));
        inParts(layerCase(randomTensor(type, {2, 1032}, 96, -3, 3), -1, false, false));
        inParts(
            layerCase(randomTensor(type, {1, 1025}, 97, -3, 3), -1, true, true)); // one is left for a part
    }
    inParts(fusedGroupCase(randomTensor(f32, {1, 800, 3}, 98), 1, 21, "Silu")); // runs of three
    inParts(fusedGroupCase(randomTensor(f32, {1, 2, 5003}, 98, 100, 101), 1, 21, "")); // far from zero
    cases.push_back(fusedGroupCase(randomTensor(f32, {1, 3, 31'001}, 99, -3, 3), 1, 21, "Silu"));
    cases.push_back(fusedGroupCase(randomTensor(f32, {1, 1, 96'000}, 99, 5, 6), 1, 18, "Relu"));
    cases.push_back(fusedGroupCase(randomTensor(DataType::Float16, {1, 2, 140'003}, 99), 2, 21, ""));
}

struct SumOptions {
    int64_t axis = -1;
    bool hasBias = true;
    bool writesSum = true;
    bool isSimplified = false;
};

OperatorCase sumCase(DataType type, const Shape& shape, const Shape& skipShape, const SumOptions& options)
{
    const HostTensor x = randomTensor(type, shape, 81, -3, 3);
    const HostTensor skip = randomTensor(type, skipShape, 82);
    HostTensor sum = makeHostTensor({type, shape});
    for (size_t i = 0; i < sum.elementCount(); ++i) {
        std::vector<int64_t> place = coordinatesOf(static_cast<int64_t>(i), shape);
        place.erase(place.begin(), place.end() - static_cast<ptrdiff_t>(skipShape.size()));
        for (size_t axis = 0; axis < place.size(); ++axis) {
            place[axis] = skipShape[axis] == 1 ? 0 : place[axis];
        }
        setElement(sum, i,
            elementAsDouble(x, i) + elementAsDouble(skip, static_cast<size_t>(indexOf(place, skipShape))));
    }
    OperatorCase test = layerCase(sum, options.axis, options.hasBias, false);
    test.opType = "AddLayerNormalization";
    test.domain = "weightless";
    test.name += ", skip " + toString(skip.descriptor) + (options.writesSum ? ", sum" : "");
    if (options.isSimplified) {
        test.name += ", simplified";
        test.attributes.set("simplified", int64_t {1});
        const auto width = static_cast<size_t>(shape.back());
        for (size_t row = 0; row < sum.elementCount() / width; ++row) {
            double squares = 0;
            for (size_t i = 0; i < width; ++i) {
                squares += std::pow(elementAsDouble(sum, row * width + i), 2);
            }
            const double inverse = 1 / std::sqrt(squares / static_cast<double>(width) + 1e-5);
            for (size_t i = 0; i < width; ++i) {
                setElement(test.expected[0], row * width + i,
                    elementAsDouble(sum, row * width + i) * inverse * elementAsDouble(*test.inputs[1], i));
            }
        }
    }
    test.inputs[0] = x;
    test.inputs.insert(test.inputs.begin() + 1, skip);
    if (options.writesSum) {
        test.expected.push_back(sum);
    }
    return test;
}

void addErrors(CaseList& cases)
{
    const HostTensor x = randomTensor(DataType::Float32, {2, 6, 3, 5}, 61);
    OperatorCase wrong = fusedGroupCase(x, 3, 18, "Silu");
    wrong.inputs[2] = randomTensor(DataType::Float32, {6}, 62);
    wrong.expectedError = "expected one value per group or per channel";
    cases.push_back(wrong);
    wrong = sumCase(DataType::Float32, {2, 3, 8}, {2, 3, 8}, {});
    wrong.inputs[1] = randomTensor(DataType::Float32, {4, 8}, 62);
    wrong.expectedError = "expected floats and what broadcasts to them";
    cases.push_back(wrong);
    wrong = sumCase(DataType::Float32, {2, 3, 8}, {2, 3, 8}, {});
    wrong.inputs[2] = randomTensor(DataType::Float32, {4}, 62);
    wrong.expectedError = "expected [8]";
    cases.push_back(wrong);
}

} // namespace

void addFusedCases(CaseList& cases)
{
    const DataType f32 = DataType::Float32;
    for (const DataType type : {f32, DataType::Float16, DataType::BFloat16}) {
        const HostTensor x = randomTensor(type, {2, 6, 3, 5}, 64, -3, 3);
        cases.push_back(fusedGroupCase(x, 3, 21, "Silu", true));
        cases.push_back(fusedGroupCase(x, 2, 18, "Relu"));
        cases.push_back(sumCase(type, {2, 3, 17}, {2, 3, 17}, {}));
        cases.push_back(sumCase(type, {2, 3, 17}, {2, 3, 17}, {.writesSum = false}));
        cases.push_back(sumCase(type, {3, 9}, {3, 9}, {.hasBias = false, .isSimplified = true}));
        cases.push_back(sumCase(type, {2, 3, 132}, {3, 132}, {})); // rows repeat
        cases.push_back(fusedGroupCase(randomTensor(type, {2, 4, 7, 12}, 84, -3, 3), 2, 21, "Silu"));
    }
    cases.push_back(fusedGroupCase(randomTensor(f32, {1, 4, 1025}, 83, 5, 6), 4, 21, "Silu"));
    cases.push_back(fusedGroupCase(randomTensor(f32, {3, 10}, 84), 5, 21, "Clip"));
    cases.push_back(fusedGroupCase(randomTensor(f32, {3, 10}, 84), 5, 21, "Tanh"));
    cases.push_back(fusedGroupCase(randomTensor(f32, {0, 4, 3}, 85), 2, 21, "Silu"));
    cases.push_back(withoutBias(fusedGroupCase(randomTensor(f32, {2, 6, 7}, 86), 2, 21, "")));
    cases.push_back(sumCase(f32, {70, 9}, {70, 9}, {.hasBias = false}));
    cases.push_back(sumCase(f32, {70, 131}, {70, 131}, {}));
    cases.push_back(sumCase(f32, {1, 1025}, {1, 1025}, {}));
    cases.push_back(
        sumCase(f32, {1, 5003}, {1, 5003}, {.hasBias = false, .writesSum = false, .isSimplified = true}));
    cases.push_back(sumCase(f32, {3, 4, 7}, {3, 4, 7}, {.axis = 1}));
    cases.push_back(sumCase(f32, {0, 9}, {0, 9}, {}));
    // Rows that repeat, and what does not come in rows.
    cases.push_back(sumCase(f32, {2, 5, 7}, {1, 5, 7}, {}));
    cases.push_back(sumCase(f32, {2, 5, 7}, {7}, {.writesSum = false}));
    cases.push_back(sumCase(f32, {2, 5, 7}, {2, 1, 7}, {}));
    cases.push_back(sumCase(f32, {2, 5, 7}, {5, 1}, {.hasBias = false, .isSimplified = true}));
    addErrors(cases);
    addPartCases(cases);
}

} // namespace weightless::ops::normalization
