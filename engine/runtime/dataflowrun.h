// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/runsite.h"

#include <functional>
#include <vector>

namespace weightless {

// Asked for the memory of a graph's output as soon as its descriptor is known.
using OutputPlace = std::function<vulkan::BufferRange(size_t output, const TensorDescriptor& descriptor)>;

// One run of a dataflow, segment after segment: the whole graph, or the body of a control-flow node.
class DataflowRun {
public:
    // `place` is null for bodies.
    DataflowRun(RunSite& site, StageTree& stages, const OutputPlace* place = nullptr);

    // One value per output, tensors or opaque ones, by value id of the outputs.
    [[nodiscard]] std::vector<RunValue> run(const std::vector<RunValue>& inputs);

private:
    void runDeviceWork(Stage& stage);
    // Nothing reads these any more: their memory is for others.
    void release(const std::vector<plan::ValueId>& values);
    void runHostWork(const Stage& stage);
    [[nodiscard]] std::string learned(const plan::Segment& segment) const;
    [[nodiscard]] plan::Progress progressAfter(const plan::Segment& segment) const;
    // The value as it is now: of a node that ran, an input, a constant or known.
    RunValue& value(plan::ValueId id, const plan::Progress& progress);
    void runHostNode(const plan::DataflowNode& node, const plan::Progress& progress);

    RunSite& m_site;
    StageTree& m_stages;
    const plan::Dataflow& m_dataflow;
    const OutputPlace* m_place;
    std::vector<RunValue> m_values; // by id
};

} // namespace weightless
