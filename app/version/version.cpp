// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/version/version.h"

#include "engine/base/version.h"
#include "engine/onnx/onnxversion.h"
#include "engine/vulkan/headerversion.h"

namespace weightless {

std::vector<LibraryVersion> libraryVersions()
{
    return {{"Vulkan", vulkan::headerVersion()}, {"ONNX", std::string(onnx_io::onnxVersion())}};
}

std::string versionText(std::string_view program, const std::vector<LibraryVersion>& libraries)
{
    std::string text = std::string(program) + " " + std::string(version()) + "\n";
    std::string_view separator;
    for (const auto& [name, version] : libraries) {
        text += std::string(separator) + name + " " + version;
        separator = ", ";
    }
    return text + "\n";
}

} // namespace weightless
