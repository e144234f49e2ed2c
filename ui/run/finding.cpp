// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/finding.h"

#include "engine/results/gridboxes.h"
#include "engine/results/instances.h"
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

// The output whose boxes have masks of these prototypes, or, the other way around, that has prototypes for
// these boxes.
std::optional<size_t> partnerOf(
    const RunResult& result, size_t output, size_t classCount, bool isOfPrototypes)
{
    const TensorDescriptor& known = result.outputs[output].descriptor;
    for (size_t i = 0; i < result.outputs.size(); ++i) {
        const TensorDescriptor& other = result.outputs[i].descriptor;
        const bool fits = isOfPrototypes ? arePrototypes(known, other, classCount)
                                         : arePrototypes(other, known, classCount);
        if (i != output && fits)
            return i;
    }
    return std::nullopt;
}

Finding ofOutput(const RunResult& result, size_t output, size_t classCount)
{
    using Kind = Finding::Kind;
    if (const auto pair = detectionOf(result); pair && (output == pair->boxes || output == pair->scores))
        return {Kind::Boxes, *pair, std::nullopt};
    const TensorDescriptor& descriptor = result.outputs[output].descriptor;
    if (isGridBoxes(descriptor))
        return {Kind::GridBoxes, {output, output}, partnerOf(result, output, classCount, false)};
    if (isMask(descriptor) && !partnerOf(result, output, classCount, true))
        return {Kind::Mask, {output, output}, std::nullopt};
    return {};
}

} // namespace

Finding findingIn(const RunResult& result, size_t output, size_t classCount)
{
    if (result.inputPictures.empty() || !result.outputs[output].values)
        return {};
    Finding finding = ofOutput(result, output, classCount);
    if (finding.kind == Finding::Kind::None)
        return {};
    const Shape& shape = result.outputs[finding.outputs.boxes].descriptor.shape;
    finding.batch = shape.size() > 2 ? shape.front() : 1;
    const bool isOfPictures = finding.batch == 1 || finding.batch == result.inputPictures.front().count;
    return isOfPictures ? finding : Finding {};
}

std::optional<int> findingOf(const RunResult& result, size_t classCount)
{
    for (size_t output = 0; output < result.outputs.size(); ++output) {
        const Finding finding = findingIn(result, output, classCount);
        // Of two outputs it is the boxes that are looked at.
        if (finding.kind != Finding::Kind::None)
            return static_cast<int>(finding.outputs.boxes);
    }
    return std::nullopt;
}

} // namespace weightless::ui
