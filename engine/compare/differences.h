// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace weightless {

enum class DifferenceKind {
    Added, // in the second model alone
    Removed, // in the first alone
    Changed, // another type, shape or values; other inputs, outputs or attributes
    Renamed, // the same under another name
    Unread, // the bytes of one of them cannot be had: `details` says why
};

struct ConstantDifference {
    DifferenceKind kind = DifferenceKind::Changed;
    std::string name; // in the first model, in the second when it is Added; the path where several have it
    std::string otherName = {}; // in the second, when it is Renamed
    TensorDescriptor before = {}, after = {};
    uint64_t bytesBefore = 0, bytesAfter = 0;
    uint64_t changedElements = 0; // of equal shape, and of one type or of floats, whose numbers are compared
    // The largest absolute difference between floats that are finite in both; none where there are none.
    std::optional<double> largestDifference = {};
    // Floats that became or ceased to be NaN or infinite: their difference has no size.
    uint64_t nonFiniteElements = 0;
    uint64_t zeroSigns = 0; // of the changed elements, zeros of another sign
    bool hasSameValues = false; // floats of another type, which are the same numbers all the same
    std::string details = {};
    const ConstantInfo *constantBefore = nullptr, *constantAfter = nullptr; // they belong to the models
};

struct NodeDifference {
    DifferenceKind kind = DifferenceKind::Changed;
    std::string name; // with the nodes and attributes that it is in: "loop/body/inner"
    std::string otherName = {};
    std::string opType = {};
    std::vector<std::string> details = {}; // "attribute pads: [0, 0] → [1, 1]"
};

// An input, an output, a version, an entry of the metadata: "input x: float32[1, 3] → float16[1, 3]".
using FactDifference = std::string;

struct ModelDiff {
    std::vector<FactDifference> facts;
    std::vector<ConstantDifference> constants;
    std::vector<NodeDifference> nodes;
    uint64_t equalConstants = 0;
    uint64_t equalBytes = 0; // of those constants
    uint64_t equalNodes = 0;
    uint64_t bytesBefore = 0, bytesAfter = 0; // of all constants
    // Nodes that are one and the same, those of bodies and functions too, whether they differ or not. They
    // belong to the models.
    std::vector<std::pair<const Node*, const Node*>> matched;
    std::vector<std::pair<const Node*, const Node*>> changed; // those of them that are not what they were

    [[nodiscard]] bool isEqual() const { return facts.empty() && constants.empty() && nodes.empty(); }
};

struct DiffOptions {
    bool comparesValues =
        true; // without, constants of one name, type and shape are equal, and no weight is read
    std::function<void(uint64_t doneBytes, uint64_t totalBytes)> onProgress = {};
    std::stop_token stop = {};
};

} // namespace weightless
