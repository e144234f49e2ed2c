// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/demo.h"

#include <filesystem>
#include <stop_token>

namespace weightless {

// Writes a whole Stable Diffusion folder as Diffusers lays it out: text encoder, UNet, VAE decoder,
// scheduler, model_index.json, and a tokenizer of our own with CLIP's special tokens, in which most words are
// spelled letter by letter. Random weights, so that its pictures are noise. Files of these names are
// replaced. model_index.json comes last. Errors as writeDemo(); Io when a folder cannot be made. A folder
// that was not there is taken away again then.
void writeDemoFolder(const DemoOptions& options, const std::filesystem::path& folder,
    const onnx_io::Progress& onProgress = {}, const std::stop_token& stopToken = {});

} // namespace weightless
