// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/engine/plan/flowsketch.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace weightless::testing {

// Nodes over values of 256 bytes and views of those, at random; also over quarters of their own that are put
// together, where it `joins`.
class RandomFlow {
public:
    explicit RandomFlow(uint32_t seed, bool joins = false);

    [[nodiscard]] std::shared_ptr<const plan::Plan> make(const plan::PlanOptions& options) const;
    // Follows the plan's steps, quarter of a value by quarter: what a step reads from the arena must be what
    // the node of that input wrote there, and no step writes over what it reads at another place. Returns the
    // first step that does.
    [[nodiscard]] std::optional<size_t> firstWrongStep(const plan::Plan& plan) const;

private:
    using Quarter = std::pair<size_t, size_t>; // the node that makes it, and which of its result's

    void grow();
    void growQuarters(bool joins);
    size_t nameLast();
    void add(const ops::Operator& op, const std::vector<plan::ValueId>& inputs);
    plan::ValueId any();

    Sketch m_sketch;
    std::mt19937 m_random;
    uint32_t m_kinds; // of nodes
    std::vector<plan::ValueId> m_whole;
    std::vector<plan::ValueId> m_quarters;
    std::map<plan::ValueId, std::vector<Quarter>> m_made; // what each value consists of; nothing of the input
};

} // namespace weightless::testing
