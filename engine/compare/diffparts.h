// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/compare/differences.h"
#include "engine/compare/samenames.h"
#include "engine/model/constantpaths.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace weightless {

// What constants are that both models have: the first model's name for one of those that are the same.
using ConstantMeanings = std::unordered_map<const ConstantInfo*, const std::string*>;

// A model's, in file order.
struct ConstantList {
    std::vector<std::shared_ptr<const ConstantInfo>> constants;
    SharedNames paths;

    // Its path, where several have its name.
    [[nodiscard]] const std::string& nameOf(const ConstantInfo& constant) const
    {
        const auto path = paths.find(&constant);
        return path == paths.end() ? constant.name : path->second;
    }
};

// The halves of diffModels(); each adds what it finds.
void diffConstants(const ConstantList& before, const ConstantList& after, const DiffOptions& options,
    ModelDiff& diff, ConstantMeanings& meanings);

// The nodes of a graph or a function and their bodies. `names` has what is the same from outside, and gets
// what matched nodes make.
void diffNodes(const std::vector<Node>& before, const std::vector<Node>& after, const std::string& path,
    const ConstantMeanings& constants, SameNames& names, ModelDiff& diff);

void addConstants(
    const ModelGraph& before, const ModelGraph& after, const ConstantMeanings& constants, SameNames& names);

// "body then_branch inputs: a → a, b", of the bodies in two values of an attribute. Their nodes go to
// `diff`.
[[nodiscard]] std::vector<std::string> diffBodies(const Attribute& before, const AttributeValue& after,
    const std::string& path, const ConstantMeanings& constants, const SameNames& names, ModelDiff& diff);

[[nodiscard]] std::string typeOf(const Node& node); // as ONNX writes it
[[nodiscard]] std::string titleOf(const Node& node);

} // namespace weightless
