// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/movement/movementcases.h"

namespace weightless::ops::movement {

namespace {

// Straight from the sentences of the specification.
OperatorCase blocksCase(
    std::string opType, const std::string& mode, DataType type, const Shape& shape, int64_t block)
{
    const HostTensor x = randomTensor(type, shape, 95, -90, 90);
    const bool toSpace = opType == "DepthToSpace";
    const int64_t square = block * block;
    const Shape result = toSpace ? Shape {shape[0], shape[1] / square, shape[2] * block, shape[3] * block}
                                 : Shape {shape[0], shape[1] * square, shape[2] / block, shape[3] / block};
    OperatorCase test = movementCase(mode + " " + std::to_string(block) + " of " + toString(x.descriptor),
        std::move(opType), 13, x, {moved(x, result, [&](const Coordinates& at) -> Coordinates {
            if (!toSpace) {
                const int64_t offset = mode == "CRD" ? at[1] % square : at[1] / shape[1];
                const int64_t channel = mode == "CRD" ? at[1] / square : at[1] % shape[1];
                return {at[0], channel, at[2] * block + offset / block, at[3] * block + offset % block};
            }
            const int64_t offset = at[2] % block * block + at[3] % block;
            const int64_t channel = mode == "CRD" ? at[1] * square + offset : offset * result[1] + at[1];
            return {at[0], channel, at[2] / block, at[3] / block};
        })});
    test.attributes.set("blocksize", block);
    if (!mode.empty()) {
        test.attributes.set("mode", mode);
    }
    return test;
}

} // namespace

void addBlockCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::UInt8}) {
        cases.push_back(blocksCase("DepthToSpace", "DCR", type, {2, 12, 3, 5}, 2));
        cases.push_back(blocksCase("DepthToSpace", "CRD", type, {2, 18, 3, 5}, 3));
        cases.push_back(blocksCase("DepthToSpace", "CRD", type, {2, 8, 2, 21}, 2)); // columns side by side
        cases.push_back(blocksCase("DepthToSpace", "DCR", type, {1, 9, 2, 16}, 3));
        cases.push_back(blocksCase("DepthToSpace", "CRD", type, {1, 32, 2, 16}, 4));
        cases.push_back(blocksCase("SpaceToDepth", "", type, {2, 3, 4, 6}, 2));
        cases.push_back(blocksCase("SpaceToDepth", "CRD", type, {2, 3, 6, 9}, 3));
    }
    OperatorCase wrong = blocksCase("DepthToSpace", "DCR", DataType::Float32, {2, 12, 3, 5}, 2);
    wrong.attributes.set("blocksize", int64_t {5});
    wrong.expectedError = "its channels are no multiple of 25";
    cases.push_back(wrong);
    wrong = blocksCase("SpaceToDepth", "", DataType::Float32, {2, 3, 4, 6}, 2);
    wrong.attributes.set("blocksize", int64_t {0});
    wrong.expectedError = "attribute 'blocksize' is 0";
    cases.push_back(wrong);
}

} // namespace weightless::ops::movement
