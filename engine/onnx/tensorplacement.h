// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/onnx/messagetree.h"
#include "engine/onnx/writer.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace weightless::onnx_io {

// A tensor whose data is written anew.
struct OutgoingTensor {
    std::shared_ptr<const ConstantInfo> constant; // what it is at its source
    DataType type = DataType::Undefined; // as it is written
    uint64_t sizeBytes = 0; // as it is written
    bool mayMoveOut = false; // into a data file; otherwise it stays in the model
};

struct PlacedTensor {
    size_t index = 0; // in the list of tensors
    uint64_t offsetBytes = 0;
};

struct DataFile {
    std::string name; // without a folder
    std::vector<PlacedTensor> tensors; // by offset, each range once
    uint64_t sizeBytes = 0;
};

// Where the data of every tensor goes, and how its message says so.
struct Placement {
    std::vector<DataFields> fields; // by tensor
    std::vector<DataFile> files;
    size_t externalTensors = 0; // those whose data is in a data file
};

// In file order; tensors that share their bytes share them again. A data file takes tensors until the next
// one would exceed WriteOptions::shardBytes: a larger tensor has a file of its own.
[[nodiscard]] Placement placeTensors(
    const std::vector<OutgoingTensor>& tensors, const std::string& dataFileName, const WriteOptions& options);

// The data file's name: that of the options, or the model's + "_data", cut where that leaves no room for what
// names of data files get. InvalidArgument for one that is no plain file name or the model's own.
[[nodiscard]] std::string dataFileNameFor(const std::filesystem::path& path, const WriteOptions& options);

// The name is one that saving may give a data file for which `dataFileName` was asked: that name, with a
// random number and the number of a shard behind it where there are any.
[[nodiscard]] bool isDataFileNameFor(const std::string& dataFileName, std::string_view name);

} // namespace weightless::onnx_io
