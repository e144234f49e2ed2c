// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/tensor.h"

#include <benchmark/benchmark.h>

#include <cstdio>

using namespace weightless;

namespace {

struct NodeBenchmark {
    std::string name;
    std::string opType;
    std::vector<TensorDescriptor> inputs;
    Attributes attributes;
    double operations = 0; // floating-point operations of one run
    std::string domain = {};
    size_t knownInput = SIZE_MAX; // an input that decides shapes, with its values
    HostTensor known = {};
};

const std::shared_ptr<Context>& sharedContext()
{
    static const std::shared_ptr<Context> context = Context::create();
    return context;
}

void run(benchmark::State& state, const NodeBenchmark& node)
{
    const std::shared_ptr<Context>& context = sharedContext();
    GraphBuilder builder(context, 17);
    std::vector<std::optional<Operand>> operands;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
        if (i == node.knownInput) {
            operands.emplace_back(builder.constant(node.known.descriptor, node.known.bytes));
        } else if (node.inputs[i].type == DataType::Undefined) {
            operands.emplace_back();
        } else {
            operands.emplace_back(builder.input("x" + std::to_string(i), node.inputs[i]));
        }
    }
    const std::vector<Operand> results =
        builder.node(node.opType, operands, node.attributes, 1, node.name, node.domain);
    const std::shared_ptr<Graph> graph =
        builder.build(std::vector<std::pair<std::string, Operand>> {{"y", results.front()}});
    NamedTensors inputs;
    for (const GraphPort& port : graph->inputs()) {
        inputs[port.name] = context->createTensor(port.descriptor);
    }
    const NamedTensors outputs {{"y", context->createTensor(graph->outputs().front().descriptor)}};
    context->dispatch(*graph, inputs, outputs); // compiles
    context->waitIdle();
    for ([[maybe_unused]] const auto step : state) {
        context->dispatch(*graph, inputs, outputs);
        context->waitIdle();
    }
    if (node.operations > 0) {
        state.counters["FLOP/s"] = benchmark::Counter(
            node.operations, benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1000);
    }
}

TensorDescriptor tensor(Shape shape, DataType type = DataType::Float32)
{
    return {type, std::move(shape)};
}

NodeBenchmark matMul(
    int64_t m, int64_t k, int64_t n, DataType type = DataType::Float32, const char* kernel = "")
{
    NodeBenchmark node;
    node.name = "MatMul/" + toString(type) + "/" + std::to_string(m) + "x" + std::to_string(k) + "x"
        + std::to_string(n) + (*kernel != 0 ? std::string("/") + kernel : "");
    node.opType = "MatMul";
    node.inputs = {tensor({m, k}, type), tensor({k, n}, type)};
    node.operations = 2.0 * static_cast<double>(m) * static_cast<double>(k) * static_cast<double>(n);
    if (*kernel != 0) {
        node.attributes.set("weightless.kernel", std::string(kernel));
    }
    return node;
}

NodeBenchmark linear(int64_t m, int64_t k, int64_t n)
{
    NodeBenchmark node = matMul(m, k, n);
    node.name = "Gemm/transB/" + std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n);
    node.opType = "Gemm";
    node.inputs = {tensor({m, k}), tensor({n, k}), tensor({n})};
    node.attributes.set("transB", int64_t {1});
    return node;
}

struct ConvShape {
    int64_t channels, filters, size, kernel, stride;
    int64_t group = 1;
};

NodeBenchmark conv(const ConvShape& s, DataType type = DataType::Float32)
{
    NodeBenchmark node;
    node.opType = "Conv";
    const int64_t pad = s.kernel / 2;
    const int64_t out = (s.size + 2 * pad - s.kernel) / s.stride + 1;
    node.name = "Conv/" + toString(type) + "/" + std::to_string(s.channels) + "to" + std::to_string(s.filters)
        + "/" + std::to_string(s.size) + "/kernel" + std::to_string(s.kernel) + "/stride"
        + std::to_string(s.stride) + (s.group > 1 ? "/group" + std::to_string(s.group) : "");
    node.inputs = {tensor({1, s.channels, s.size, s.size}, type),
        tensor({s.filters, s.channels / s.group, s.kernel, s.kernel}, type), tensor({s.filters}, type)};
    node.attributes.set("pads", std::vector<int64_t> {pad, pad, pad, pad});
    node.attributes.set("strides", std::vector<int64_t> {s.stride, s.stride});
    node.attributes.set("group", s.group);
    node.operations =
        2.0 * static_cast<double>(out * out * s.filters * s.kernel * s.kernel * (s.channels / s.group));
    return node;
}

// `kernel`: "flash" or, for chunks, "wide".
NodeBenchmark attention(
    int64_t m, int64_t n, int64_t depth, const std::string& kernel, DataType type = DataType::Float32)
{
    NodeBenchmark node;
    node.name = "Attention/" + toString(type) + "/" + std::to_string(m) + "x" + std::to_string(n) + "x"
        + std::to_string(depth) + "/" + kernel;
    node.opType = "Attention";
    node.domain = "weightless";
    node.inputs = {tensor({1, m, depth}, type), tensor({1, depth, n}, type), tensor({1, n, depth}, type)};
    node.attributes.set("kTransposed", int64_t {1});
    node.attributes.set("weightless.kernel", kernel);
    node.operations = 4.0 * static_cast<double>(m) * static_cast<double>(n * depth);
    return node;
}

NodeBenchmark simple(const char* opType, std::vector<TensorDescriptor> inputs, const std::string& domain = {})
{
    NodeBenchmark node;
    node.name = std::string(opType) + "/" + toString(inputs.front());
    node.opType = opType;
    node.inputs = std::move(inputs);
    node.domain = domain;
    return node;
}

// What fusion makes of a sum that is normalised, and what it makes it of.
void addSums(std::vector<NodeBenchmark>& all, const TensorDescriptor& x)
{
    const TensorDescriptor scale = tensor({x.shape.back()}, x.type);
    all.push_back(simple("Add", {x, x}));
    all.push_back(simple("LayerNormalization", {x, scale, scale}));
    all.push_back(simple("AddLayerNormalization", {x, x, scale, scale}, "weightless"));
}

// The same of a GroupNorm and its SiLU.
void addGroupNorms(std::vector<NodeBenchmark>& all, const TensorDescriptor& x)
{
    const TensorDescriptor scale = tensor({x.shape[1], 1, 1}, x.type);
    const TensorDescriptor grouped = tensor({1, 32, *elementCount(x.shape) / 32}, x.type);
    all.push_back(simple("InstanceNormalization", {grouped, tensor({32}, x.type), tensor({32}, x.type)}));
    all.push_back(simple("Mul", {x, scale}));
    all.push_back(simple("Add", {x, scale}));
    all.push_back(simple("Sigmoid", {x}));
    all.push_back(simple("Mul", {x, x}));
    all.back().name += " of one shape";
    all.push_back(simple("FusedGroupNormalization", {x, scale, scale}, "weightless"));
    all.back().attributes.set("num_groups", int64_t {32});
    all.back().attributes.set("activation", std::string("Silu"));
}

std::vector<NodeBenchmark> allBenchmarks()
{
    std::vector<NodeBenchmark> all {matMul(512, 512, 512, DataType::Float32, "plain"), matMul(512, 512, 512),
        matMul(1024, 1024, 1024), matMul(1024, 1024, 1024, DataType::Float16), matMul(4096, 320, 320),
        matMul(77, 768, 768), matMul(2, 320, 1280), linear(1024, 1024, 1024), linear(2, 1280, 1280),
        linear(1, 2048, 1000)};
    // ResNet-50, then Stable Diffusion's UNet.
    for (const ConvShape& shape : {ConvShape {3, 64, 224, 7, 2}, {64, 64, 56, 3, 1}, {64, 256, 56, 1, 1},
             {256, 128, 56, 1, 1}, {128, 128, 56, 3, 2}, {256, 512, 56, 1, 2}, {256, 256, 14, 3, 1},
             {1024, 256, 14, 1, 1}, {512, 512, 7, 3, 1}, {512, 2048, 7, 1, 1}, {320, 320, 64, 3, 1},
             {1280, 1280, 8, 3, 1}, {96, 96, 56, 3, 1, 96}, {96, 96, 112, 3, 2, 96}}) {
        all.push_back(conv(shape));
    }
    all.push_back(conv({320, 320, 64, 3, 1}, DataType::Float16));
    for (const DataType type : {DataType::Float32, DataType::Float16}) {
        for (const int64_t depth : {40, 64, 80}) {
            for (const char* kernel : {"flash", "wide"}) {
                all.push_back(attention(4096, 4096, depth, kernel, type));
                all.push_back(attention(32768, 77, depth, kernel, type));
            }
        }
    }
    all.push_back(simple("Softmax", {tensor({8, 512, 512})}));
    for (const DataType type : {DataType::Float32, DataType::Float16}) {
        addSums(all, tensor({4096, 320}, type));
        addSums(all, tensor({1, 4096}, type));
        addSums(all, tensor({77, 768}, type));
        addGroupNorms(all, tensor({1, 320, 64, 64}, type));
        addGroupNorms(all, tensor({1, 1280, 8, 8}, type));
    }
    return all;
}

} // namespace

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 1;
    }
    for (const NodeBenchmark& node : allBenchmarks()) {
        benchmark::RegisterBenchmark(node.name.c_str(), run, node)
            ->Unit(benchmark::kMillisecond)
            ->MeasureProcessCPUTime() // of all threads: comparable on a busy machine too
            ->UseRealTime();
    }
    try {
        benchmark::RunSpecifiedBenchmarks();
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    benchmark::Shutdown();
    return 0;
}
