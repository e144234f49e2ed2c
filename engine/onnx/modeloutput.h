// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/onnx/messagetree.h"
#include "engine/onnx/tensorplacement.h"
#include "engine/onnx/writer.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace weightless::onnx_io {

// A model that is ready to be written: its message, and the tensors whose data the message has places for.
struct OutgoingModel {
    MessageTree message;
    std::vector<OutgoingTensor> tensors;
    WireReader* source = nullptr; // what MessageTree::copy() copies from
    std::function<void()> beforeCommit = {}; // throws when what was read is not to be trusted
};

// Opens the data of a tensor: OutgoingTensor::sizeBytes, front to back.
using TensorBytes = std::function<ByteFiller(const OutgoingTensor& tensor)>;

struct WrittenModel {
    std::vector<std::filesystem::path> files; // the model, then its data files
    uint64_t modelBytes = 0;
    uint64_t dataBytes = 0; // of all data files
    size_t externalTensors = 0;
    std::vector<std::string> leftFiles; // ModelFiles::left()
};

// Writes the model and its data files, in memory of one slice. They take their names when all of them are
// complete. `forbidden` says which files must not be replaced (InvalidArgument, before anything is written).
[[nodiscard]] WrittenModel writeFiles(const std::filesystem::path& path, OutgoingModel& model,
    const TensorBytes& bytes, const WriteOptions& options, const std::vector<FileIdentity>& forbidden = {});

// Io when the target's folder has less room; that of a file that is replaced is not free before the new one
// is complete.
void checkSpace(const std::filesystem::path& path, uint64_t neededBytes);

// Writes `sizeBytes` to `file` slice by slice from `fill`. Cancelled after a stop request.
class SliceWriter {
public:
    SliceWriter(std::stop_token stop, Progress onProgress, uint64_t totalBytes, uint64_t largestBytes);

    void write(OutputFile& file, uint64_t sizeBytes, const ByteFiller& fill, bool countsAsProgress = true);

private:
    std::stop_token m_stop;
    Progress m_onProgress;
    std::vector<std::byte> m_slice;
    uint64_t m_totalBytes;
    uint64_t m_doneBytes = 0;
};

} // namespace weightless::onnx_io
