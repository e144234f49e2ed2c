// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// model FILE.onnx: opens a model without a weight byte, loads it, runs it on zeros, and says what that took.
#include <weightless/weightless.h>

#include <cstdio>

using namespace weightless;

int main(int count, char** arguments)
{
    if (count != 2) {
        std::fprintf(stderr, "usage: model FILE.onnx\n");
        return 2;
    }
    try {
        const auto read = onnx_io::readModel(arguments[1]);
        const auto context = Context::create();
        BuildOptions options;
        options.usesSuggestions = true; // for dimensions that the model leaves free
        const auto graph = buildGraph(context, read.model, options);

        const auto job = graph->load();
        job->run({}, [](const LoadProgress& progress) {
            std::printf("\r%zu of %zu constants set", progress.constantsSet, progress.constantCount);
        });
        std::printf("\n%llu bytes of CPU memory beside the weights at the highest\n",
            static_cast<unsigned long long>(job->report().hostOverheadPeakBytes));

        NamedTensors inputs; // createTensor() fills with zeros
        for (const GraphPort& port : graph->inputs()) {
            inputs[port.name] = context->createTensor(port.descriptor);
        }
        NamedTensors outputs;
        for (const GraphPort& port : graph->outputs()) {
            outputs[port.name] = context->createTensor(port.descriptor);
        }
        context->dispatch(*graph, inputs, outputs);
        for (const auto& [name, tensor] : outputs) {
            const HostTensor result = context->readTensor(*tensor);
            std::printf(
                "%s %s: %zu bytes\n", name.c_str(), toString(result.descriptor).c_str(), result.bytes.size());
        }
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
