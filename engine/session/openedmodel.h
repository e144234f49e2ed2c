// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/httpoptions.h"
#include "engine/model/model.h"
#include "engine/model/modelorigin.h"
#include "engine/onnx/reader.h"

#include <memory>
#include <string>
#include <vector>

namespace weightless {

// A model that was read, and what it takes to save it as it stands where it came from.
struct OpenedModel {
    std::shared_ptr<const Model> model;
    std::vector<std::string> problems; // onnx_io::ReadResult::problems
    std::shared_ptr<ModelOrigin> origin =
        {}; // the server it was read from; null for a file, which is reopened
};

// Reads a model from wherever `location` leads: an http or https URL (which may hold a password), or a path
// of this machine (UTF-8). The stop token is for the opening alone: the origin goes on when it is stopped
// later. Errors as onnx_io::readModel(), and Io with what a server answered.
[[nodiscard]] OpenedModel openModel(const std::string& location, const onnx_io::ReadOptions& options = {},
    const http::HttpOptions& httpOptions = {});

} // namespace weightless
