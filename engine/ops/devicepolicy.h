// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"
#include "engine/vulkan/devicetraits.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace weightless::ops {

// Which kernel takes a product that is worth a tiled one.
enum class ProductKernel { Plain, Wide, Shared, Matrix, Group, Vector };

// "plain", "wide" …: as the attribute that forces one (product/product.h), and results, name it.
[[nodiscard]] std::string_view nameOf(ProductKernel kernel);

// What suits a device: which kernels, how much work per invocation, from which size on a detour pays. The
// only place that looks at what kind of device it is; operators ask here, so that a card is tuned without
// touching them. What a device *can* do stays with its traits.
struct DevicePolicy {
    static constexpr uint64_t never = std::numeric_limits<uint64_t>::max();
    // What cards have for fewestInvocationsPerRow: a subgroup, or half of one.
    static constexpr uint32_t subgroupForRow = 32;

    // Neighbours that one invocation of an elementwise or moving kernel handles at most.
    uint32_t mostItems = 1;
    // Such kernels access 16 bytes at once where they can, whatever mostItems says.
    bool prefersQuads = false;
    // The same only where it is known while planning that they can (QuadAccess::Known).
    bool prefersKnownQuads = false;
    // Rows and columns of a matrix from which on a copy transposes it in tiles of shared memory.
    uint64_t fewestForTransposedTiles = never;
    // Rows that occupy the device with one invocation each; fewer are shared among several.
    uint64_t enoughRows = 16'384;
    // Invocations that share a row at most.
    uint32_t mostInvocationsPerRow = 64;
    // Invocations that share a long row at least, however many rows there are: neighbours that read
    // neighbours are one access for a subgroup, and as many as it has lanes where each has a row.
    uint32_t fewestInvocationsPerRow = 1;
    // Invocations of a work group that shares out rows at least; more of them would leave processors idle
    // that run a group one after the other where rows are few.
    uint32_t fewestInvocationsPerRowGroup = 64;
    // Rows that find room there are read once and held in registers, where subgroups reduce them.
    bool holdsRows = false;
    // A row of neighbours that takes more memory is cut into parts of `rowPartBytes`, which work groups
    // share, where there are fewer rows than `enoughLongRows`.
    uint64_t mostRowBytes = never;
    uint64_t rowPartBytes = 0;
    uint64_t enoughLongRows = 0;

    // Products by their multiplications: below, a tiled kernel takes longer to compile than the plain one to
    // run.
    ProductKernel largeProduct = ProductKernel::Plain;
    bool prefersMatrixUnits = false; // where there are any for the type: largeProductFor()
    uint64_t fewestForLargeProduct = uint64_t {1} << 20;
    // Products of so few rows, and of at least that many multiplications, take the kernel that reads the
    // second matrix as fast as memory yields it.
    uint64_t mostVectorRows = 0;
    uint64_t fewestForVectorProduct = uint64_t {1} << 14;
    // Words of packed weights that an invocation reads in one access.
    uint32_t packedWordsAtOnce = 1;
    // Invocations that keep memory busy with them.
    uint64_t enoughForPacked = enoughRows;

    // Kernels that move and compute eight neighbours at once (wide patches, depthwise groups), per type.
    bool prefersEights = false;
    bool prefersWinograd = false;
    // Depthwise convolutions make several results below each other per invocation.
    bool prefersColumns = false;
    // Convolutions read their input where it lies, not patches of it. Nothing is written down for them, but
    // every access decodes a place.
    bool readsImages = false;
    // Such kernels on matrix units want filters in blocks of channels (model/blockedfilter.h), and weights
    // are copied anyway, so they are turned on their way.
    bool blocksFilters = false;
    bool prefersFlashAttention = false; // scores in registers
    bool prefersTiledAttention = false; // scores in shared memory
    bool prefersRowAttention = false; // the same of few rows, whose keys several work groups share
    // Attention in chunks copies keys and values to rows of a multiple of eight, keys transposed, whatever
    // their size.
    bool packsAttentionOperands = false;

    // A step that waits for nothing passes up to so many steps that do, and runs beside what is under way
    // (plan/stepgroups.h): a wait less for the whole device, and company for launches that fill it in part.
    // 0: the device runs one launch at a time anyway.
    uint32_t stepsAhead = 0;

    // A fraction of a second's work, also for the slowest of the kind: more is not submitted at once, for the
    // sake of watchdogs, 2 s on Windows, and of whoever wants to stop. It holds until runs have been measured
    // (runtime/workrate.h); a fast card loses some 0.1 ms a submission by then.
    uint64_t mostOperationsPerSubmission = 20'000'000'000;
};

// How many processors are to be kept busy; 32 where the driver does not say.
[[nodiscard]] uint64_t processorsOf(const vulkan::DeviceTraits& device);

// A pure function of the traits.
[[nodiscard]] DevicePolicy devicePolicy(const vulkan::DeviceTraits& device);

// Whether kernels can access eight elements of the type as one, in integers of 64 bits.
[[nodiscard]] bool canReadEights(const vulkan::DeviceTraits& device, DataType type);

// What a product's second operand is: in memory as a matrix, a convolution's input that is read where it
// lies, or rows through a table of taps.
enum class SecondOperand { Matrix, Image, Taps };

// DevicePolicy::largeProduct, or matrix units, as they were measured or the kind of device suggests. Work
// groups hold no tables of taps.
[[nodiscard]] ProductKernel largeProductFor(
    const vulkan::DeviceTraits& device, DataType type, SecondOperand b = SecondOperand::Matrix);

// Whether the kernel that shares tiles within a work group can run.
[[nodiscard]] bool canShareTiles(const vulkan::DeviceTraits& device);

// What multiplies matrices of the type at once; nothing where nothing does.
[[nodiscard]] const std::optional<vulkan::MatrixUnits>& matrixUnitsOf(
    const vulkan::DeviceTraits& device, DataType type);

// Whether subgroups can multiply matrices of the type in a kernel whose work groups are four of them.
[[nodiscard]] bool canMultiplyMatrices(const vulkan::DeviceTraits& device, DataType type);

// The same, and it is faster than without, as it was measured or, before that, by the kind of units.
[[nodiscard]] bool prefersMatrices(const vulkan::DeviceTraits& device, DataType type);

// The same of attention, which is measured by itself; where it was not, it goes by products.
[[nodiscard]] bool prefersMatrixAttention(const vulkan::DeviceTraits& device, DataType type);

// Whether constants of the type that are filters of convolutions alone should lie in blocks.
[[nodiscard]] bool prefersBlockedFilters(const vulkan::DeviceTraits& device, DataType type);

// Whether work groups can hold and multiply matrices of the type together, as grouptiles.glsl has them do.
[[nodiscard]] bool canHoldMatrices(const vulkan::DeviceTraits& device, DataType type);

} // namespace weightless::ops
