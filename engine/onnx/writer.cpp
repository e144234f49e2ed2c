// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/writer.h"

#include "engine/onnx/constantstream.h"
#include "engine/onnx/messagewriter.h"
#include "engine/onnx/modeloutput.h"

namespace weightless::onnx_io {

void writeModel(const std::filesystem::path& path, const Model& model, const ConstantBytes& bytes,
    const WriteOptions& options)
{
    OutgoingModel outgoing;
    MessageWriter(outgoing.tensors).write(outgoing.message, model);
    const auto open = [&](const OutgoingTensor& tensor) {
        ByteFiller fill = bytes ? bytes(*tensor.constant) : ByteFiller();
        return fill ? fill : streamOf(*tensor.constant);
    };
    static_cast<void>(writeFiles(path, outgoing, open, options));
}

} // namespace weightless::onnx_io
