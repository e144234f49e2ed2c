// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/architecture.h"

#include "engine/demo/architecturebuilders.h"
#include "engine/demo/demo.h"
#include "engine/demo/optioncheck.h"
#include "engine/demo/randommodel.h"

#include <algorithm>

namespace weightless {

namespace {

constexpr int64_t opset = 17;

void build(DemoArchitecture architecture, GraphWriter& writer, const ArchitectureOptions& options)
{
    switch (architecture) {
    case DemoArchitecture::Decoder:
    case DemoArchitecture::DecoderInt4:
        return buildDecoder(writer, options, architecture == DemoArchitecture::DecoderInt4);
    case DemoArchitecture::Bert:
        return buildBert(writer, options);
    case DemoArchitecture::Vit:
        return buildVit(writer, options);
    case DemoArchitecture::WhisperEncoder:
        return buildWhisperEncoder(writer, options);
    case DemoArchitecture::WhisperDecoder:
        return buildWhisperDecoder(writer, options);
    case DemoArchitecture::Detector:
        return buildDetector(writer, options);
    case DemoArchitecture::Speech:
        return buildSpeech(writer, options);
    case DemoArchitecture::Trees:
        return buildTrees(writer, options);
    }
}

RandomModel makeModel(DemoArchitecture architecture, const ArchitectureOptions& options)
{
    requireScaleAndType(options.scale, options.type);
    ArchitectureOptions valid = options;
    valid.type = isAlwaysFloat32(architecture) ? DataType::Float32 : options.type;
    GraphWriter writer({.type = valid.type, .opset = opset});
    build(architecture, writer, valid);
    RandomModel made;
    made.model.irVersion = 8;
    made.model.opsets[""] = opset;
    if (architecture == DemoArchitecture::Decoder || architecture == DemoArchitecture::DecoderInt4) {
        made.model.opsets["com.microsoft"] = 1;
    } else if (architecture == DemoArchitecture::Trees) {
        made.model.opsets["ai.onnx.ml"] = 3;
    }
    made.model.producer = "Weightless demo";
    const auto entry = std::ranges::find(demoArchitectures(), architecture, &ArchitectureName::architecture);
    made.model.documentation = std::string(entry->description) + ", at 1/" + std::to_string(options.scale)
        + " of its size, with random weights (seed " + std::to_string(options.seed) + ")";
    made.model.graph = writer.take();
    made.inits = writer.takeInits();
    return made;
}

} // namespace

const std::vector<ArchitectureName>& demoArchitectures()
{
    static const std::vector<ArchitectureName> all {
        {DemoArchitecture::Decoder, "decoder", "A Llama-like language model with grouped-query attention"},
        {DemoArchitecture::DecoderInt4, "decoder-int4", "A Llama-like language model of 4-bit weights"},
        {DemoArchitecture::Bert, "bert", "BERT base"}, {DemoArchitecture::Vit, "vit", "ViT base"},
        {DemoArchitecture::WhisperEncoder, "whisper-encoder", "Whisper base's encoder"},
        {DemoArchitecture::WhisperDecoder, "whisper-decoder", "Whisper base's decoder"},
        {DemoArchitecture::Detector, "detector", "A YOLO-like detector with NonMaxSuppression"},
        {DemoArchitecture::Speech, "speech", "A voice detector with a network per sampling rate"},
        {DemoArchitecture::Trees, "trees", "A tree ensemble on words and numbers"}};
    return all;
}

std::optional<DemoArchitecture> demoArchitectureFromName(std::string_view name)
{
    const auto found = std::ranges::find(demoArchitectures(), name, &ArchitectureName::name);
    return found != demoArchitectures().end() ? std::optional(found->architecture) : std::nullopt;
}

bool isAlwaysFloat32(DemoArchitecture architecture)
{
    return architecture == DemoArchitecture::Speech || architecture == DemoArchitecture::Trees;
}

ArchitectureOptions architectureOptions(const DemoOptions& options)
{
    return {options.scale, options.type, options.isInline, options.seed};
}

Model demoModel(DemoArchitecture architecture, const ArchitectureOptions& options)
{
    return makeModel(architecture, options).model;
}

void writeDemo(DemoArchitecture architecture, const ArchitectureOptions& options,
    const std::filesystem::path& path, const onnx_io::Progress& onProgress, std::stop_token stopToken)
{
    writeRandomModel(makeModel(architecture, options), {options.seed, options.isInline}, path, onProgress,
        std::move(stopToken));
}

} // namespace weightless
