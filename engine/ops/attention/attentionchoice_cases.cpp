// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/attentioncases.h"

#include <limits>

namespace weightless::ops::attention {

namespace {

// The same as adding the lowest number where every third truth stands. With `isBoth`, those of every fifth
// key are added and not chosen; scores that both hide have two such numbers.
OperatorCase choiceCase(const Setting& setting, bool hidesTrue, bool isBoth)
{
    OperatorCase test = attentionCase(setting);
    HostTensor& mask = *test.inputs[3];
    const Shape shape = mask.descriptor.shape;
    HostTensor choice = makeHostTensor({DataType::Bool, shape});
    const double lowest = setting.type == DataType::Float16 ? -65504 : -3.0e38;
    for (size_t i = 0; i < static_cast<size_t>(elementCount(shape).value()); ++i) {
        const bool isAdded = isBoth && i % 5 == 2;
        const bool isHidden = i % 3 == 1;
        setElement(choice, i, int64_t {isHidden == hidesTrue});
        setElement(mask, i, isHidden || isAdded ? lowest : 0.0);
    }
    test.expected = {attentionOf(*test.inputs[0], *test.inputs[1], *test.inputs[2], mask, setting)};
    for (size_t i = 0; i < static_cast<size_t>(elementCount(shape).value()); ++i) {
        setElement(mask, i, isBoth && i % 5 == 2 ? lowest : 0.0);
    }
    if (!isBoth) {
        test.inputs[3].reset();
    }
    test.inputs.resize(6);
    test.inputs[5] = choice;
    test.attributes.set("hidesTrue", int64_t {hidesTrue});
    test.attributes.set("hiddenScore", std::numeric_limits<float>::lowest());
    test.name +=
        std::string(" chosen where ") + (hidesTrue ? "true" : "false") + (isBoth ? ", and masked" : "");
    return test;
}

} // namespace

void addChoiceCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const std::string kernel : {"", "flash", "tiled", "rows"}) {
            Setting setting {
                .batch = {2, 3}, .m = 5, .n = 67, .depth = 8, .width = 8, .kernel = kernel, .type = type};
            for (const Shape& choice : {Shape {5, 67}, Shape {2, 1, 1, 67}, Shape {2, 3, 5, 67}}) {
                setting.mask = choice;
                cases.push_back(choiceCase(setting, true, false));
                cases.push_back(choiceCase(setting, false, true));
            }
        }
    }
    OperatorCase numbers =
        choiceCase({.batch = {2}, .m = 5, .n = 6, .depth = 4, .width = 4, .mask = Shape {6}}, true, false);
    numbers.name = "a choice of numbers";
    numbers.inputs[5] = randomTensor(DataType::Float32, {6}, 101);
    numbers.expectedError = "expected bool";
    cases.push_back(numbers);
    OperatorCase large =
        choiceCase({.batch = {2}, .m = 5, .n = 6, .depth = 4, .width = 4, .mask = Shape {6}}, true, false);
    large.name = "a choice of other shape";
    large.inputs[5] = makeHostTensor({DataType::Bool, {7}});
    large.expectedError = "does not broadcast";
    cases.push_back(large);
}

} // namespace weightless::ops::attention
