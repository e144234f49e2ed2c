// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/model/modelorigin.h"
#include "engine/onnx/tensorplacement.h"
#include "engine/onnx/writer.h"

#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless::onnx_io {

// Gives the bytes of constants that are saved: from their sources, or restored where a source is gone.
class TensorBytesReader {
public:
    // Files count as they were when `model` was read. With `origin`, which outlives this, what lies on its
    // server is read through the origin's blocks, as many small tensors would be as many requests.
    TensorBytesReader(
        const Model& model, ConstantBytes restore, std::stop_token stop, ModelOrigin* origin = nullptr);
    TensorBytesReader(ConstantBytes restore, std::stop_token stop);

    // The constant's own bytes, front to back: of its source, else what the model knows of it, else restored;
    // those on a server are restored first. Io when none of them has it, naming the constant and the reason;
    // what the filler throws is streamOf()'s.
    [[nodiscard]] ByteFiller open(const std::shared_ptr<const ConstantInfo>& constant);

    [[nodiscard]] size_t restoredCount() const { return m_restoredCount; }

    // Io when a file that was read from has changed since.
    void checkUnchanged() const;

    // The files the model and these tensors are read from, as far as they are there.
    [[nodiscard]] std::vector<FileIdentity> sources(const std::vector<OutgoingTensor>& tensors) const;

private:
    [[nodiscard]] const HostTensor* knownValue(const ConstantInfo& constant) const;
    void checkSource(const ConstantInfo& constant) const;

    [[nodiscard]] ByteFiller openSource(const ConstantInfo& constant);
    [[nodiscard]] ByteFiller restored(const ConstantInfo& constant);

    ConstantBytes m_restore;
    std::stop_token m_stop;
    ModelOrigin* m_origin = nullptr;
    std::map<std::string, std::vector<std::shared_ptr<const ConstantInfo>>> m_values; // known ones, by name
    std::map<std::filesystem::path, FileIdentity> m_known; // the model's files, as they were when it was read
    std::map<std::filesystem::path, FileIdentity> m_used;
    std::vector<FileIdentity> m_modelFile; // none or one
    size_t m_restoredCount = 0;
};

} // namespace weightless::onnx_io
