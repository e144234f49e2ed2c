// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/folder/pipelinefolder.h"
#include "engine/http/httpoptions.h"

#include <stop_token>
#include <string>

namespace weightless::diffusion {

// A pipeline on a server, as Diffusers lays it out: `url` is its folder or the model_index.json in it, which
// says what parts there are; a query of it goes to each file. Small files are asked for when they are wanted
// and kept in memory; the models are streamed when they are. Errors as readPipelineFolder() of a path, Io
// with what the server answered, Cancelled.
[[nodiscard]] PipelineFolder readRemoteFolder(
    const std::string& url, const http::HttpOptions& options = {}, const std::stop_token& stop = {});

} // namespace weightless::diffusion
