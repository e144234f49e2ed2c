// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/inputpictures.h"

#include "engine/results/detections.h"
#include "engine/results/gridboxes.h"
#include "engine/results/masks.h"
#include "ui/run/pictures.h"
#include "ui/text/text.h"

#include <algorithm>

namespace weightless::ui {

namespace {

TensorDescriptor givenAs(const GraphPort& input, const RunRequest& request)
{
    TensorDescriptor descriptor = input.descriptor;
    if (const auto shape = request.inputShapes.find(input.name); shape != request.inputShapes.end())
        descriptor.shape = shape->second;
    return descriptor;
}

bool areShownInPicture(const RunReport& report)
{
    std::vector<NamedDescriptor> outputs;
    for (const RunOutput& output : report.outputs)
        outputs.push_back({output.name, output.descriptor});
    return findDetectionOutputs(outputs) || std::ranges::any_of(outputs, [](const NamedDescriptor& output) {
        return isGridBoxes(output.descriptor) || isMask(output.descriptor);
    });
}

} // namespace

std::vector<InputPicture> inputPictures(Session& session, const RunRequest& request, const RunReport& report)
{
    constexpr int longestSide = 2048;
    constexpr uint64_t largestTensor = uint64_t {64} << 20;
    std::vector<InputPicture> pictures;
    if (!areShownInPicture(report))
        return pictures;
    for (const GraphPort& input : session.graph().inputs()) {
        const TensorDescriptor descriptor = givenAs(input, request);
        const QSize size = pictureSize(descriptor);
        if (input.isOpaque || size.isEmpty() || byteCount(descriptor).value_or(0) > largestTensor)
            continue;
        const auto source = request.inputs.find(input.name);
        InputPicture given {.name = input.name,
            .picture = {},
            .width = size.width(),
            .height = size.height(),
            .count = pictureCount(descriptor),
            .isOfBatch = descriptor.shape.size() == 4};
        if (source != request.inputs.end() && source->second.kind == InputKind::Image) {
            given.picture = previewOf(fromPath(source->second.path), longestSide, request.stop);
        } else {
            const auto values = session.valueOf(input.name);
            given.picture = pictureOf(*values);
            given.batch = given.count > 1 ? values : nullptr;
        }
        if (!given.picture.isNull())
            pictures.push_back(std::move(given));
    }
    return pictures;
}

std::vector<int64_t> inputBatches(const Session& session, const RunRequest& request)
{
    std::vector<int64_t> batches;
    for (const GraphPort& input : session.graph().inputs()) {
        if (const TensorDescriptor descriptor = givenAs(input, request); !descriptor.shape.empty())
            batches.push_back(descriptor.shape.front());
    }
    return batches;
}

} // namespace weightless::ui
