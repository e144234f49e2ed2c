// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/randommodel.h"

#include <utility>

namespace weightless {

void writeRandomModel(const RandomModel& model, const RandomModelFile& file,
    const std::filesystem::path& path, const onnx_io::Progress& onProgress, std::stop_token stopToken)
{
    const auto bytes = [&](const ConstantInfo& constant) -> onnx_io::ByteFiller {
        const auto init = model.inits.find(constant.name);
        return init != model.inits.end() ? randomWeights(constant, init->second, file.seed)
                                         : onnx_io::ByteFiller();
    };
    onnx_io::WriteOptions options;
    options.layout = file.isInline ? onnx_io::WeightLayout::Inline : onnx_io::WeightLayout::External;
    options.allowLargeInline = true;
    options.stopToken = std::move(stopToken);
    options.onProgress = onProgress;
    onnx_io::writeModel(path, model.model, bytes, options);
}

} // namespace weightless
