// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytes.h"
#include "engine/model/datatype.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weightless {

// How weights travel (engine/constants/README.md).
enum class LoadMode {
    Auto, // zero-copy where the device's memory is CPU memory and pages can be imported, otherwise streamed
    ZeroCopy, // import the file's own pages; per tensor, whatever cannot be imported is streamed
    Streamed, // readers fill staging slices, or device memory itself where it is mapped
    Conventional, // what frameworks do: every weight copied three times on the CPU; only to show the
                  // difference
};

// Which way a constant's bytes took. Every byte is counted under one of them, so that a fallback is visible.
enum class LoadPath {
    Imported, // file pages bound in place, nothing moved
    Direct, // read straight into mapped device memory
    Staged, // read into a staging slice, copied by the device
    Converted, // decoded or made another type or order in slices, by the device or the readers
    Conventional,
    Shared, // on the device already, for another constant with the same source
};
inline constexpr size_t loadPathCount = 6;

// Which constant comes first.
enum class LoadOrder {
    File, // as they lie in their files: the disk reads forwards
    Largest, // the largest first
    Execution, // as a dispatch needs them
};

// "auto", "zero-copy", "streamed", "conventional", as the command line and reports write them.
[[nodiscard]] std::string_view toString(LoadMode mode);
[[nodiscard]] std::optional<LoadMode> loadModeFromString(std::string_view text);
// "imported", "direct", "staged", "converted", "conventional", "shared".
[[nodiscard]] std::string_view toString(LoadPath path);
[[nodiscard]] std::optional<LoadPath> loadPathFromString(std::string_view text);

// "file", "largest", "execution".
[[nodiscard]] std::string_view toString(LoadOrder order);
[[nodiscard]] std::optional<LoadOrder> loadOrderFromString(std::string_view text);

struct LoadOptions {
    LoadMode mode = LoadMode::Auto;
    // For tests and measurements, without fallback: Imported, in the zero-copy mode, or Direct or Staged, in
    // the streamed one. Auto is that mode then.
    std::optional<LoadPath> forcedPath {};
    unsigned readerCount = 0; // 0: chosen for the machine
    // One staging slice, and one read. 0: 1 MiB, small enough that the readers end together; and where
    // weights are staged, on a card, slices of 4 MiB that such reads share.
    uint64_t sliceBytes = 0;
    unsigned sliceCount = 0; // slices of the staging ring; 0: 32 MiB of them, or 32 of a size that is given
    LoadOrder order = LoadOrder::File;
    // Device memory that copied weights may take together; 0: what they need. Constants that do not fit come
    // while the graph runs (budget/). Graphs of one context share one budget.
    uint64_t deviceBudget = 0;
    bool sharesBudget = false; // more graphs are to come: the first takes all of the budget for them
    bool dropsPageCache = false; // tell the system to forget file pages behind the reader; pages that are
                                 // bound in place stay, as they are what the device reads
};

struct LoadProgress {
    size_t constantsSet = 0; // of this graph, those set before the job included
    size_t constantCount = 0;
    // Without those that come while the graph runs, under a device budget.
    uint64_t bytesSet = 0;
    uint64_t byteCount = 0;
    std::string phase; // "setting"; the conventional mode: "parsing", "building", "staging", "uploading",
                       // "giving back"
    double phaseFraction = 0; // 0 … 1 of the phase
    double fraction = 0; // 0 … 1 of the whole job, all phases: it never goes back
    std::optional<size_t> currentConstant; // the one that the last step worked on
};

// A constant of which finite numbers are beyond the type that it was made: the largest number of the type, of
// their sign, took their place. Those that masks hide with are no such numbers (model/finitefloat.h).
struct ClampedConstant {
    std::string name;
    DataType type = DataType::Undefined; // on the device
    uint64_t values = 0;
    bool mayBe = false; // only where what a run brings together with it has the type
};
// Not empty. "12 values are beyond float16 and became its largest number, in 'a' and 2 more constants"
[[nodiscard]] std::string describe(std::span<const ClampedConstant> clamped);

struct LoadReport {
    LoadMode mode = LoadMode::Auto; // the one that was used
    size_t constantCount = 0; // set by this job
    // Of the graph's constants as they are set, by this job and by those it continues; indexed by LoadPath.
    std::array<uint64_t, loadPathCount> bytesByPath {};
    std::map<std::string, uint64_t> bytesByLoader; // of those, what loaders brought, by their name
    uint64_t refusedBytes = 0; // planned to be bound in place, but the driver refused the pages: copied
    uint64_t onDemandBytes = 0; // under a device budget: of constants that come while the graph runs
    // Of the graph's constants, once all are set, and of those whose values were known before; of those that
    // come while the graph runs a run tells.
    std::vector<ClampedConstant> clamped;
    double seconds = 0; // spent in step(), pauses excluded
    uint64_t stagedCopies = 0; // slices of the staging ring that were handed to the device, full or not
    uint64_t stagingWaits = 0; // how often the copies out of one were under way when it was wanted again
    uint64_t stagingPools = 0; // command pools made for them: at most one for each slice and kind of queue
    uint64_t hostOverheadPeakBytes = 0; // exact: staging and engine buffers, highest since the job began

    [[nodiscard]] uint64_t bytesOf(LoadPath path) const { return bytesByPath[static_cast<size_t>(path)]; }
};

// What a load will need, before it starts.
struct LoadPrediction {
    uint64_t deviceWeightsBytes = 0; // memory the device holds for what is loaded (imported pages and what is
                                     // shared excluded)
    uint64_t heldBytes = 0; // beside those: copies that are there before the load, and stay
    uint64_t importedBytes = 0; // file pages bound in place
    uint64_t deviceActivationsBytes = 0; // arena, inputs, outputs and what the plan keeps
    uint64_t hostOverheadBytes = 0; // highest staging and engine buffers while loading
    uint64_t freeDeviceBytes = 0;
    bool fits = true;
    // With a device budget that is smaller than what is copied:
    uint64_t residentBytes = 0; // of the device's weights, those that stay
    uint64_t broughtBytesPerRun = 0; // of those that come and go
    uint64_t leastBudgetBytes = 0; // the smallest budget that can run; 0: any, as nothing is copied
    uint64_t claimedBytes = 0; // of that budget, what other graphs hold
    double runSeconds = 0; // of one run of the first segment
    bool isRunMeasured = false; // and not guessed
    // False: that segment is not all of a run. What branches and loops take, and what waits for values that
    // come back to the CPU, is not counted.
    bool isRunWhole = true;
    std::string problem; // why the budget does not do
    bool needsParts = false; // as LoadPlan::Budget
    std::string refusal; // what a load says of the first constant that cannot take a forced path: Unsupported
};

} // namespace weightless
