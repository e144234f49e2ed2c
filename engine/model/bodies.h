// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace weightless {

// The graphs in all attributes of a node, in their order. None is null.
[[nodiscard]] std::vector<std::shared_ptr<const ModelGraph>> bodiesOf(const Node& node);

// Calls it with the names of an output of a body of the node and of what it becomes outside, for all that
// become anything: the condition that a Loop's yields first does not.
void forEachHandedOut(const Node& node, const ModelGraph& body,
    const std::function<void(const std::string& inner, const std::string& outer)>& visit);

} // namespace weightless
