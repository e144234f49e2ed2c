// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/finding.h"

#include "engine/results/gridboxes.h"
#include "engine/results/masks.h"

#include <vector>

namespace weightless::ui {

namespace {

std::optional<DetectionOutputs> detectionOf(const RunResult& result)
{
    std::vector<NamedDescriptor> outputs;
    for (const OutputResult& output : result.outputs)
        outputs.push_back({output.name, output.descriptor});
    const auto found = findDetectionOutputs(outputs);
    const bool hasValues =
        found && result.outputs[found->boxes].values && result.outputs[found->scores].values;
    return hasValues ? found : std::nullopt;
}

Finding ofOutput(const RunResult& result, size_t output)
{
    using Kind = Finding::Kind;
    if (const auto pair = detectionOf(result); pair && (output == pair->boxes || output == pair->scores))
        return {Kind::Boxes, *pair};
    const TensorDescriptor& descriptor = result.outputs[output].descriptor;
    const Kind kind = isGridBoxes(descriptor) ? Kind::GridBoxes
        : isMask(descriptor)                  ? Kind::Mask
                                              : Kind::None;
    return {kind, {output, output}};
}

} // namespace

Finding findingIn(const RunResult& result, size_t output)
{
    if (result.inputPictures.empty() || !result.outputs[output].values)
        return {};
    Finding finding = ofOutput(result, output);
    const Shape& shape = result.outputs[finding.outputs.boxes].descriptor.shape;
    finding.batch = shape.size() > 2 ? shape.front() : 1;
    const bool isOfPictures = finding.batch == 1 || finding.batch == result.inputPictures.front().count;
    return isOfPictures ? finding : Finding {};
}

std::optional<int> findingOf(const RunResult& result)
{
    for (size_t output = 0; output < result.outputs.size(); ++output) {
        const Finding finding = findingIn(result, output);
        // Of two outputs it is the boxes that are looked at.
        if (finding.kind != Finding::Kind::None)
            return static_cast<int>(finding.outputs.boxes);
    }
    return std::nullopt;
}

} // namespace weightless::ui
