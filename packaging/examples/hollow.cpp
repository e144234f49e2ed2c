// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// y = Relu(x · W + b): a graph with hollow constants, which get their data one at a time once it is built.
#include <weightless/weightless.h>

#include <array>
#include <cstdio>

using namespace weightless;

int main()
{
    try {
        const auto context = Context::create();
        GraphBuilder builder(context);
        const Operand x = builder.input("x", {DataType::Float32, {1, 3}});
        const Operand w = builder.constant({DataType::Float32, {3, 2}}, "W");
        const Operand b = builder.constant({DataType::Float32, {2}}, "b");
        const Operand sum = builder.node("Add", {builder.node("MatMul", {x, w}), b});
        const std::array outputs {std::pair(std::string("y"), builder.node("Relu", {sum}))};
        const auto graph = builder.build(outputs);
        std::printf("built with %zu of %zu constants set\n", graph->setCount(), graph->constantCount());

        const std::array<float, 6> weights {1, 2, 3, 4, 5, 6};
        const std::array<float, 2> bias {0.5F, -100};
        graph->setConstantData(w, std::as_bytes(std::span(weights)));
        graph->setConstantData(b, std::as_bytes(std::span(bias)));

        const std::array<float, 3> values {1, 10, 100};
        const auto input = context->createTensor(x.descriptor());
        const auto output = context->createTensor(graph->outputs()[0].descriptor);
        context->writeTensor(*input, std::as_bytes(std::span(values)));
        context->dispatch(*graph, {{"x", input}}, {{"y", output}});
        const HostTensor result = context->readTensor(*output);
        std::printf("y = %g %g\n", result.as<float>()[0], result.as<float>()[1]);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
