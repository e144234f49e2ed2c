// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/floatcontrols.h"
#include "engine/vulkan/memorypolicy.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weightless::vulkan {

// A shape of matrices that a device multiplies at once: result[rows, columns] = a[rows, depth] b[depth,
// columns] + c. With granularities (VK_NV_cooperative_matrix2) the sizes are what theirs must be multiples
// of.
struct MatrixShape {
    uint32_t rows = 0;
    uint32_t columns = 0;
    uint32_t depth = 0;
    std::string a, b, c, result; // "float16", "sint8", …; a number where these sources know no name
    std::string scope; // "subgroup", "workgroup", …: who holds a matrix together
    uint32_t groupInvocations = 0; // of the work group that the shape is for; 0: any
    bool isGranularity = false;
    bool saturates = false;

    bool operator==(const MatrixShape&) const = default;
};

// What a driver says of a device beside its traits: what decides, and what a report of a problem should have.
// Plain values, read once; 0 or nothing where the driver does not say.
struct DeviceFacts {
    uint32_t vendorId = 0; // PCI's: 0x10de NVIDIA, 0x1002 AMD, 0x8086 Intel, 0x10005 Mesa
    uint32_t deviceId = 0;
    uint32_t driverId = 0; // VkDriverId
    uint32_t processors = 0; // streaming multiprocessors, compute units

    uint32_t leastSubgroupSize = 0;
    uint32_t mostSubgroupSize = 0;
    bool canChooseSubgroupSize = false; // for compute, between the two
    uint32_t mostSubgroupsInGroup = 0; // where the size is chosen
    bool hasFullSubgroups = false;
    std::vector<std::string> subgroupOperations; // in compute: "basic", "vote", "arithmetic", …

    FloatControls floatControls;

    bool hasIntegerDotProduct = false;
    bool acceleratesInt8DotProduct = false; // four packed signed bytes at once, in hardware
    bool acceleratesMixedDotProduct = false; // the same of signed bytes by unsigned ones
    std::vector<MatrixShape> matrixShapes; // VK_KHR_cooperative_matrix
    std::vector<MatrixShape> matrixGranularities; // VK_NV_cooperative_matrix2
    bool hasTensorAddressing = false; // of that extension's features, this one
    uint32_t reservedSharedBytes = 0; // that it takes of a work group's shared memory
    bool hasBFloat16 = false; // VK_KHR_shader_bfloat16
    bool hasOldMatrices = false; // VK_NV_cooperative_matrix, which came before both

    MemoryLayout memory;
};

} // namespace weightless::vulkan
