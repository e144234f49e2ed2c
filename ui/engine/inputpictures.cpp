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
        TensorDescriptor descriptor = input.descriptor;
        if (const auto shape = request.inputShapes.find(input.name); shape != request.inputShapes.end())
            descriptor.shape = shape->second;
        if (input.isOpaque || !isImageShape(descriptor) || byteCount(descriptor).value_or(0) > largestTensor)
            continue;
        const auto source = request.inputs.find(input.name);
        QImage picture = source != request.inputs.end() && source->second.kind == InputKind::Image
            ? previewOf(fromPath(source->second.path), longestSide, request.stop)
            : pictureOf(*session.valueOf(input.name));
        const Shape& shape = descriptor.shape;
        if (!picture.isNull())
            pictures.push_back(
                {input.name, std::move(picture), shape[shape.size() - 1], shape[shape.size() - 2]});
    }
    return pictures;
}

} // namespace weightless::ui
