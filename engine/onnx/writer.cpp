// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/writer.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/outputfile.h"
#include "engine/onnx/constantstream.h"
#include "engine/onnx/messagewriter.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace weightless::onnx_io {

namespace {

constexpr uint64_t pageBytes = 4096;
constexpr uint64_t sliceBytes = 4 * MiB;

// Writes constants slice by slice and keeps count.
class ConstantWriter {
public:
    ConstantWriter(const ConstantBytes& bytes, const WriteOptions& options, const Model& model)
        : m_bytes(bytes)
        , m_options(options)
    {
        forEachConstant(model, [&](const std::shared_ptr<const ConstantInfo>& constant) {
            check(*constant);
            m_totalBytes += constant->sizeBytes;
            m_largestBytes = std::max(m_largestBytes, constant->sizeBytes);
        });
        m_slice.resize(static_cast<size_t>(std::min(sliceBytes, alignUp(m_largestBytes, pageBytes))));
    }

    void write(const ConstantInfo& constant, OutputFile& file)
    {
        ByteFiller fill = m_bytes ? m_bytes(constant) : ByteFiller();
        if (!fill) {
            fill = streamOf(constant);
        }
        for (uint64_t left = constant.sizeBytes; left > 0;) {
            if (m_options.stopToken.stop_requested()) {
                throw Error(
                    ErrorKind::Cancelled, "Writing '" + displayPath(file.target()) + "' was cancelled");
            }
            const auto slice =
                std::span(m_slice).first(static_cast<size_t>(std::min<uint64_t>(left, m_slice.size())));
            fill(slice);
            file.write(slice);
            left -= slice.size();
            m_doneBytes += slice.size();
            if (m_options.onProgress) {
                m_options.onProgress(m_doneBytes, m_totalBytes);
            }
        }
    }

private:
    static void check(const ConstantInfo& constant)
    {
        if (constant.descriptor.type == DataType::String) {
            if (!constant.value) {
                throw Error(ErrorKind::InvalidArgument,
                    constant.problem.empty() ? "Constant '" + constant.name + "' has no strings to write"
                                             : constant.problem);
            }
        } else if (byteCount(constant.descriptor) != constant.sizeBytes) {
            throw Error(ErrorKind::Unsupported,
                "Constant '" + constant.name + "' " + toString(constant.descriptor)
                    + " cannot be written: its size in bytes is not known");
        }
    }

    const ConstantBytes& m_bytes;
    const WriteOptions& m_options;
    std::vector<std::byte> m_slice;
    uint64_t m_totalBytes = 0;
    uint64_t m_largestBytes = 0;
    uint64_t m_doneBytes = 0;
};

std::string dataFileNameFor(const std::filesystem::path& path, const WriteOptions& options)
{
    if (options.dataFileName.empty()) {
        return displayPath(path.filename()) + "_data";
    }
    const std::filesystem::path name(std::u8string(options.dataFileName.begin(), options.dataFileName.end()));
    if (name != name.filename() || name == "." || name == ".." || name == path.filename()) {
        throw Error(ErrorKind::InvalidArgument,
            "'" + options.dataFileName
                + "' cannot be the data file's name: expected a file name without a folder, "
                  "other than the model's");
    }
    return options.dataFileName;
}

ExternalOffsets placeConstants(const Model& model, const WriteOptions& options)
{
    ExternalOffsets offsets;
    uint64_t end = 0;
    for (const auto& constant : model.graph.constants) {
        if (constant->descriptor.type == DataType::String || constant->sizeBytes == 0
            || constant->sizeBytes < options.externalThresholdBytes || offsets.contains(constant.get())) {
            continue;
        }
        // Smaller ones need no page of their own, only the alignment devices ask for.
        const uint64_t offset = alignUp(end, constant->sizeBytes >= pageBytes ? pageBytes : 64);
        offsets.emplace(constant.get(), offset);
        end = offset + constant->sizeBytes;
    }
    return offsets;
}

void writeDataFile(
    OutputFile& file, const Model& model, const ExternalOffsets& offsets, ConstantWriter& constants)
{
    for (const auto& constant : model.graph.constants) {
        const auto place = offsets.find(constant.get());
        if (place == offsets.end() || place->second < file.sizeBytes()) {
            continue; // inside the model, or the same constant once more
        }
        file.writeZeros(place->second - file.sizeBytes());
        constants.write(*constant, file);
    }
}

void checkModelSize(
    const std::filesystem::path& path, const Model& model, const MessageWriter& messages, bool isLargeAllowed)
{
    WireWriter counter;
    messages.write(counter, model);
    constexpr uint64_t limitBytes = std::numeric_limits<int32_t>::max();
    if (counter.sizeBytes() > limitBytes && !isLargeAllowed) {
        throw Error(ErrorKind::InvalidArgument,
            "'" + displayPath(path) + "' would have " + formatBytes(counter.sizeBytes())
                + ", and most programs open no ONNX file beyond 2 GiB; write the weights into a file beside "
                  "the "
                  "model");
    }
}

} // namespace

void writeModel(const std::filesystem::path& path, const Model& model, const ConstantBytes& bytes,
    const WriteOptions& options)
{
    const bool isExternal = options.layout == WeightLayout::External;
    const std::string dataFileName = isExternal ? dataFileNameFor(path, options) : std::string();
    ConstantWriter constants(bytes, options, model);
    const ExternalOffsets offsets = isExternal ? placeConstants(model, options) : ExternalOffsets();
    const MessageWriter messages(offsets, dataFileName,
        [&](const ConstantInfo& constant, OutputFile& file) { constants.write(constant, file); });
    checkModelSize(path, model, messages, options.allowLargeInline);

    std::optional<OutputFile> dataFile;
    if (!offsets.empty()) {
        dataFile.emplace(path.parent_path() / std::u8string(dataFileName.begin(), dataFileName.end()));
        writeDataFile(*dataFile, model, offsets, constants);
        dataFile->finish();
    }
    OutputFile modelFile(path);
    WireWriter writer(modelFile);
    messages.write(writer, model);
    modelFile.finish();
    if (dataFile) {
        dataFile->commit();
    }
    modelFile.commit();
}

} // namespace weightless::onnx_io
