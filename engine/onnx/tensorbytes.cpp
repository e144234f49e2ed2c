// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/tensorbytes.h"

#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/onnx/constantstream.h"

#include <utility>

namespace weightless::onnx_io {

namespace {

const FileReference* fileOf(const ConstantInfo& constant)
{
    const auto* range = std::get_if<FileRange>(&constant.source.range);
    return range != nullptr ? range->file.get() : nullptr;
}

} // namespace

TensorBytesReader::TensorBytesReader(
    const Model& model, ConstantBytes restore, std::stop_token stop, ModelOrigin* origin)
    : m_restore(std::move(restore))
    , m_stop(std::move(stop))
    , m_origin(origin)
{
    if (model.identity) {
        m_modelFile.push_back(*model.identity);
    }
    forEachConstant(model, [this](const std::shared_ptr<const ConstantInfo>& constant) {
        if (const FileReference* file = fileOf(*constant)) {
            m_known.emplace(file->path, file->identity);
        }
        if (constant->value) {
            m_values[constant->name].push_back(constant);
        }
    });
}

TensorBytesReader::TensorBytesReader(ConstantBytes restore, std::stop_token stop)
    : m_restore(std::move(restore))
    , m_stop(std::move(stop))
{
}

const HostTensor* TensorBytesReader::knownValue(const ConstantInfo& constant) const
{
    const auto found = m_values.find(constant.name);
    const bool isOne = found != m_values.end() && found->second.size() == 1
        && found->second.front()->descriptor == constant.descriptor;
    return isOne ? &*found->second.front()->value : nullptr;
}

// A file may have been replaced between the reading of the model and now.
void TensorBytesReader::checkSource(const ConstantInfo& constant) const
{
    const FileReference* file = fileOf(constant);
    if (file == nullptr || constant.value) {
        return;
    }
    const auto known = m_known.find(file->path);
    if (known != m_known.end() && known->second != file->identity) {
        throw Error(
            ErrorKind::Io, "'" + displayPath(file->path) + "' was changed or replaced since it was opened");
    }
}

ByteFiller TensorBytesReader::openSource(const ConstantInfo& constant)
{
    const auto* range = std::get_if<ResourceRange>(&constant.source.range);
    if (range == nullptr || m_origin == nullptr || constant.value) {
        return streamOf(constant, m_stop);
    }
    ConstantInfo inBlocks = constant;
    inBlocks.source.range =
        ResourceRange {m_origin->openExternal(*range), range->offsetBytes, range->lengthBytes};
    return streamOf(inBlocks, m_stop);
}

ByteFiller TensorBytesReader::restored(const ConstantInfo& constant)
{
    ByteFiller fill = m_restore ? m_restore(constant) : ByteFiller();
    m_restoredCount += fill ? 1 : 0;
    return fill;
}

ByteFiller TensorBytesReader::open(const std::shared_ptr<const ConstantInfo>& constant)
{
    // What the device has need not come from a server again.
    if (std::holds_alternative<ResourceRange>(constant->source.range) && !constant->value) {
        if (ByteFiller fill = restored(*constant)) {
            return fill;
        }
    }
    std::string reason;
    try {
        checkSource(*constant);
        ByteFiller fill = openSource(*constant);
        if (const FileReference* file = fileOf(*constant); file != nullptr && !constant->value) {
            m_used.emplace(file->path, file->identity);
        }
        return fill;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) {
            throw;
        }
        // Whatever is wrong with the source: the device may have the bytes.
        reason = error.message();
    }
    if (const HostTensor* value = knownValue(*constant)) {
        return streamOf(std::span<const std::byte>(value->bytes));
    }
    if (ByteFiller fill = restored(*constant)) {
        return fill;
    }
    const std::string named =
        "Constant " + quotedName(constant->name) + " " + toString(constant->descriptor) + ": ";
    if (reason.starts_with(named)) { // the constant's problem, which is about nothing else here
        reason.erase(0, named.size());
    }
    throw Error(ErrorKind::Io,
        "Constant '" + constant->name + "' (" + toString(constant->descriptor)
            + ") cannot be saved: " + reason);
}

void TensorBytesReader::checkUnchanged() const
{
    for (const auto& [path, identity] : m_used) {
        static_cast<void>(File::open(FileReference {path, identity}));
    }
}

std::vector<FileIdentity> TensorBytesReader::sources(const std::vector<OutgoingTensor>& tensors) const
{
    std::vector<FileIdentity> identities = m_modelFile;
    for (const auto& [path, identity] : m_known) {
        identities.push_back(identity);
    }
    for (const OutgoingTensor& tensor : tensors) {
        if (const FileReference* file = fileOf(*tensor.constant)) {
            identities.push_back(file->identity);
        }
    }
    return identities;
}

} // namespace weightless::onnx_io
