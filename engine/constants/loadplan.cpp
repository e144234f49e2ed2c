// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadplan.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/filehandles.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/transfer/stagingring.h"
#include "engine/vulkan/filepages.h"
#include "engine/vulkan/weightarena.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace weightless {

namespace {

// For the files that are read, for the driver's, and for whatever else the process opens meanwhile.
constexpr size_t handlesBesideBound = 64;

} // namespace

LoadTerms loadTermsFor(const vulkan::Device& device, const LoadOptions& options,
    const ExternalDataManager* loaders, const ConstantCache* cache, const SharedPool* pools)
{
    const vulkan::DeviceTraits& traits = device.traits();
    LoadTerms terms {traits, withModeOfPath(options), loaders, cache, pools};
    // A software device reads pages on threads of its driver, which have to be made ready for a page that
    // goes away; others read them without the processor.
    const bool isSoftware = traits.type == vulkan::DeviceType::Software;
    terms.canBindPages = traits.hasExternalMemoryHost
        && resolveMode(terms.options.mode, traits) == LoadMode::ZeroCopy
        && (isSoftware ? FileMapping::protectThreads() : vulkan::readsFilePages(device));
    if (terms.canBindPages) {
        terms.mostBoundFiles = std::min(terms.mostBoundFiles, fileHandlesBeyond(handlesBesideBound));
    }
    return terms;
}

LoadOptions withModeOfPath(LoadOptions options)
{
    if (!options.forcedPath) {
        return options;
    }
    const LoadPath path = *options.forcedPath;
    if (path != LoadPath::Imported && path != LoadPath::Direct && path != LoadPath::Staged) {
        throw Error(ErrorKind::InvalidArgument,
            "The path '" + std::string(toString(path))
                + "' cannot be forced; imported, direct and staged can");
    }
    const LoadMode mode = path == LoadPath::Imported ? LoadMode::ZeroCopy : LoadMode::Streamed;
    if (options.mode != LoadMode::Auto && options.mode != mode) {
        throw Error(ErrorKind::InvalidArgument,
            "The path '" + std::string(toString(path)) + "' can be forced in the "
                + std::string(toString(mode)) + " mode, not in the " + std::string(toString(options.mode))
                + " mode");
    }
    options.mode = mode;
    return options;
}

LoadMode resolveMode(LoadMode mode, const vulkan::DeviceTraits& traits)
{
    if (mode != LoadMode::Auto) {
        return mode;
    }
    return traits.bindsFilePages ? LoadMode::ZeroCopy : LoadMode::Streamed;
}

uint64_t leastSliceBytesOf(const ConstantStore& store)
{
    uint64_t bytes = StagingRing::minSliceBytes;
    for (size_t i = 0; i < store.count(); ++i) {
        bytes = std::max(bytes, grainBytesOf(store.info(i)));
    }
    return bytes;
}

CopyRoute copyRouteOf(const ConstantInfo& constant, const LoadTerms& terms)
{
    const auto forced = terms.options.forcedPath;
    const bool isDirectForced = forced == LoadPath::Direct;
    const bool isMapped = isDirectForced || (terms.traits.hasMappedWeights && forced != LoadPath::Staged);
    if (!isConverted(constant)) {
        return isMapped ? CopyRoute::InPlace : CopyRoute::Ring;
    }
    const bool isHost = isDirectForced || terms.traits.converter == vulkan::Converter::Readers;
    return isMapped && isHost ? CopyRoute::ReadersConvert : CopyRoute::DeviceConverts;
}

LoadPath pathOf(const ConstantInfo& constant, CopyRoute route)
{
    if (constant.source.encoding == SourceEncoding::Varint || route == CopyRoute::ReadersConvert
        || route == CopyRoute::DeviceConverts) {
        return LoadPath::Converted;
    }
    return route == CopyRoute::InPlace ? LoadPath::Direct : LoadPath::Staged;
}

MemoryKind memoryKindOf(CopyRoute route)
{
    const bool isHost = route == CopyRoute::InPlace || route == CopyRoute::ReadersConvert;
    return isHost ? MemoryKind::HostVisible : MemoryKind::DeviceOnly;
}

bool isPooled(const LoadPlan& plan, const PlannedConstant& planned)
{
    return plan.budget && plan.budget->problem.empty()
        && plan.budget->sizes[plan.budget->sources[planned.constant]] > 0;
}

std::string refusalOf(const LoadPlan& plan, const PlannedConstant& planned, const ConstantStore& store,
    const LoadOptions& options)
{
    if (plan.mode != LoadMode::ZeroCopy || options.forcedPath != LoadPath::Imported) {
        return {};
    }
    std::string reason = "misaligned, encoded, refused by the driver, or no file of this machine";
    if (planned.lacksHandle) {
        reason = plan.mostFiles < LoadTerms::mostFilesOfALoad
            ? "the process may open no more files: raise the limit, 'ulimit -n'"
            : "one load binds " + std::to_string(LoadTerms::mostFilesOfALoad) + " files at most";
    }
    const ConstantInfo& constant = store.info(planned.constant);
    return "Constant '" + constant.name + "' cannot be imported from " + describe(constant.source) + " ("
        + reason + "), and the path 'imported' is forced";
}

std::string firstRefusal(const LoadPlan& plan, const ConstantStore& store, const LoadOptions& options)
{
    const auto found = std::ranges::find_if(plan.constants, [&](const PlannedConstant& planned) {
        const bool isBound = planned.path == LoadPath::Imported || planned.path == LoadPath::Shared;
        return !isBound || planned.loader != nullptr || isPooled(plan, planned);
    });
    return found == plan.constants.end() ? std::string() : refusalOf(plan, *found, store, options);
}

std::vector<uint64_t> copiedBytes(const LoadPlan& plan, const ConstantStore& store)
{
    std::vector<uint64_t> sizes;
    for (const PlannedConstant& planned : plan.constants) {
        if (planned.path != LoadPath::Imported && planned.path != LoadPath::Shared
            && !isPooled(plan, planned)) {
            sizes.push_back(store.info(planned.constant).sizeBytes);
        }
    }
    return sizes;
}

uint64_t arenaBytes(const LoadPlan& plan, const ConstantStore& store)
{
    uint64_t bytes = 0;
    for (const uint64_t size : copiedBytes(plan, store)) {
        bytes += vulkan::WeightArena::bytesOf(size);
    }
    return bytes;
}

} // namespace weightless
