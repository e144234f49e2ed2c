// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/model/modelorigin.h"
#include "engine/onnx/writer.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace weightless::onnx_io {

// The type large float32 and float16 initializers are stored as.
enum class StoredWeights {
    AsTheyAre,
    Float16, // float32 ones as float16: half the size; numbers are rounded, those beyond 65504 clamped
    BFloat16, // float32 ones as bfloat16: half the size, float32's range, 8 significant bits
    Float32, // float16 ones as float32: exact
};

struct SaveOptions {
    WriteOptions files; // layout, alignment, shards, progress, stop
    StoredWeights weights = StoredWeights::AsTheyAre;

    // Where the model was read from, when that was a server: its structure is copied from there too.
    std::shared_ptr<ModelOrigin> origin = {};

    // Asked for the bytes of a hollow constant whose source is gone (the file was removed or changed) or on a
    // server, as the device that it was loaded into may give them back. May be empty, or give an empty
    // filler.
    ConstantBytes restore = {};
};

struct SaveReport {
    std::vector<std::filesystem::path> files; // the model, then its data files
    uint64_t modelBytes = 0;
    uint64_t dataBytes = 0; // of all data files
    // That the replaced model named, relative to its folder, and that stay: their names are not those of data
    // files of the model, or it is not known whether another model names them.
    std::vector<std::string> leftFiles;
    size_t tensors = 0; // whose data was written anew
    size_t externalTensors = 0; // of these, in data files
    size_t restoredTensors = 0; // that SaveOptions::restore gave the bytes of
    size_t convertedTensors = 0;
    uint64_t clampedValues = 0; // finite and beyond the type: now its largest number
    uint64_t flushedValues = 0; // too small for it: now 0
    std::vector<std::string> clampedTensors; // the first ten that have clamped values
    bool isStructureRebuilt =
        false; // the model's file or server is gone: its structure is what Model knows of it
};

// Saves a model that was read, with its weights inside or beside it, in memory that does not grow with them.
//
// The structure is copied from the model's file (or SaveOptions::origin) as it stands there, with all that
// this program does not know, and only the data of tensors is replaced. When that file is gone (removed,
// replaced or changed since it was read; or its server does not answer, and there is `restore`) the structure
// is written from `model`: what Model does not keep is lost (quantisation annotations, graph and value
// documentation, producer fields but the name) or refused (writeModel()), and weights keep their types.
//
// StoredWeights adds one Cast node per converted initializer, so that inputs, outputs and everything the
// graph computes keep their types; constants of at most 1,000 elements, tensors in attributes, and constants
// that are inputs too stay as they are.
//
// Files take their names as writeModel() says: all of them at one moment, or none. A file the model is read
// from is never replaced.
//
// Errors: Io: a source that is gone and cannot be restored (naming constant and reason), and writeModel()'s.
// InvalidArgument: a target that is a source, an inline model beyond 2 GiB, options out of range.
// Unsupported: types or structure that cannot be written, a conversion below operator set 6 (bfloat16: 13) or
// without the model's file. Cancelled.
SaveReport saveModel(const std::filesystem::path& path, const Model& model, const SaveOptions& options);

// What storing weights as another type would change, from the structure alone. Constants that are inputs too
// are counted, though they stay as they are: only the file tells them.
struct StoredEstimate {
    size_t convertedTensors = 0;
    int64_t addedBytes = 0; // less than 0 where the weights shrink
    int64_t leastOpset = 0; // that it needs; 0 for none
};
[[nodiscard]] StoredEstimate estimateStored(const Model& model, StoredWeights weights);

struct ExtractOptions {
    ConstantBytes restore = {}; // as in SaveOptions
    std::stop_token stopToken = {};
    Progress onProgress = {};
};

// Writes one constant as NumPy's .npy or as a serialised TensorProto (.pb), by the file's extension, in small
// memory. Io, before anything is written when there is no room for it; Cancelled; InvalidArgument for another
// extension, and for a .pb beyond 2 GiB; Unsupported for types NumPy does not have, naming .pb.
void extractTensor(
    const std::filesystem::path& path, const ConstantInfo& constant, const ExtractOptions& options = {});

} // namespace weightless::onnx_io
