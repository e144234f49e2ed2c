// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/runtime/demoscene.h"

#include "engine/onnx/reader.h"
#include "tests/engine/runtime/testcontext.h"

#include <algorithm>

namespace weightless::testing {

std::filesystem::path writeSmallDemo(
    const std::filesystem::path& folder, DemoPart part, const DemoOptions& options)
{
    auto path = folder
        / (std::string(demoPartName(part)) + toString(options.type) + (options.isInline ? "inline" : "")
            + ".onnx");
    writeDemo(part, options, path);
    return path;
}

std::shared_ptr<Graph> buildDemo(
    const std::shared_ptr<Context>& context, const std::filesystem::path& path, BuildOptions options)
{
    const onnx_io::ReadResult read = onnx_io::readModel(path);
    for (const FreeDimension& dimension : freeDimensionsOf(read.model)) {
        const bool isLatent = dimension.symbol == "height" || dimension.symbol == "width";
        options.freeDimensions[dimension.symbol] = isLatent ? 8 : std::min<int64_t>(dimension.suggested, 8);
    }
    return buildGraph(context, read.model, options);
}

std::vector<float> runDemo(Context& context, Graph& graph)
{
    std::vector<HostTensor> inputs;
    for (const GraphPort& port : graph.inputs()) {
        HostTensor input = makeHostTensor(port.descriptor);
        const auto count = static_cast<size_t>(elementCount(port.descriptor.shape).value_or(0));
        for (size_t i = 0; i < count; ++i) {
            const auto step = static_cast<int64_t>(i * 7 % 23);
            isFloat(port.descriptor.type) ? setElement(input, i, static_cast<double>(step) / 11.0 - 1.0)
                                          : setElement(input, i, step);
        }
        inputs.push_back(std::move(input));
    }
    const HostTensor output = std::move(runGraph(context, graph, inputs).front());
    std::vector<float> values;
    const auto count = static_cast<size_t>(elementCount(output.descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        values.push_back(static_cast<float>(elementAsDouble(output, i)));
    }
    return values;
}

std::pair<NamedTensors, NamedTensors> tensorsOf(Context& context, const Graph& graph)
{
    NamedTensors inputs;
    NamedTensors outputs;
    for (const GraphPort& port : graph.inputs()) {
        inputs.emplace(port.name, context.createTensor(port.descriptor, {.writable = true}));
    }
    for (const GraphPort& port : graph.outputs()) {
        outputs.emplace(port.name, context.createTensor(port.descriptor, {.readable = true}));
    }
    return {std::move(inputs), std::move(outputs)};
}

} // namespace weightless::testing
