// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/loadarguments.h"

#include "engine/base/bytes.h"
#include "engine/base/sizetext.h"

namespace weightless::cli {

namespace {

constexpr uint64_t sliceGranularityBytes = 4096;
constexpr uint64_t maxSliceBytes = GiB;

LoadMode modeOption(const Arguments& arguments)
{
    const auto text = arguments.value("--mode");
    const auto mode = text ? loadModeFromString(*text) : LoadMode::Auto;
    if (!mode) {
        throw UsageError(
            "option '--mode' takes auto, zero-copy, streamed or conventional, not '" + *text + "'");
    }
    return *mode;
}

std::optional<LoadPath> pathOption(const Arguments& arguments)
{
    const auto text = arguments.value("--path");
    if (!text) {
        return std::nullopt;
    }
    const auto path = loadPathFromString(*text);
    if (path != LoadPath::Imported && path != LoadPath::Direct && path != LoadPath::Staged) {
        throw UsageError("option '--path' takes imported, direct or staged, not '" + *text + "'");
    }
    return path;
}

LoadMode modeForPath(LoadMode mode, LoadPath path)
{
    const LoadMode implied = path == LoadPath::Imported ? LoadMode::ZeroCopy : LoadMode::Streamed;
    if (mode != LoadMode::Auto && mode != implied) {
        throw UsageError("'--path " + std::string(toString(path)) + "' is a path of the "
            + std::string(toString(implied)) + " mode, not of '--mode " + std::string(toString(mode)) + "'");
    }
    return implied;
}

bool cacheOption(const Arguments& arguments, LoadMode mode)
{
    const std::string text = arguments.value("--cache").value_or("keep");
    if (text != "keep" && text != "drop") {
        throw UsageError("option '--cache' takes keep or drop, not '" + text + "'");
    }
    if (text == "drop" && mode == LoadMode::ZeroCopy) {
        throw UsageError(
            "'--cache drop' means nothing in the zero-copy mode: there the pages of the cache are "
            "what the device reads");
    }
    return text == "drop";
}

// 0: the default.
uint64_t sliceOption(const Arguments& arguments)
{
    const auto text = arguments.value("--slice");
    const auto bytes = text ? bytesFromString(*text) : std::optional<uint64_t>(0);
    const bool isTaken = bytes && (!text || (*bytes >= sliceGranularityBytes && *bytes <= maxSliceBytes))
        && *bytes % sliceGranularityBytes == 0;
    if (!isTaken) {
        throw UsageError("option '--slice' takes a multiple of " + std::to_string(sliceGranularityBytes)
            + " bytes from 4096 to 1G, as 64K or 4M, not '" + *text + "'");
    }
    return *bytes;
}

} // namespace

std::vector<OptionSpec> loadOptionSpecs()
{
    return {
        {"--path", "PATH",
            "force the way of every byte, without fallback: imported (the zero-copy mode's), direct (readers "
            "write into device memory) or staged (readers fill a ring, the device copies)"},
        {"--cache", "WHAT",
            "what becomes of the file's pages in the system's page cache: keep (the default) or drop behind "
            "the readers; nothing can be dropped of constants that are bound in place"},
        {"--order", "ORDER",
            "which constants come first: file (as they lie in their files, the default), largest, or "
            "execution "
            "(as a run needs them)"},
        {"--readers", "N",
            "threads that read; by default as many as the machine keeps busy, at most 4, or 8 through the "
            "ring"},
        {"--slice", "SIZE",
            "one read and one slice of the staging ring, a multiple of 4096 bytes; by default 1M, with "
            "slices of 4M on cards"},
        {"--slices", "N", "slices of the staging ring; by default 32 MiB of them, and 32 beside --slice"},
        {"--device-budget", "SIZE",
            "device memory that copied weights may take: a size, or a percentage of what they need, as 25% "
            "(the least that can run where that is more); what does not fit is brought while the model runs. "
            "Where no mode is given weights are streamed then; pages that another mode binds in place take "
            "none of it"},
        {"--activation-budget", "SIZE",
            "what activations should not exceed: operators that need memory in between work in smaller parts "
            "then, with the same result; by default what is free on the device"},
    };
}

BudgetSize deviceBudget(const Arguments& arguments)
{
    const auto text = arguments.value("--device-budget");
    const auto size = text ? budgetSizeFromString(*text) : BudgetSize();
    if (!size) {
        throw UsageError("option '--device-budget' takes a number of bytes (500000000, 500M, 1.5G) or a "
                         "percentage of what the weights need (25%), not '"
            + *text + "'");
    }
    return *size;
}

uint64_t activationBudget(const Arguments& arguments)
{
    const auto text = arguments.value("--activation-budget");
    const auto size = text ? budgetSizeFromString(*text) : BudgetSize();
    if (!size || size->share > 0) {
        throw UsageError("option '--activation-budget' takes a number of bytes (500000000, 500M, 1.5G), not '"
            + *text + "'");
    }
    return size->bytes;
}

bool choosesMode(const Arguments& arguments)
{
    return arguments.value("--mode") || arguments.value("--path");
}

LoadOptions loadOptions(const Arguments& arguments)
{
    LoadOptions options;
    options.mode = modeOption(arguments);
    options.forcedPath = pathOption(arguments);
    if (options.forcedPath) {
        options.mode = modeForPath(options.mode, *options.forcedPath);
    } else if (!choosesMode(arguments) && arguments.value("--device-budget")) {
        options.mode = modeOfBudgets;
    }
    options.dropsPageCache = cacheOption(arguments, options.mode);
    if (const auto text = arguments.value("--order")) {
        const auto order = loadOrderFromString(*text);
        if (!order) {
            throw UsageError("option '--order' takes file, largest or execution, not '" + *text + "'");
        }
        options.order = *order;
    }
    options.readerCount = static_cast<unsigned>(arguments.integer("--readers", 1, 64).value_or(0));
    options.sliceBytes = sliceOption(arguments);
    if (const auto count = arguments.integer("--slices", 1, 64)) {
        options.sliceCount = static_cast<unsigned>(*count);
    }
    return options;
}

} // namespace weightless::cli
