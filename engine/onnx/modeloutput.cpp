// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/modeloutput.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"

#include <algorithm>
#include <limits>
#include <memory>
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
            "'" + displayPath(path) + "' would have " + formatBytes(modelBytes)
                + ", and most programs open no ONNX file beyond 2 GiB; write the weights into a file beside "
                  "the"
                  " model (external data)");
    }
}

// The replaced file's space is not free before the new one is complete.
void checkSpace(const fs::path& path, uint64_t neededBytes)
{
    std::error_code error;
    const fs::path folder = fs::absolute(path).parent_path();
    const fs::space_info space = fs::space(folder, error);
    if (!error && space.available < neededBytes) {
        throw Error(ErrorKind::Io,
            "Cannot write '" + displayPath(path) + "': it needs " + formatBytes(neededBytes) + ", and '"
                + displayPath(folder) + "' has only " + formatBytes(space.available) + " free");
    }
}

void checkTargets(const std::vector<fs::path>& targets, const std::vector<FileIdentity>& forbidden)
{
    for (const fs::path& target : targets) {
        std::error_code error;
        if (!fs::is_regular_file(target, error)) {
            continue;
        }
        const FileIdentity there = File::identityOf(target);
        const auto isSame = [&](const FileIdentity& each) {
            return each.device == there.device && each.inode == there.inode;
        };
        if (std::ranges::any_of(forbidden, isSame)) {
            throw Error(ErrorKind::InvalidArgument,
                "'" + displayPath(target)
                    + "' is a file of the model that is being saved, and cannot be replaced while it is read;"
                      " choose another name or folder");
        }
    }
}

// The files of one model. They appear under their names together: an error at the last moment removes those
// that have theirs already.
class FileSet {
public:
    // A file is finished before the next one begins: there may be more than a process may hold open.
    [[nodiscard]] OutputFile& add(const fs::path& target)
    {
        if (!m_files.empty()) {
            m_files.back()->finish();
        }
        m_files.push_back(std::make_unique<OutputFile>(target));
        return *m_files.back();
    }

    void commit()
    {
        m_files.back()->finish();
        size_t committed = 0;
        try {
            for (; committed < m_files.size(); ++committed) {
                m_files[committed]->commit();
            }
        } catch (...) {
            for (size_t i = 0; i < committed; ++i) {
                std::error_code ignored;
                fs::remove(m_files[i]->target(), ignored);
            }
            throw;
        }
    }

private:
    std::vector<std::unique_ptr<OutputFile>> m_files;
};

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

WrittenModel writeFiles(const fs::path& path, OutgoingModel& model, const TensorBytes& bytes,
    const WriteOptions& options, const std::vector<FileIdentity>& forbidden)
{
    checkOptions(options);
    const bool isExternal = options.layout == WeightLayout::External;
    const Placement placement =
        placeTensors(model.tensors, isExternal ? dataFileNameFor(path, options) : std::string(), options);
    model.message.measure(placement.fields, options.inlineAlignmentBytes);

    WrittenModel written;
    written.files.push_back(path);
    written.modelBytes = model.message.sizeBytes();
    for (const DataFile& file : placement.files) {
        written.files.push_back(path.parent_path() / std::u8string(file.name.begin(), file.name.end()));
        written.dataBytes += file.sizeBytes;
    }
    written.externalTensors = placement.externalTensors;
    checkModelSize(path, written.modelBytes, options);
    checkTargets(written.files, forbidden);
    checkSpace(path, written.modelBytes + written.dataBytes);

    const Sizes sizes = sizesOf(model.tensors, placement);
    SliceWriter slices(options.stopToken, options.onProgress, sizes.totalBytes, sizes.largestBytes);
    FileSet files;
    for (size_t i = 0; i < placement.files.size(); ++i) {
        writeDataFile(files.add(written.files[i + 1]), placement.files[i], model.tensors, bytes, slices);
    }
    // Last, so that it takes its name last: a model never appears without its data.
    writeModelFile(files.add(path), model, placement, bytes, slices);
    if (model.beforeCommit) {
        model.beforeCommit();
    }
    files.commit();
    return written;
}

} // namespace weightless::onnx_io
