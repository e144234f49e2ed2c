// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace weightless {

// Values that the graph has as bytes and the model as 4-bit integers (WeightsType::declared), by the names
// that nodes read them by: constants, and what nodes that only move elements make of them.
class WidenedValues {
public:
    void add(const std::string& name, DataType inModel) { m_types.insert_or_assign(name, inModel); }
    // Adds a node's outputs where it hands on widened elements as they are.
    void follow(const Node& node);

    // The type in the model; Undefined for a value that is what the model says.
    [[nodiscard]] DataType typeOf(const std::string& name) const;

    // The widened inputs that a node needs as the model has them: all but those of operators that know of
    // widened ones, or only move elements.
    [[nodiscard]] std::vector<size_t> inputsAsInModel(const Node& node) const;
    // The node's attributes, and which of its other inputs are widened (ops::widenedAttribute).
    [[nodiscard]] Attributes attributesOf(const Node& node) const;

private:
    [[nodiscard]] bool isWidened(const std::string& name) const { return m_types.contains(name); }
    [[nodiscard]] bool isWidenedOrAbsent(const Node& node, size_t input) const;
    [[nodiscard]] bool isMoved(const Node& node) const;
    [[nodiscard]] bool takesWidened(const Node& node, size_t input) const;

    std::unordered_map<std::string, DataType> m_types;
};

} // namespace weightless
