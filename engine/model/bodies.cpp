// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/bodies.h"

#include <algorithm>
#include <utility>

namespace weightless {

std::vector<std::shared_ptr<const ModelGraph>> bodiesOf(const Node& node)
{
    std::vector<std::shared_ptr<const ModelGraph>> bodies;
    for (const Attribute& attribute : node.attributes.all()) {
        for (auto& body : bodiesOf(attribute.value)) {
            bodies.push_back(std::move(body));
        }
    }
    return bodies;
}

void forEachHandedOut(const Node& node, const ModelGraph& body,
    const std::function<void(const std::string& inner, const std::string& outer)>& visit)
{
    const size_t first = node.opType == "Loop" ? 1 : 0;
    for (size_t i = first; i < std::min(node.outputs.size() + first, body.outputs.size()); ++i) {
        visit(body.outputs[i].name, node.outputs[i - first]);
    }
}

} // namespace weightless
