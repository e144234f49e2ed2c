// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/constantsource.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weightless::onnx_io {

// A tensor's external_data entries (location, offset, length …) in file order.
using ExternalDataEntries = std::vector<std::pair<std::string, std::string>>;

// Turns external_data entries into file ranges. A location is resolved against the model's folder and must
// stay inside it: absolute paths, "..", and symbolic links that lead out are refused. A link may also lead
// into the folder of the model file itself, when that is a link too (as download caches lay files out).
// Follows https://github.com/onnx/onnx/blob/main/docs/ExternalData.md.
class ExternalDataResolver {
public:
    explicit ExternalDataResolver(const std::filesystem::path& modelPath);

    // `expectedBytes` is what type and shape ask for, nullopt when that is unknown; a missing length means
    // it, or else the rest of the file. Throws InvalidArgument (what the entries say is wrong or refused) or
    // Io (the file is missing or too short); the message does not name the tensor.
    [[nodiscard]] FileRange resolve(
        const ExternalDataEntries& entries, std::optional<uint64_t> expectedBytes);

private:
    [[nodiscard]] std::shared_ptr<const FileReference> referenceFor(const std::string& location);
    [[nodiscard]] std::filesystem::path checkedPath(const std::string& location) const;

    std::filesystem::path m_folder;
    std::filesystem::path m_targetFolder; // of what the model's path leads to; often m_folder
    std::map<std::string, std::shared_ptr<const FileReference>> m_references;
};

} // namespace weightless::onnx_io
