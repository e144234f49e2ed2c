// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/tensorplacement.h"

#include "engine/base/bytes.h"
#include "engine/base/companionname.h"
#include "engine/base/error.h"
#include "engine/base/randomname.h"

#include <onnx/onnx_pb.h>

#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace weightless::onnx_io {

using onnx::TensorProto;

namespace {

// What makes two tensors one range of a data file: the same constant or the same bytes of the same file or
// resource, written as the same type.
using Identity = std::tuple<const void*, uint64_t, uint64_t, DataType>;

Identity identityOf(const OutgoingTensor& tensor)
{
    const ConstantInfo& constant = *tensor.constant;
    if (const auto* range = std::get_if<FileRange>(&constant.source.range); range != nullptr && range->file) {
        return {range->file.get(), range->offsetBytes, tensor.sizeBytes, tensor.type};
    }
    if (const auto* range = std::get_if<ResourceRange>(&constant.source.range);
        range != nullptr && range->resource) {
        return {range->resource.get(), range->offsetBytes, tensor.sizeBytes, tensor.type};
    }
    return {&constant, 0, tensor.sizeBytes, tensor.type};
}

void addEntry(WireWriter& writer, std::string_view key, std::string_view value)
{
    WireWriter entry;
    entry.text(onnx::StringStringEntryProto::kKeyFieldNumber, key);
    entry.text(onnx::StringStringEntryProto::kValueFieldNumber, value);
    writer.text(TensorProto::kExternalDataFieldNumber, entry.bytes());
}

DataFields externalFields(const std::string& fileName, uint64_t offsetBytes, uint64_t sizeBytes)
{
    WireWriter writer;
    addEntry(writer, "location", fileName);
    addEntry(writer, "offset", std::to_string(offsetBytes));
    addEntry(writer, "length", std::to_string(sizeBytes));
    writer.integer(TensorProto::kDataLocationFieldNumber, TensorProto::EXTERNAL);
    return {writer.take(), 0};
}

DataFields inlineFields(uint64_t sizeBytes)
{
    WireWriter writer;
    writer.header(TensorProto::kRawDataFieldNumber, sizeBytes);
    return {writer.take(), sizeBytes};
}

class Placer {
public:
    Placer(std::string dataFileName, const WriteOptions& options)
        : m_name(std::move(dataFileName))
        , m_options(options)
    {
    }

    void place(const std::vector<OutgoingTensor>& tensors)
    {
        for (size_t i = 0; i < tensors.size(); ++i) {
            const uint64_t size = tensors[i].sizeBytes;
            const bool movesOut = m_options.layout == WeightLayout::External && tensors[i].mayMoveOut
                && size > 0 && size >= m_options.externalThresholdBytes;
            m_placement.fields.push_back(movesOut ? moveOut(i, tensors[i]) : inlineFields(size));
        }
    }

    [[nodiscard]] Placement take() { return std::move(m_placement); }

private:
    DataFields moveOut(size_t index, const OutgoingTensor& tensor)
    {
        ++m_placement.externalTensors;
        const Identity identity = identityOf(tensor);
        auto found = m_known.find(identity);
        if (found == m_known.end()) {
            DataFile& file = fileFor(tensor.sizeBytes);
            const uint64_t offset = alignUp(file.sizeBytes, m_options.alignmentBytes);
            file.tensors.push_back({index, offset});
            file.sizeBytes = offset + tensor.sizeBytes;
            found = m_known.emplace(identity, std::pair(file.name, offset)).first;
        }
        return externalFields(found->second.first, found->second.second, tensor.sizeBytes);
    }

    // The file that takes the next tensor.
    DataFile& fileFor(uint64_t sizeBytes)
    {
        std::vector<DataFile>& files = m_placement.files;
        const bool isFull = !files.empty() && m_options.shardBytes > 0
            && alignUp(files.back().sizeBytes, m_options.alignmentBytes) + sizeBytes > m_options.shardBytes;
        if (files.empty() || isFull) {
            const std::string name = files.empty() ? m_name : m_name + "_" + std::to_string(files.size());
            files.push_back({name, {}, 0});
        }
        return files.back();
    }

    std::string m_name;
    const WriteOptions& m_options;
    Placement m_placement;
    std::map<Identity, std::pair<std::string, uint64_t>> m_known; // file and offset
};

} // namespace

Placement placeTensors(
    const std::vector<OutgoingTensor>& tensors, const std::string& dataFileName, const WriteOptions& options)
{
    Placer placer(dataFileName, options);
    placer.place(tensors);
    return placer.take();
}

std::string dataFileNameFor(const std::filesystem::path& path, const WriteOptions& options)
{
    constexpr std::string_view suffix = "_data";
    constexpr size_t longestSuffix =
        suffix.size() + 1 + randomNameLength + std::string_view("_1000000").size();
    const std::string chosen = options.dataFileName.empty()
        ? displayPath(companionOf(path, suffix, longestSuffix).filename())
        : options.dataFileName;
    const std::filesystem::path name(std::u8string(chosen.begin(), chosen.end()));
    if (name != name.filename() || name == "." || name == ".." || name == path.filename()) {
        throw Error(ErrorKind::InvalidArgument,
            "'" + chosen
                + "' cannot be the data file's name: expected a file name without a folder, "
                  "other than the model's");
    }
    return chosen;
}

bool isDataFileNameFor(const std::string& dataFileName, std::string_view name)
{
    if (!name.starts_with(dataFileName)) {
        return false;
    }
    name.remove_prefix(dataFileName.size());
    const auto isOnly = [](std::string_view text, std::string_view characters) {
        return text.find_first_not_of(characters) == std::string_view::npos;
    };
    if (name.starts_with('.') && name.size() > randomNameLength
        && isOnly(name.substr(1, randomNameLength), "0123456789abcdef")) {
        name.remove_prefix(1 + randomNameLength);
    }
    const bool isShard = name.size() > 1 && name[0] == '_' && name[1] != '0';
    return name.empty() || (isShard && isOnly(name.substr(1), "0123456789"));
}

} // namespace weightless::onnx_io
