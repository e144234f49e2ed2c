// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernelfamily.h"
#include "engine/ops/loweringcontext.h"

#include <optional>

namespace weightless::ops {

// How a kernel that includes shaders/rows.glsl or shaders/heldrows.glsl shares rows among invocations.
struct RowTeams {
    uint32_t teamSize = 1; // invocations per row, a power of two
    uint32_t groupSize = 64; // invocations per work group, a multiple of teamSize
    uint32_t stepsAtOnce = 1; // elements an invocation handles per loop round; quads that it holds
    std::array<uint32_t, 3> groups {};
    LoopRounds loopRounds = fewLoopRounds;

    // The specialisation constants of both; the kernel's own follow from constant_id 3 on.
    [[nodiscard]] std::vector<uint32_t> specialization(std::initializer_list<uint32_t> own) const;
};

// What a kernel reduces: `walks` is how often it walks a row, at most.
struct RowShape {
    uint64_t rows = 0;
    uint64_t length = 0;
    uint64_t walks = 1;
    // Elements of a row that lie next to each other in memory, so that a team reads them in one access: all
    // of them, or 1 where they are apart, or where one invocation's accesses are wide enough.
    uint64_t neighbours = 1;
    // An element is so much to read and to compute that an invocation has enough of one.
    bool isOneEnough = false;
};

// Rows that are too long for the loop rounds of the device in any arrangement make the launch fail
// (LoweringContext::dispatch()).
[[nodiscard]] RowTeams rowTeams(
    const vulkan::DeviceTraits& device, const DevicePolicy& policy, const RowShape& shape);
// For this node, by loopPolicy().
[[nodiscard]] RowTeams rowTeams(const LoweringContext& context, const RowShape& shape);

// For kernels that read rows of neighbours once and hold them in registers (shaders/heldrows.glsl). Nothing
// where the device does without such kernels or has no arithmetic in the type, where rows are too short to
// fill a subgroup, or too long.
[[nodiscard]] std::optional<RowTeams> heldRowTeams(
    const vulkan::DeviceTraits& device, const DevicePolicy& policy, const RowShape& shape, DataType type);

// Elements that kernels of software devices access as one.
inline constexpr uint64_t groupElements = 8;
// Whether the family has a kernel for the type that reads rows in such groups, and it suits the device.
[[nodiscard]] bool suitsGroups(const LoweringContext& context, const KernelFamily& family, DataType type);

// Long rows of neighbours, each cut into `count` parts of `length` elements, but for the last one. A team has
// a part, in registers or in groups of eight.
struct RowParts {
    uint64_t rows = 0;
    uint64_t extent = 0; // elements of a row
    uint64_t length = 0;
    uint64_t count = 1;
    bool areHeld = false;
    RowTeams teams {};
    // What is found of part p of row r lies at (r / neighbours * count + p) * pitch + r % neighbours.
    uint64_t neighbours = 1;
    uint64_t pitch = 1;
};
// Nothing where rows are better off as a whole (DevicePolicy::mostRowBytes), or no kernel takes parts of
// them.
[[nodiscard]] std::optional<RowParts> rowParts(const vulkan::DeviceTraits& device, const DevicePolicy& policy,
    uint64_t rows, uint64_t extent, DataType type);
// For this node, by loopPolicy().
[[nodiscard]] std::optional<RowParts> rowParts(
    const LoweringContext& context, uint64_t rows, uint64_t extent, DataType type);

struct RowKernel {
    const vulkan::KernelCode& code;
    RowTeams teams;
};
// Of this node, by loopPolicy(): `held`, if there is such a kernel, where its rows can be held, else
// `walking`.
[[nodiscard]] RowKernel rowKernel(const LoweringContext& context, const KernelFamily& walking,
    const KernelFamily* held, const RowShape& shape, DataType type);

} // namespace weightless::ops
