// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace weightless::test {

// Of float32: first, first + 1 …
inline std::shared_ptr<const ConstantInfo> constant(const char* name, Shape shape, float first)
{
    auto info = std::make_shared<ConstantInfo>();
    info->name = name;
    info->descriptor = {DataType::Float32, std::move(shape)};
    info->sizeBytes = byteCount(info->descriptor).value_or(0);
    auto bytes = std::make_shared<std::vector<std::byte>>(info->sizeBytes);
    auto* numbers = reinterpret_cast<float*>(bytes->data());
    for (size_t i = 0; i < bytes->size() / 4; ++i)
        numbers[i] = first + static_cast<float>(i);
    info->source.range = MemoryRange {bytes, 0, bytes->size()};
    return info;
}

// x → Conv(w) → y → Relu → z
inline Model sketch()
{
    Model model;
    model.opsets[""] = 17;
    model.graph.inputs = {
        {.name = "x", .type = DataType::Float32, .shape = SymbolicShape {{1, ""}, {-1, "n"}}}};
    model.graph.outputs = {{.name = "z", .type = DataType::Float32}};
    model.graph.constants = {constant("w", {2, 3}, 0), constant("v", {4}, 7)};
    Attributes attributes;
    attributes.set("pads", std::vector<int64_t> {0, 0});
    model.graph.nodes = {
        {.name = "conv", .opType = "Conv", .inputs = {"x", "w"}, .outputs = {"y"}, .attributes = attributes},
        {.name = "act", .opType = "Relu", .inputs = {"y"}, .outputs = {"z"}}};
    return model;
}

} // namespace weightless::test
