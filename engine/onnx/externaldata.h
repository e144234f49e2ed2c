// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"
#include "engine/model/constantsource.h"
#include "engine/model/modelorigin.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace weightless::onnx_io {

// A tensor's external_data entries (location, offset, length …) in file order.
using ExternalDataEntries = std::vector<std::pair<std::string, std::string>>;

// Turns external_data entries into a part of a file beside the model. `expectedBytes` is what type and shape
// ask for, nullopt when that is unknown; a missing length means it, or else the rest of the file. Throws
// InvalidArgument (what the entries say is wrong or refused) or Io (the file is missing or too short); the
// message does not name the tensor. Follows https://github.com/onnx/onnx/blob/main/docs/ExternalData.md.
[[nodiscard]] SourceRange resolveExternalData(
    const ExternalDataEntries& entries, std::optional<uint64_t> expectedBytes, ModelOrigin& origin);

// What the entries name; empty where they name nothing.
[[nodiscard]] std::string locationOf(const ExternalDataEntries& entries);

// `location` as a path below the model's folder. InvalidArgument for what leaves it by name: absolute paths
// and
// "..". Symbolic links are not looked at.
[[nodiscard]] std::filesystem::path relativeLocation(const std::string& location);

// A model file of this machine. External data is resolved against the model's folder and must stay inside it:
// absolute paths, "..", and symbolic links that lead out are refused. A link may also lead into the folder of
// the model file itself, when that is a link too (as download caches lay files out). A link that is exchanged
// while its file is opened leads nowhere. Hard links are files like any other: what installs packages (conda,
// uv) and what keeps backups makes them, and nobody can make one of a file that they may not write.
class FolderOrigin final : public ModelOrigin {
public:
    // Io when the model file cannot be opened.
    explicit FolderOrigin(const std::filesystem::path& modelPath);

    [[nodiscard]] std::filesystem::path path() const override { return m_model->path(); }
    [[nodiscard]] const FileIdentity& identity() const { return m_model->identity(); }
    [[nodiscard]] std::shared_ptr<const ByteSource> model() const override { return m_model; }
    [[nodiscard]] SourceRange modelRange() const override;
    [[nodiscard]] SourceRange externalRange(const std::string& location) override;
    [[nodiscard]] std::shared_ptr<const ByteSource> openExternal(const SourceRange& range) override;

private:
    [[nodiscard]] std::shared_ptr<const File> openLocation(const std::string& location) const;

    std::shared_ptr<const File> m_model;
    std::shared_ptr<const FileReference> m_modelReference;
    std::error_code m_folderError; // why m_folder is empty
    std::filesystem::path m_folder;
    std::filesystem::path m_targetFolder; // of what the model's path leads to; often m_folder
    std::map<std::string, std::shared_ptr<const FileReference>> m_references;
    std::shared_ptr<const File> m_opened; // the last external file read from
};

} // namespace weightless::onnx_io
