// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/demo.h"

#include "engine/demo/optioncheck.h"
#include "engine/demo/parts.h"
#include "engine/demo/randommodel.h"

#include <algorithm>
#include <array>
#include <utility>

namespace weightless {

namespace {

struct PartName {
    DemoPart part;
    std::string_view name;
    const char* description;
};
constexpr std::array partNames {
    PartName {DemoPart::Sd15Unet, "sd15-unet", "UNet"},
    PartName {DemoPart::Sd15Vae, "sd15-vae", "VAE decoder"},
    PartName {DemoPart::Sd15Clip, "sd15-clip", "CLIP text encoder"},
};

const PartName& entryOf(DemoPart part)
{
    return *std::ranges::find(partNames, part, &PartName::part);
}

void checkOptions(DemoPart part, const DemoOptions& options)
{
    requireScaleAndType(options.scale, options.type);
    requireOption(options.opset == 14 || options.opset == 17,
        "The demo model's opset is " + std::to_string(options.opset) + ", expected 14 or 17");
    if (options.hasDynamicAxes) {
        return;
    }
    // Keeps every product of sizes far within 64 bits.
    constexpr int64_t largest = 65536;
    for (const int64_t size : {options.batch, options.latentHeight, options.latentWidth, options.sequence}) {
        requireOption(size >= 1 && size <= largest,
            std::string("The demo model's sizes are between 1 and ")
                .append(std::to_string(largest))
                .append(", not ")
                .append(std::to_string(size)));
    }
    requireOption(
        part != DemoPart::Sd15Unet || (options.latentHeight % 8 == 0 && options.latentWidth % 8 == 0),
        "A UNet with static axes needs a latent height and width that are multiples of 8, not "
            + std::to_string(options.latentHeight) + " and " + std::to_string(options.latentWidth));
    requireOption(part != DemoPart::Sd15Clip || options.sequence <= 77,
        "The CLIP text encoder takes at most 77 tokens, not " + std::to_string(options.sequence));
}

RandomModel makeDemo(DemoPart part, const DemoOptions& options)
{
    checkOptions(part, options);
    GraphWriter writer({options.type, options.opset, options.hasDynamicAxes, options.batch});
    switch (part) {
    case DemoPart::Sd15Unet:
        buildUnet(writer, options);
        break;
    case DemoPart::Sd15Vae:
        buildVaeDecoder(writer, options);
        break;
    case DemoPart::Sd15Clip:
        buildClipTextEncoder(writer, options);
        break;
    }
    RandomModel demo;
    demo.model.irVersion = options.opset >= 17 ? 8 : 7;
    demo.model.opsets[""] = options.opset;
    demo.model.producer = "Weightless demo";
    demo.model.documentation = std::string("Topology of Stable Diffusion 1.5's ") + entryOf(part).description
        + " at 1/" + std::to_string(options.scale) + " of its width, with random weights (seed "
        + std::to_string(options.seed) + ")";
    demo.model.graph = writer.take();
    demo.inits = writer.takeInits();
    return demo;
}

} // namespace

Dimension dimension(const DemoOptions& options, const char* symbol, int64_t fixedSize)
{
    return options.hasDynamicAxes ? Dimension {-1, symbol} : Dimension {fixedSize, {}};
}

std::optional<DemoPart> demoPartFromName(std::string_view name)
{
    const auto found = std::ranges::find(partNames, name, &PartName::name);
    return found != partNames.end() ? std::optional(found->part) : std::nullopt;
}

std::string_view demoPartName(DemoPart part)
{
    return entryOf(part).name;
}

Model demoModel(DemoPart part, const DemoOptions& options)
{
    return makeDemo(part, options).model;
}

void writeDemo(DemoPart part, const DemoOptions& options, const std::filesystem::path& path,
    const onnx_io::Progress& onProgress, std::stop_token stopToken)
{
    writeRandomModel(
        makeDemo(part, options), {options.seed, options.isInline}, path, onProgress, std::move(stopToken));
}

} // namespace weightless
