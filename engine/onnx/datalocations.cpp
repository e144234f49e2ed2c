// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/datalocations.h"

#include "engine/base/error.h"
#include "engine/onnx/modelcopier.h"

#include <system_error>
#include <vector>

namespace weightless::onnx_io {

std::optional<std::set<std::filesystem::path>> dataLocationsOf(
    const std::filesystem::path& model, const std::stop_token& stop)
{
    std::set<std::filesystem::path> locations;
    const auto add = [&locations](const std::string& location) {
        if (!location.empty() && location.find('\0') == std::string::npos) { // or else it is no file's name
            const std::filesystem::path path(std::u8string(location.begin(), location.end()));
            locations.insert(path.lexically_normal());
        }
    };
    try {
        FolderOrigin origin(model);
        WireReader reader(origin.model(), "ONNX model", WireReader::defaultBudgetBytes, stop);
        std::vector<OutgoingTensor> none;
        static_cast<void>(ModelCopier(reader, origin, {.stopToken = stop, .onLocation = add}).copy(none));
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) {
            throw;
        }
        return std::nullopt;
    }
    return locations;
}

std::vector<FileIdentity> dataFilesNamedBy(const std::filesystem::path& model, const std::stop_token& stop)
{
    const auto locations = dataLocationsOf(model, stop);
    std::vector<FileIdentity> files;
    for (const std::filesystem::path& location : locations.value_or(std::set<std::filesystem::path>())) {
        std::error_code error;
        const std::filesystem::path path = model.parent_path() / location;
        if (std::filesystem::is_regular_file(path, error)) {
            files.push_back(File::identityOf(path));
        }
    }
    return files;
}

} // namespace weightless::onnx_io
