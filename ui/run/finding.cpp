// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/finding.h"

#include "engine/results/classes.h"
#include "engine/results/gridboxes.h"
#include "engine/results/instances.h"
#include "engine/results/masks.h"

#include <algorithm>
#include <vector>

namespace weightless::ui {

namespace {

std::optional<DetectionOutputs> detectionOf(const RunResult& result)
{
    std::vector<NamedDescriptor> outputs;
    for (const OutputResult& output : result.outputs)
        outputs.push_back({output.name, output.descriptor});
    // A picture without a batch is a detector's: rows are of boxes.
    const bool hasBatch = !result.inputPictures.empty() && result.inputPictures.front().isOfBatch;
    const int64_t pictures = hasBatch ? result.inputPictures.front().count : 0;
    auto found = findDetectionOutputs(outputs, pictures);
    const bool hasValues = found && result.outputs[found->boxes].values
        && result.outputs[found->scores].values && (!found->labels || result.outputs[*found->labels].values);
    if (!hasValues)
        return std::nullopt;
    if (found->labels && !areWhole(*result.outputs[*found->labels].values))
        found->labels.reset();
    return found;
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
    if (const auto found = detectionOf(result);
        found && (output == found->boxes || output == found->scores || output == found->labels))
        return {Kind::Boxes, *found, std::nullopt};
    const TensorDescriptor& descriptor = result.outputs[output].descriptor;
    if (isGridBoxes(descriptor))
        return {Kind::GridBoxes, {output, output}, partnerOf(result, output, classCount, false)};
    if (isMask(descriptor) && !partnerOf(result, output, classCount, true))
        return {Kind::Mask, {output, output}, std::nullopt};
    return {};
}

bool hasNumbersOf(const TensorDescriptor& boxes, size_t classCount)
{
    const auto numbers = static_cast<size_t>(std::min(boxes.shape[1], boxes.shape[2]));
    return classCount > 0 && (numbers == classCount + 4 || numbers == classCount + 5);
}

// One may be the background, which has no name.
bool areClasses(int64_t channels, size_t known)
{
    const auto count = static_cast<size_t>(channels);
    return known > 0 && (count == known || count == known + 1);
}

// As large as the picture, or the same whole part of its width and height.
bool isPartOf(const Shape& mask, const InputPicture& picture)
{
    const int64_t width = mask[mask.size() - 1];
    const int64_t height = mask[mask.size() - 2];
    return picture.width % width == 0 && picture.height % height == 0
        && picture.width / width == picture.height / height;
}

bool isMaskOfPicture(
    const TensorDescriptor& mask, const InputPicture& picture, size_t classCount, size_t labelCount)
{
    if (isInteger(mask.type))
        return isPartOf(mask.shape, picture);
    return areClasses(mask.shape[1], classCount) || areClasses(mask.shape[1], labelCount);
}

// Of a picture of the batch, as nothing may have been found in the first one.
bool lieInPicture(const RunResult& result, const Finding& finding, size_t classCount)
{
    constexpr int64_t mostLookedAt = 16;
    const HostTensor& boxes = *result.outputs[finding.outputs.boxes].values;
    const InputPicture& picture = result.inputPictures.front();
    DetectionOptions options {.width = picture.width,
        .height = picture.height,
        .isTopFirst = finding.outputs.isTopFirst,
        .classCount = classCount};
    const auto elements = static_cast<size_t>(std::min(finding.batch, mostLookedAt));
    bool areThere = false;
    for (; !areThere && options.element < elements; ++options.element)
        areThere = finding.kind == Finding::Kind::Boxes ? areBoxesOfPicture(boxes, options)
                                                        : areGridBoxesOfPicture(boxes, options);
    return areThere;
}

// More than the shape tells it.
bool isEvident(const RunResult& result, const Finding& finding, size_t classCount, size_t labelCount)
{
    const OutputResult& output = result.outputs[finding.outputs.boxes];
    switch (finding.kind) {
    case Finding::Kind::None:
        break;
    case Finding::Kind::Boxes:
        return areCalledBoxes(output.name) || lieInPicture(result, finding, classCount);
    case Finding::Kind::GridBoxes:
        return finding.prototypes || hasNumbersOf(output.descriptor, classCount)
            || lieInPicture(result, finding, classCount);
    case Finding::Kind::Mask:
        return isMaskOfPicture(output.descriptor, result.inputPictures.front(), classCount, labelCount);
    }
    return false;
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

std::optional<int> findingOf(const RunResult& result, size_t classCount, size_t labelCount)
{
    for (size_t output = 0; output < result.outputs.size(); ++output) {
        const Finding finding = findingIn(result, output, classCount);
        // Of two outputs it is the boxes that are looked at.
        if (finding.kind != Finding::Kind::None && isEvident(result, finding, classCount, labelCount))
            return static_cast<int>(finding.outputs.boxes);
    }
    return std::nullopt;
}

std::optional<int> likelyMaskOf(const RunResult& result, size_t classCount)
{
    for (size_t output = 0; output < result.outputs.size(); ++output) {
        if (findingIn(result, output, classCount).kind != Finding::Kind::Mask)
            continue;
        const InputPicture& picture = result.inputPictures.front();
        const Shape& shape = result.outputs[output].descriptor.shape;
        const int64_t width = shape[shape.size() - 1], height = shape[shape.size() - 2];
        if (width >= picture.width && width * picture.height == height * picture.width)
            return static_cast<int>(output);
    }
    return std::nullopt;
}

bool mayBeClasses(const RunResult& result, size_t output)
{
    const auto scores = classScoresIn(result.outputs[output].descriptor);
    const Finding finding = findingIn(result, output);
    const auto isOfInputs = [&result](size_t batch) {
        return std::ranges::find(result.inputBatches, static_cast<int64_t>(batch))
            != result.inputBatches.end();
    };
    return scores && (scores->batch == 1 || isOfInputs(scores->batch))
        && !(finding.kind == Finding::Kind::Boxes && isEvident(result, finding, 0, 0));
}

} // namespace weightless::ui
