// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/openedmodel.h"

#include "engine/base/error.h"
#include "engine/http/httporigin.h"
#include "engine/http/url.h"
#include "engine/memory/processmemory.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>

namespace weightless {

namespace {

// Such a "file" cannot be opened, which would not say why. Somebody may have one, though.
void checkScheme(const std::string& location)
{
    if (!http::isOtherAddress(location)) {
        return;
    }
    throw Error(ErrorKind::InvalidArgument,
        "Models are read from http:// and https:// addresses and from files, not from "
            + location.substr(0, location.find("://")) + "://; download the model, or use another address");
}

// Somebody may mean all parts of a pipeline.
void checkNoFolder(const std::filesystem::path& path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        throw Error(ErrorKind::Io,
            "Cannot open '" + displayPath(path)
                + "': it is a folder, and a model is one file; 'generate' takes the folder of a pipeline");
    }
}

} // namespace

OpenedModel openModel(
    const std::string& location, const onnx_io::ReadOptions& options, const http::HttpOptions& httpOptions)
{
    // An origin keeps its token for life: it gets one of its own, which nobody can stop once this returns.
    std::stop_source opening;
    const std::stop_callback forward(options.stopToken, [&opening] { opening.request_stop(); });
    auto origin = http::serverOrigin(location, httpOptions, opening.get_token());
    const std::filesystem::path path(std::u8string(location.begin(), location.end()));
    if (!origin) {
        checkScheme(location);
        checkNoFolder(path);
    }
    onnx_io::ReadResult read =
        origin ? onnx_io::readModel(*origin, options) : onnx_io::readModel(path, options);
    returnFreedMemory(); // the file's messages
    return {
        std::make_shared<const Model>(std::move(read.model)), std::move(read.problems), std::move(origin)};
}

} // namespace weightless
