// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/outputs.h"
#include "app/cli/output/text.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/bytes.h"
#include "engine/base/file.h"
#include "engine/demo/architecture.h"
#include "engine/demo/demo.h"
#include "engine/demo/demofolder.h"
#include "engine/onnx/reader.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>

namespace weightless::cli {

namespace {

DemoOptions demoOptions(const Arguments& arguments)
{
    DemoOptions options;
    if (const auto scale = arguments.integer("--scale", 1, 32)) {
        if ((*scale & (*scale - 1)) != 0) {
            throw UsageError(
                "option '--scale' takes 1, 2, 4, 8, 16 or 32, not '" + std::to_string(*scale) + "'");
        }
        options.scale = *scale;
    }
    if (const auto type = arguments.value("--type")) {
        if (*type != "fp16" && *type != "fp32") {
            throw UsageError("option '--type' takes fp16 or fp32, not '" + *type + "'");
        }
        options.type = *type == "fp16" ? DataType::Float16 : DataType::Float32;
    }
    if (const auto opset = arguments.integer("--opset", 14, 17)) {
        if (*opset != 14 && *opset != 17) {
            throw UsageError("option '--opset' takes 14 or 17, not '" + std::to_string(*opset) + "'");
        }
        options.opset = *opset;
    }
    if (const auto seed = arguments.integer("--seed", 0, std::numeric_limits<int64_t>::max())) {
        options.seed = static_cast<uint64_t>(*seed);
    }
    options.isInline = arguments.has("--inline");
    return options;
}

std::string nameOf(DataType type)
{
    return type == DataType::Float16 ? "fp16" : type == DataType::Float32 ? "fp32" : toString(type);
}

std::string demoNames()
{
    std::string names = "sd15-unet, sd15-vae, sd15-clip, sd15-folder";
    for (const ArchitectureName& entry : demoArchitectures()) {
        names += ", " + std::string(entry.name);
    }
    return names;
}

// Of the file that was written: not every model has its numbers where, and as, the options say.
std::string weightsText(const std::filesystem::path& path)
{
    const Model model = onnx_io::readModel(path).model;
    std::map<DataType, uint64_t> bytes;
    bool isBeside = false;
    forEachConstant(model, [&](const std::shared_ptr<const ConstantInfo>& constant) {
        bytes[constant->descriptor.type] += constant->sizeBytes;
        const auto* range = std::get_if<FileRange>(&constant->source.range);
        // One of the paths may be relative: the files are compared.
        isBeside = isBeside
            || (range != nullptr && range->file != nullptr && range->file->identity != model.identity);
    });
    uint64_t all = 0;
    for (const auto& [type, count] : bytes) {
        all += count;
    }
    const auto most = std::ranges::max_element(bytes, {}, [](const auto& entry) { return entry.second; });
    const std::string type = most == bytes.end() ? std::string() : nameOf(most->first) + " ";
    return formatBytes(all) + " of " + type + "weights, "
        + (isBeside ? "in a file beside it" : "inside the file");
}

int makeDemo(const Arguments& arguments, const Environment& environment)
{
    const std::string& name = arguments.positionals()[0];
    const auto part = demoPartFromName(name);
    const auto architecture = demoArchitectureFromName(name);
    const bool isFolder = name == "sd15-folder";
    if (!part && !isFolder && !architecture) {
        throw UsageError("there is no demo model '" + name + "'; there are " + demoNames());
    }
    const DemoOptions options = demoOptions(arguments);
    if (architecture && options.opset != 17) {
        throw UsageError("option '--opset' takes 17 for " + name);
    }
    if (architecture && isAlwaysFloat32(*architecture) && arguments.value("--type") == "fp16") {
        throw UsageError("option '--type' takes fp32 for " + name);
    }
    const std::filesystem::path path = pathFromUtf8(arguments.positionals()[1]);
    requireFileName("OUT", path);
    uint64_t writtenBytes = 0; // of a folder's models
    const onnx_io::Progress onProgress = [&](uint64_t done, uint64_t total) {
        writtenBytes = done;
        environment.console.progress("writing",
            total == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total),
            formatBytes(done) + " of " + formatBytes(total));
    };
    if (isFolder) {
        writeDemoFolder(options, path, onProgress, environment.stop);
    } else if (part) {
        writeDemo(*part, options, path, onProgress, environment.stop);
    } else {
        writeDemo(*architecture, architectureOptions(options), path, onProgress, environment.stop);
    }
    environment.console.clearProgress();
    const std::string folderText = formatBytes(writtenBytes) + " of " + nameOf(options.type) + " weights, "
        + (options.isInline ? "inside the models" : "in files beside the models");
    print(printable(displayPath(path)) + ": " + name + ", " + (isFolder ? folderText : weightsText(path))
        + "\n");
    return exitDone;
}

} // namespace

Verb makeDemoVerb()
{
    return {
        {"make-demo",
            "Writes a demo model with random weights: Stable Diffusion 1.5's or another architecture.",
            {"NAME", "OUT"},
            {{"--scale", "N",
                 "divide the channel widths by 1 (the real size, the default), 2, 4, 8, 16 or 32"},
                {"--type", "fp16|fp32", "the weights' type; fp16 by default"},
                {"--inline", "", "weights inside the model file instead of in a file beside it"},
                {"--opset", "N", "17 (the default) or 14"},
                {"--seed", "N", "another seed gives other weights; 1 by default"}},
            "NAME is one of " + demoNames()
                + ". The graph is the one PyTorch's exporter writes, with free dimensions; the weights are "
                  "seeded "
                  "random numbers, scaled "
                  "so that activations stay finite, and streamed to disk. The same options give the same "
                  "bytes; where OUT is there already, its data file gets another name, as the old one is "
                  "the old model's until that is replaced. "
                  "OUT is a file's name; sd15-folder writes a folder of "
                  "that name with text encoder, UNet, VAE decoder, tokenizer and scheduler, for 'generate'. "
                  "The others are what people run beside it, from public descriptions of their "
                  "architectures: "
                  "language models with fp16 and 4-bit weights, BERT, ViT, Whisper, a detector, a voice "
                  "detector "
                  "(fp32) and a tree ensemble on words; their --scale also divides layers and vocabularies."},
        makeDemo};
}

} // namespace weightless::cli
