// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/architectureoptions.h"
#include "engine/demo/graphwriter.h"

namespace weightless {

// Each builds one architecture's graph. Options are valid.
void buildDecoder(GraphWriter& writer, const ArchitectureOptions& options, bool isInt4);
void buildBert(GraphWriter& writer, const ArchitectureOptions& options);
void buildVit(GraphWriter& writer, const ArchitectureOptions& options);
void buildWhisperEncoder(GraphWriter& writer, const ArchitectureOptions& options);
void buildWhisperDecoder(GraphWriter& writer, const ArchitectureOptions& options);
void buildDetector(GraphWriter& writer, const ArchitectureOptions& options);
void buildSpeech(GraphWriter& writer, const ArchitectureOptions& options);
void buildTrees(GraphWriter& writer, const ArchitectureOptions& options);

} // namespace weightless
