// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/openedmodel.h"

#include "engine/http/httporigin.h"
#include "engine/memory/processmemory.h"

#include <filesystem>
#include <stop_token>
#include <utility>

namespace weightless {

OpenedModel openModel(
    const std::string& location, const onnx_io::ReadOptions& options, const http::HttpOptions& httpOptions)
{
    // An origin keeps its token for life: it gets one of its own, which nobody can stop once this returns.
    std::stop_source opening;
    const std::stop_callback forward(options.stopToken, [&opening] { opening.request_stop(); });
    auto origin = http::serverOrigin(location, httpOptions, opening.get_token());
    onnx_io::ReadResult read = origin
        ? onnx_io::readModel(*origin, options)
        : onnx_io::readModel(std::filesystem::path(std::u8string(location.begin(), location.end())), options);
    returnFreedMemory(); // the file's messages
    return {
        std::make_shared<const Model>(std::move(read.model)), std::move(read.problems), std::move(origin)};
}

} // namespace weightless
