// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/httpoptions.h"
#include "engine/onnx/reader.h"

#include <string>
#include <string_view>

namespace weightless::http {

// Reads a model from wherever `location` leads: an http or https URL, or a path of this machine (UTF-8).
// Errors as readModel(), and Io with what a server answered.
[[nodiscard]] onnx_io::ReadResult fetchModel(const std::string& location,
    const onnx_io::ReadOptions& options = {}, const HttpOptions& httpOptions = {});

// The location as it may be shown: URLs without credentials and query.
[[nodiscard]] std::string shownLocation(const std::string& location);

} // namespace weightless::http
