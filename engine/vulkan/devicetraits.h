// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace weightless::vulkan {

enum class DeviceType { Discrete, Integrated, Virtual, Software, Other };

// Who makes elements another type on their way to the device.
enum class Converter {
    Readers, // the CPU, into memory that it writes in place
    Device, // a kernel, out of the staging ring
};

// Subgroups that a kernel can rely on: work groups are made of whole ones of this size.
struct WholeSubgroups {
    uint32_t size = 0;
    bool isSizeChosen = false; // pipelines ask for that size; else the device has no other
    uint32_t mostInGroup = std::numeric_limits<uint32_t>::max(); // of one work group
    uint32_t registers = 255; // of 32 bits that an invocation can have; what finds none lies in memory

    bool operator==(const WholeSubgroups&) const = default;
};

// Subgroups that multiply matrices of 16-bit floats at once (VK_KHR_cooperative_matrix):
// sums[rows, columns] += a[rows, depth] b[depth, columns], with 32-bit sums. Chosen by subgroups.h.
struct MatrixUnits {
    uint32_t rows = 0;
    uint32_t columns = 0;
    uint32_t depth = 0;
    WholeSubgroups subgroups;
    bool hasShortSums = true; // sums can be had in the element's 16 bits as well
    bool areSlow = false; // by what is known of the kind, and until it was measured, slower than none

    bool operator==(const MatrixUnits&) const = default;
};

// Matrices of float16, with 32-bit sums, that a work group holds together and multiplies at once, of any
// multiples of these sizes (VK_NV_cooperative_matrix2). Chosen by subgroups.h.
struct GroupMatrices {
    uint32_t rows = 0;
    uint32_t columns = 0;
    uint32_t depth = 0;
    uint32_t invocations = 0; // of the work group
    bool isSubgroup = false; // subgroups hold matrices there: such a work group is one of them
    bool canFetch = false; // the driver loads matrices by their place in a tensor (tensor addressing)
    uint32_t reservedSharedBytes = 0; // that the driver takes of a work group's shared memory for them

    bool operator==(const GroupMatrices&) const = default;
};

// What was measured of large products of a 16-bit float on the device at hand (runtime/devicerates.h).
struct MeasuredProducts {
    // Whether what subgroups multiplied was right, and faster than without them; nothing where it was not
    // measured.
    std::optional<bool> prefersMatrixUnits;
    bool prefersGroupMatrices = false; // what work groups multiplied was right, and faster than all else
    bool prefersGroupImages = false; // the same of convolutions
    std::optional<bool> prefersMatrixAttention; // as prefersMatrixUnits, which counts where it is nothing

    bool operator==(const MeasuredProducts&) const = default;
};

// What planning and lowering may know about a device. Plain values: a plan can be made from traits alone,
// without a device.
struct DeviceTraits {
    std::string name = "no device";
    DeviceType type = DeviceType::Other;
    // Of the memory policy (memorypolicy.h).
    bool hasUnifiedMemory = false; // the device's memory is CPU memory
    bool hasMappedWeights = false; // the CPU writes weights where the device reads them
    Converter converter = Converter::Device;
    bool bindsFilePages = false; // weights stay where they lie in files, where no other way is asked for

    bool hasFloat16 = false; // arithmetic in 16-bit floats
    bool hasFloat64 = false;
    bool hasInt8 = false;
    bool hasInt16 = false;
    bool hasInt64 = false;
    bool has8BitStorage = false;
    bool has16BitStorage = false;
    bool hasBufferDeviceAddress = false;
    bool hasExternalMemoryHost = false;
    bool hasMemoryBudget = false;

    uint64_t maxStorageBufferRangeBytes = 128ull << 20;
    uint64_t maxTexelRangeBytes = 2048ull << 20; // of a tensor that a kernel reads in texels (kernelcode.h)
    uint64_t maxAllocationBytes = 1ull << 30;
    uint64_t hostImportAlignmentBytes = 4096;
    uint32_t storageOffsetAlignmentBytes = 64;
    uint32_t texelOffsetAlignmentBytes = 64; // not below the former
    uint32_t maxPushConstantBytes = 128;
    uint32_t maxSharedMemoryBytes = 16384;
    uint32_t maxWorkGroupInvocations = 128;
    std::array<uint32_t, 3> maxWorkGroupCount {65535, 65535, 65535};
    uint32_t subgroupSize = 1;
    uint32_t mostRegisters = WholeSubgroups {}.registers; // of an invocation, in the smallest subgroups
    // Which add up, and find the largest, among their lanes (subgroups.h).
    std::optional<WholeSubgroups> rowSubgroups;
    std::optional<MatrixUnits> matrixUnits; // of float16
    std::optional<MatrixUnits> bfloat16Units; // VK_KHR_shader_bfloat16; not without matrixUnits
    std::optional<GroupMatrices> groupMatrices; // not without matrixUnits
    // Nothing is avoided or preferred until it was measured, which somebody must ask for.
    MeasuredProducts float16Products;
    MeasuredProducts bfloat16Products;
    uint32_t processors = 0; // streaming multiprocessors, compute units; 0 where the driver does not say
    // Creating a pipeline leaves nearly all of a kernel's compilation to its first launch, which the device's
    // only thread then waits for (launchcompiler.h).
    bool compilesAtFirstLaunch = false;
    // A barrier of a subgroup is one of its work group, so all of the work group's subgroups must come to it.
    bool subgroupsWaitTogether = false;
    // How many rounds all loops of one shader invocation may make together. A device with such a limit ends
    // every loop beyond it without a word, so a kernel must never need more (ops/loops.h).
    uint64_t maxLoopRounds = std::numeric_limits<uint64_t>::max();
};

} // namespace weightless::vulkan
