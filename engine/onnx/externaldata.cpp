// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/externaldata.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/folder.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace weightless::onnx_io {

namespace fs = std::filesystem;

namespace {

const std::string* valueOf(const ExternalDataEntries& entries, std::string_view key)
{
    const std::string* value = nullptr;
    for (const auto& [name, text] : entries) {
        if (name == key) {
            value = &text;
        }
    }
    return value;
}

std::optional<uint64_t> numberOf(const ExternalDataEntries& entries, std::string_view key)
{
    const std::string* text = valueOf(entries, key);
    if (text == nullptr || text->empty()) {
        return std::nullopt;
    }
    uint64_t number = 0;
    const char* end = text->data() + text->size();
    const auto result = std::from_chars(text->data(), end, number);
    if (result.ec != std::errc() || result.ptr != end) {
        throw Error(ErrorKind::InvalidArgument,
            "its external data has the " + std::string(key) + " \"" + text->substr(0, 40)
                + "\", expected a number of bytes");
    }
    return number;
}

bool isInside(const fs::path& path, const fs::path& folder)
{
    return !folder.empty()
        && std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

std::string containerPath(const SourceRange& range)
{
    if (const auto* file = std::get_if<FileRange>(&range)) {
        return displayPath(file->file->path);
    }
    const auto* resource = std::get_if<ResourceRange>(&range);
    return resource != nullptr ? resource->resource->name() : std::string("memory");
}

Error refusal(const std::string& location, const std::string& reason)
{
    return {ErrorKind::InvalidArgument,
        "its external data \"" + location.substr(0, 200) + "\" is refused: " + reason};
}

} // namespace

std::string locationOf(const ExternalDataEntries& entries)
{
    const std::string* location = valueOf(entries, "location");
    return location == nullptr ? std::string() : *location;
}

SourceRange resolveExternalData(
    const ExternalDataEntries& entries, std::optional<uint64_t> expectedBytes, ModelOrigin& origin)
{
    const std::string location = locationOf(entries);
    if (location.empty()) {
        throw Error(ErrorKind::InvalidArgument, "its data is external, but no location says where");
    }
    const uint64_t offset = numberOf(entries, "offset").value_or(0);
    const std::optional<uint64_t> givenLength = numberOf(entries, "length");
    if (givenLength && expectedBytes && *givenLength != *expectedBytes) {
        throw Error(ErrorKind::InvalidArgument,
            "its external data has " + std::to_string(*givenLength) + " bytes, its type and shape need "
                + std::to_string(*expectedBytes));
    }
    const SourceRange whole = origin.externalRange(location);
    const uint64_t fileBytes = lengthBytes({whole});
    const uint64_t length =
        givenLength.value_or(expectedBytes.value_or(fileBytes - std::min(offset, fileBytes)));
    const auto end = checkedAdd(offset, length);
    if (!end || *end > fileBytes) {
        throw Error(ErrorKind::Io,
            "its external data is " + std::to_string(length) + " bytes at offset " + std::to_string(offset)
                + " of '" + containerPath(whole) + "', which has only " + std::to_string(fileBytes)
                + " bytes");
    }
    return partOf(whole, offset, length);
}

FolderOrigin::FolderOrigin(const fs::path& modelPath)
    : m_model(File::open(plainPath(modelPath)))
    , m_modelReference(std::make_shared<const FileReference>(
          FileReference {fs::absolute(m_model->path()), m_model->identity()}))
    , m_folder(canonicalPath(m_modelReference->path.parent_path(), m_folderError))
{
    std::error_code ignored; // then it is one more folder that nothing lies in
    m_targetFolder = canonicalPath(m_model->path(), ignored).parent_path();
}

SourceRange FolderOrigin::modelRange() const
{
    return FileRange {m_modelReference, 0, m_model->sizeBytes()};
}

SourceRange FolderOrigin::externalRange(const std::string& location)
{
    auto& reference = m_references[location];
    if (reference == nullptr) {
        const auto file = openLocation(location);
        reference = std::make_shared<const FileReference>(
            FileReference {file->path(), file->identity(), m_folder / relativeLocation(location)});
    }
    return FileRange {reference, 0, reference->identity.sizeBytes};
}

std::shared_ptr<const ByteSource> FolderOrigin::openExternal(const SourceRange& range)
{
    const FileReference& reference = *std::get<FileRange>(range).file;
    if (m_opened == nullptr || m_opened->path() != reference.path) {
        m_opened = File::open(reference);
    }
    return m_opened;
}

std::shared_ptr<const File> FolderOrigin::openLocation(const std::string& location) const
{
    const fs::path relative = relativeLocation(location);
    if (m_folder.empty()) {
        throw Error(ErrorKind::Io,
            "its external data \"" + location.substr(0, 200)
                + "\" cannot be looked for: the system does not say where the folder of '"
                + displayPath(m_model->path()) + "' lies (" + m_folderError.message()
                + "); open the model by another path");
    }
    std::error_code error;
    const fs::path path = canonicalPath(m_folder / relative, error);
    if (error) {
        throw Error(ErrorKind::Io,
            "its external data '" + displayPath(m_folder / relative) + "' cannot be opened ("
                + error.message() + "); put that file beside the model");
    }
    // The path has no links any more. One that appears in it between here and there is not followed.
    for (const fs::path& folder : {m_folder, m_targetFolder}) {
        if (isInside(path, folder)) {
            return File::openBeneath(folder, path.lexically_relative(folder));
        }
    }
    throw refusal(location, "it is a link to '" + displayPath(path) + "', outside the model's folder");
}

fs::path relativeLocation(const std::string& location)
{
    if (location.find('\0') != std::string::npos) {
        throw refusal("", "the path contains a zero byte");
    }
    fs::path relative(std::u8string(location.begin(), location.end()));
    if (relative.is_absolute() || relative.has_root_path()) {
        throw refusal(location, "the path is absolute; only files in the model's folder are read");
    }
    if (std::ranges::find(relative, fs::path("..")) != relative.end()) {
        throw refusal(location, "the path contains \"..\"; only files in the model's folder are read");
    }
    return relative;
}

} // namespace weightless::onnx_io
