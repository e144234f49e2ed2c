// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/modeloutput.h"

#include "engine/base/bytes.h"
#include "engine/base/companionname.h"
#include "engine/base/error.h"
#include "engine/base/folder.h"
#include "engine/base/randomname.h"
#include "engine/base/sizetext.h"
#include "engine/base/text.h"
#include "engine/model/sourcefiles.h"
#include "engine/onnx/modelfiles.h"

#include <algorithm>
#include <limits>
#include <system_error>
#include <utility>

namespace weightless::onnx_io {

namespace fs = std::filesystem;

namespace {

constexpr uint64_t pageBytes = 4096;
constexpr uint64_t sliceBytes = 4 * MiB;
constexpr uint64_t readableBytes = std::numeric_limits<int32_t>::max(); // by protobuf's parsers

void checkOptions(const WriteOptions& options)
{
    constexpr uint64_t mostAlignmentBytes = 1 * MiB;
    for (const uint64_t alignment : {options.alignmentBytes, options.inlineAlignmentBytes}) {
        if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > mostAlignmentBytes) {
            throw Error(ErrorKind::InvalidArgument,
                "An alignment of " + std::to_string(alignment)
                    + " bytes is not possible: expected a power of two up to "
                    + std::to_string(mostAlignmentBytes));
        }
    }
}

void checkModelSize(const fs::path& path, uint64_t modelBytes, const WriteOptions& options)
{
    if (modelBytes > readableBytes && !options.allowLargeInline) {
        throw Error(ErrorKind::InvalidArgument,
            "'" + displayPath(path) + "' would have " + compareSizes(modelBytes, readableBytes).first
                + ", and most programs open no ONNX file beyond 2 GiB; write the weights into a file beside "
                  "the"
                  " model (external data)");
    }
}

// Under a name that is free: a data file is never exchanged under a model.
Placement placeUnder(const std::string& dataName, const OutgoingModel& model, const WriteOptions& options,
    const ModelFiles& files)
{
    Placement placement = placeTensors(model.tensors, dataName, options);
    const auto isFree = [&](const DataFile& file) { return files.isFree(file.name); };
    if (!std::ranges::all_of(placement.files, isFree)) {
        return placeTensors(model.tensors, dataName + "." + randomName(), options);
    }
    return placement;
}

std::vector<fs::path> pathsOf(const fs::path& path, const Placement& placement)
{
    std::vector<fs::path> paths {path};
    for (const DataFile& file : placement.files) {
        paths.push_back(path.parent_path() / std::u8string(file.name.begin(), file.name.end()));
    }
    return paths;
}

struct Sizes {
    uint64_t totalBytes = 0; // of tensors, each once
    uint64_t largestBytes = 0;
};

Sizes sizesOf(const std::vector<OutgoingTensor>& tensors, const Placement& placement)
{
    Sizes sizes;
    const auto add = [&](size_t index) {
        sizes.totalBytes += tensors[index].sizeBytes;
        sizes.largestBytes = std::max(sizes.largestBytes, tensors[index].sizeBytes);
    };
    for (size_t i = 0; i < tensors.size(); ++i) {
        if (placement.fields[i].streamedBytes > 0) {
            add(i);
        }
    }
    for (const DataFile& file : placement.files) {
        for (const PlacedTensor& tensor : file.tensors) {
            add(tensor.index);
        }
    }
    return sizes;
}

void writeDataFile(OutputFile& output, const DataFile& file, const std::vector<OutgoingTensor>& tensors,
    const TensorBytes& bytes, SliceWriter& slices)
{
    for (const PlacedTensor& placed : file.tensors) {
        output.writeZeros(placed.offsetBytes - output.sizeBytes());
        slices.write(output, tensors[placed.index].sizeBytes, bytes(tensors[placed.index]));
    }
}

void writeModelFile(OutputFile& output, const OutgoingModel& model, const Placement& placement,
    const TensorBytes& bytes, SliceWriter& slices)
{
    const auto copy = [&](ByteRange range) {
        const auto read = [&](std::span<std::byte> next) {
            model.source->copy(range.offsetBytes, next);
            range.offsetBytes += next.size();
        };
        slices.write(output, range.lengthBytes, read, false);
    };
    const auto stream = [&](size_t index) {
        slices.write(output, placement.fields[index].streamedBytes, bytes(model.tensors[index]));
    };
    model.message.write({output, placement.fields, copy, stream});
}

} // namespace

void checkSpace(const fs::path& path, uint64_t neededBytes)
{
    std::error_code error;
    const fs::path folder = fs::absolute(plainPath(path)).parent_path();
    const fs::space_info space = fs::space(folder, error);
    if (!error && space.available < neededBytes) {
        const ComparedSizes sizes = compareSizes(neededBytes, space.available);
        throw Error(ErrorKind::Io,
            "Cannot write '" + displayPath(path) + "': it needs " + sizes.first + ", and '"
                + displayPath(folder) + "' has only " + sizes.second + " free");
    }
}

SliceWriter::SliceWriter(
    std::stop_token stop, Progress onProgress, uint64_t totalBytes, uint64_t largestBytes)
    : m_stop(std::move(stop))
    , m_onProgress(std::move(onProgress))
    , m_slice(static_cast<size_t>(std::clamp(alignUp(largestBytes, pageBytes), 16 * pageBytes, sliceBytes)))
    , m_totalBytes(totalBytes)
{
}

void SliceWriter::write(OutputFile& file, uint64_t sizeBytes, const ByteFiller& fill, bool countsAsProgress)
{
    while (sizeBytes > 0) {
        if (m_stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Writing '" + displayPath(file.target()) + "' was cancelled");
        }
        const auto slice =
            std::span(m_slice).first(static_cast<size_t>(std::min<uint64_t>(sizeBytes, m_slice.size())));
        fill(slice);
        file.write(slice);
        sizeBytes -= slice.size();
        if (countsAsProgress) {
            m_doneBytes += slice.size();
            if (m_onProgress) {
                m_onProgress(m_doneBytes, m_totalBytes);
            }
        }
    }
}

// The model names its data file in protobuf's text, which is UTF-8.
void checkDataName(const std::string& name)
{
    if (validUtf8(name) != name) {
        throw Error(ErrorKind::InvalidArgument,
            "The data file " + quotedName(name)
                + " cannot be named in a model: names there are UTF-8, which this one is not; choose another "
                  "name for it (--data-file on the command line) or for the model, or keep the weights in "
                  "the "
                  "model file (--inline)");
    }
}

// Before anything is written: a data file gets its name last.
void checkNameLength(const fs::path& target)
{
    const fs::path name = target.filename();
    if (name.native().size() > longestFileName) {
        throw Error(ErrorKind::InvalidArgument,
            "The file name " + quotedName(displayPath(name)) + " is too long: it has "
                + std::to_string(name.native().size())
                + (sizeof(fs::path::value_type) == 1 ? " bytes" : " characters") + ", and file systems take "
                + std::to_string(longestFileName)
                + "; choose a shorter name for the model, or for its data file (--data-file on the command "
                  "line)");
    }
}

WrittenModel writeFiles(const fs::path& path, OutgoingModel& model, const TensorBytes& bytes,
    const WriteOptions& options, const std::vector<FileIdentity>& forbidden)
{
    checkOptions(options);
    const std::string ownName = dataFileNameFor(path, options);
    const std::string dataName = options.layout == WeightLayout::External ? ownName : std::string();
    const Placement planned = placeTensors(model.tensors, dataName, options);
    if (!planned.files.empty()) {
        checkDataName(dataName);
    }
    for (const fs::path& target : pathsOf(path, planned)) {
        checkNameLength(target);
        checkNoSource(target, forbidden);
    }
    const std::string usualName = dataFileNameFor(path, {});
    ModelFiles files(path, {ownName, usualName}, forbidden, *options.system, options.stopToken);
    const Placement placement = placeUnder(dataName, model, options, files);
    model.message.measure(placement.fields, options.inlineAlignmentBytes);

    WrittenModel written;
    written.files = pathsOf(path, placement);
    std::ranges::for_each(written.files, checkNameLength);
    written.modelBytes = model.message.sizeBytes();
    for (const DataFile& file : placement.files) {
        written.dataBytes += file.sizeBytes;
    }
    written.externalTensors = placement.externalTensors;
    checkModelSize(path, written.modelBytes, options);
    checkSpace(path, written.modelBytes + written.dataBytes);

    const Sizes sizes = sizesOf(model.tensors, placement);
    SliceWriter slices(options.stopToken, options.onProgress, sizes.totalBytes, sizes.largestBytes);
    for (size_t i = 0; i < placement.files.size(); ++i) {
        writeDataFile(files.add(written.files[i + 1]), placement.files[i], model.tensors, bytes, slices);
    }
    writeModelFile(files.add(path), model, placement, bytes, slices);
    if (model.beforeCommit) {
        model.beforeCommit();
    }
    files.commit();
    written.leftFiles = files.left();
    return written;
}

} // namespace weightless::onnx_io
