// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/constants/budget/residency.h"
#include "engine/constants/constantcache.h"
#include "engine/constants/constantstore.h"
#include "engine/constants/import/importwindows.h"
#include "engine/constants/loaders/externaldatamanager.h"
#include "engine/constants/loadoptions.h"
#include "engine/vulkan/device.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weightless {

class SharedPool;

// What a plan depends on beside the constants.
struct LoadTerms {
    vulkan::DeviceTraits traits;
    LoadOptions options;
    const ExternalDataManager* loaders = nullptr; // null: the engine's readers bring everything
    const ConstantCache* cache = nullptr; // null: nothing is shared with other graphs
    const SharedPool* pools = nullptr; // null: no graph shares a budget with this one
    bool canBindPages = false; // the device takes pages, and one that goes away would not end the process
    // Files that one job binds in place, each with a handle of the system's few; constants of more are
    // copied.
    size_t mostBoundFiles = mostFilesOfALoad;

    static constexpr size_t mostFilesOfALoad = 256;
};

// The terms on this device, in this process, now. InvalidArgument as withModeOfPath().
[[nodiscard]] LoadTerms loadTermsFor(const vulkan::Device& device, const LoadOptions& options,
    const ExternalDataManager* loaders = nullptr, const ConstantCache* cache = nullptr,
    const SharedPool* pools = nullptr);

// Auto as the mode of a forced path. InvalidArgument for a path that is none of the mode's.
[[nodiscard]] LoadOptions withModeOfPath(LoadOptions options);
// Auto as what it means on such a device.
[[nodiscard]] LoadMode resolveMode(LoadMode mode, const vulkan::DeviceTraits& traits);

// How bytes that are copied become the device's.
enum class CopyRoute {
    InPlace, // written where the device reads them
    Ring, // into a slice of the staging ring, which the device copies
    ReadersConvert, // into a scratch slice, which whoever filled it converts into place
    DeviceConverts, // into a slice of the staging ring, which a kernel converts
};

// One constant's way to the device.
struct PlannedConstant {
    size_t constant = 0; // in the store
    LoadPath path = LoadPath::Direct;
    CopyRoute route = CopyRoute::InPlace; // of what is copied; of what is imported, should the driver refuse
    std::shared_ptr<const ExternalDataLoader> loader; // who brings the bytes; null: the engine's readers
    std::shared_ptr<const ConstantStorage> shared; // path Shared: what another graph has of it
    bool lacksHandle = false; // it could be bound in place if more files could
    size_t original =
        0; // path Shared without `shared`: whose place it takes, a position in the plan before its own
};

// A file of which pages are bound in place.
struct PlannedFile {
    std::shared_ptr<const FileReference> reference;
    std::vector<ByteRange> windows; // to import; every constant of path Imported lies whole in one
};

// Which way each constant takes: decided once, for the prediction and the load alike. What a driver refuses
// while it is carried out takes the way of a copy, that constant alone (LoadReport::refusedBytes).
struct LoadPlan {
    LoadMode mode = LoadMode::Streamed; // never Auto
    std::vector<PlannedConstant> constants; // first to load first; those that loaders bring behind the others
    std::vector<PlannedFile> files;
    size_t mostFiles = 0; // that could be bound, as LoadTerms::mostBoundFiles

    // Under a device budget what is copied lies in a pool.
    struct Budget {
        uint64_t budgetBytes = 0;
        uint64_t poolBytes = 0;
        uint64_t leastBytes = 0; // with less some step could not run, beside what is claimed
        uint64_t claimedBytes = 0; // of the budget, what other graphs hold; 0 in a pool that is there already
        std::vector<uint64_t> sizes; // by constant of the store: its place; 0: not in the pool
        std::vector<size_t> sources; // by constant: itself, or the one whose bytes it shares
        Residency residency;
        std::string problem; // why it cannot be carried out; empty when it can
        ErrorKind problemKind = ErrorKind::OutOfMemory;
        bool needsParts = false; // of files that a server sends only whole: what comes in a run has no way
    };
    std::optional<Budget> budget; // nullopt: none, or all fits without
    // Loads begun under another budget, or none, have left what this one has no room for, or another place:
    // what they copied is planned anew, once ConstantStore::giveUp() is done.
    bool givesUp = false;
};

// The constant, or the one whose bytes it shares, lies in the pool of a budget.
[[nodiscard]] bool isPooled(const LoadPlan& plan, const PlannedConstant& planned);
// What a load says of a constant whose pages it does not bind although the path 'imported' is forced; empty
// where it is not.
[[nodiscard]] std::string refusalOf(const LoadPlan& plan, const PlannedConstant& planned,
    const ConstantStore& store, const LoadOptions& options);
// The same of the first one that has another way in the plan; the driver may refuse others later.
[[nodiscard]] std::string firstRefusal(
    const LoadPlan& plan, const ConstantStore& store, const LoadOptions& options);
// The device memory of what is copied outside of a pool, in the order of the plan, one size for each range.
[[nodiscard]] std::vector<uint64_t> copiedBytes(const LoadPlan& plan, const ConstantStore& store);
// What these take in a WeightArena, which is to expect it.
[[nodiscard]] uint64_t arenaBytes(const LoadPlan& plan, const ConstantStore& store);

// What a slice of the ring is to have room for, so that no constant is cut where it cannot be.
[[nodiscard]] uint64_t leastSliceBytesOf(const ConstantStore& store);

// The way of a constant that is copied for itself.
[[nodiscard]] CopyRoute copyRouteOf(const ConstantInfo& constant, const LoadTerms& terms);
[[nodiscard]] LoadPath pathOf(const ConstantInfo& constant, CopyRoute route);
// The memory that a loader fills on that way.
[[nodiscard]] MemoryKind memoryKindOf(CopyRoute route);

} // namespace weightless
