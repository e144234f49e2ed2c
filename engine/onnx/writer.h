// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/outputsystem.h"
#include "engine/model/model.h"
#include "engine/onnx/reader.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

namespace weightless::onnx_io {

// Fills the next bytes of one constant. Called with consecutive spans until ConstantInfo::sizeBytes are
// filled; every span's size but the last is a multiple of 4096.
using ByteFiller = std::function<void(std::span<std::byte> next)>;

// Gives the bytes of a constant. An empty filler means: the constant's own value or source.
using ConstantBytes = std::function<ByteFiller(const ConstantInfo& constant)>;

enum class WeightLayout {
    Inline, // one file, weights in TensorProto.raw_data
    External, // the model, and one data file beside it
};

struct WriteOptions {
    WeightLayout layout = WeightLayout::External;

    // External: name of the data file in the model's folder; empty is the model's file name (its beginning
    // where it is very long) + "_data". Further ones (see shardBytes) have "_1", "_2" … behind it. Where
    // something has one of these names, or the model that is replaced names it, a random number is added to
    // all of them: a file's data is never exchanged under a model.
    std::string dataFileName = {};
    // External: initializers below this size stay in the model.
    uint64_t externalThresholdBytes = 1024;
    // External: a data file takes no more tensors when it would grow beyond this; 0 is one file.
    uint64_t shardBytes = 0;
    // External: tensors begin at multiples of this in their file. A power of two, up to 1 MiB.
    uint64_t alignmentBytes = 4096;

    // Tensors of the graph that stay in the model begin at multiples of this in the model file, so that
    // devices can read them in place too. A power of two, up to 1 MiB; 1 is no alignment.
    uint64_t inlineAlignmentBytes = 64;
    // Inline: write models beyond 2 GiB, which this reader opens and protobuf's parsers refuse.
    bool allowLargeInline = false;

    std::stop_token stopToken = {};
    Progress onProgress = {}; // bytes of constants written, and in all

    OutputSystem* system = &OutputSystem::native(); // that the files are written through
};

// Writes a model and its constants in memory that does not grow with them. Initializers go into the data file
// in the external layout; tensors in attributes stay in the model. Both kinds begin aligned, so that the next
// load can import them without a copy.
//
// A model that is replaced is there, whole, until the new one is: in one step, which outlasts a kill or a
// power cut. Its data files are then removed: those in its folder that are called what saving calls them
// (dataFileName, or the model's file name + "_data") and that no other .onnx file there names. After an error
// or a stop request nothing is left behind; what a killed process left, the next save of the same model
// removes.
//
// Errors: Io: a full disk, a file that somebody else is writing, a target that is no regular file (a symbolic
// link is none); Cancelled; InvalidArgument when a constant's bytes cannot be had, or an
// inline model exceeds 2 GiB without allowLargeInline; Unsupported for constants whose element type has no
// known width and for attributes that Model does not keep (naming the node).
void writeModel(const std::filesystem::path& path, const Model& model, const ConstantBytes& bytes,
    const WriteOptions& options);

} // namespace weightless::onnx_io
