// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/httpoptions.h"
#include "engine/model/modelorigin.h"
#include "engine/onnx/reader.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace weightless::http {

// Reads a model from wherever `location` leads: an http or https URL, or a path of this machine (UTF-8).
// Errors as readModel(), and Io with what a server answered.
[[nodiscard]] onnx_io::ReadResult fetchModel(const std::string& location,
    const onnx_io::ReadOptions& options = {}, const HttpOptions& httpOptions = {});

// The server that a URL leads to, as an origin to read a model from and to save it from; null for a path.
// `stop` serves the origin's whole life. Io with what the server answered; Cancelled.
[[nodiscard]] std::shared_ptr<ModelOrigin> serverOrigin(
    const std::string& location, const HttpOptions& httpOptions = {}, const std::stop_token& stop = {});

// The location as it may be shown: URLs without credentials and query.
[[nodiscard]] std::string shownLocation(const std::string& location);

} // namespace weightless::http
