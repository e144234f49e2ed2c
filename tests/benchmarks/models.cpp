// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Usage: bench_models FOLDER [fp16|fp32] [cold] [REPEAT] [NAME…]
// Makes models of real sizes with random weights in FOLDER (kept for the next time), runs each REPEAT times
// (5) on the best device, and prints what was reached beside what the device can do. A NAME chooses all
// models whose names begin with it. `cold` empties the driver's cache and ours before each: "first" is then
// what a person waits from opening the file to the first result on a machine that never saw the model.
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/demo/architecture.h"
#include "engine/demo/demo.h"
#include "engine/runtime/devicebenchmark.h"
#include "engine/runtime/graphinternals.h"
#include "engine/runtime/stages.h"
#include "engine/session/session.h"
#include "tests/benchmarks/classifiers.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

namespace {

using namespace weightless;
namespace fs = std::filesystem;

struct Options {
    fs::path folder;
    DataType type = DataType::Float16;
    bool isCold = false;
    int repeatCount = 5;
    std::vector<std::string> names;
};

// One model and how it is run. Several may share a file.
struct Subject {
    std::string name;
    std::string file;
    std::function<void(const fs::path&)> write;
    std::map<std::string, int64_t> dimensions = {};
    Feeds feeds = {};
};

struct Measured {
    double firstSeconds = 0; // from opening the file
    double seconds = 0; // of a run, the median
    uint64_t operations = 0;
    uint64_t weightBytes = 0;
};

std::vector<Subject> subjects(DataType type)
{
    using bench::Classifier;
    std::vector<Subject> all;
    const auto classifier = [&](const std::string& name, Classifier which, int64_t batch) {
        all.push_back({name, name, [=](const fs::path& path) {
                           writeRandomModel(bench::makeClassifier(which, batch, type), {}, path, {}, {});
                       }});
    };
    classifier("resnet50", Classifier::ResNet50, 1);
    classifier("resnet50-batch32", Classifier::ResNet50, 32);
    classifier("squeezenet", Classifier::SqueezeNet, 1);
    classifier("googlenet", Classifier::GoogLeNet, 1);
    classifier("vgg16", Classifier::Vgg16, 1);
    classifier("mobilenetv2", Classifier::MobileNetV2, 1);
    all.push_back({"vit-b", "vit-b",
        [=](const fs::path& path) { writeDemo(DemoArchitecture::Vit, {.type = type}, path); },
        {{"batch", 1}}});
    for (const int64_t scale : {8, 1}) {
        const std::string name = "unet-scale" + std::to_string(scale);
        all.push_back({name, name,
            [=](const fs::path& path) {
                writeDemo(DemoPart::Sd15Unet, {.scale = scale, .type = type}, path);
            },
            {{"batch", 2}, {"height", 64}, {"width", 64}}});
    }
    constexpr int64_t words = 512;
    for (const bool isInt4 : {false, true}) {
        const std::string file = isInt4 ? "decoder-int4" : "decoder";
        const auto write = [=](const fs::path& path) {
            writeDemo(
                isInt4 ? DemoArchitecture::DecoderInt4 : DemoArchitecture::Decoder, {.type = type}, path);
        };
        Feeds feeds;
        feeds.sources = {
            {"input_ids", {.kind = InputKind::Ones}}, {"attention_mask", {.kind = InputKind::Ones}}};
        for (const auto& [suffix, past, now] :
            {std::tuple("-prefill", int64_t {0}, words), std::tuple("-token", words, int64_t {1})}) {
            all.push_back({file + suffix, file, write,
                {{"batch_size", 1}, {"sequence_length", now}, {"past_sequence_length", past},
                    {"total_sequence_length", past + now}},
                feeds});
        }
    }
    return all;
}

uint64_t operationsOf(const Graph& graph)
{
    GraphInternals& internals = graph.internals();
    const plan::Segment& segment = internals.firstStage(internals.builtShapes()).segment;
    uint64_t operations = 0;
    for (const plan::PlanStep& step : segment.plan ? segment.plan->steps : std::vector<plan::PlanStep>()) {
        if (const auto* dispatch = std::get_if<ops::DispatchStep>(&step.work)) {
            operations += dispatch->operations;
        }
    }
    return operations;
}

Measured measure(const Subject& subject, const Options& options, const fs::path& caches)
{
    const fs::path path = options.folder / (subject.file + "-" + toString(options.type) + ".onnx");
    if (!fs::exists(path)) {
        std::fprintf(stderr, "writing %s\n", path.string().c_str());
        subject.write(path);
    }
    if (options.isCold) {
        fs::remove_all(caches);
        fs::create_directories(caches);
    }
    const auto begin = std::chrono::steady_clock::now();
    Session session(Context::create({.pipelineCacheFolder = caches}));
    session.open(openModel(path.string()));
    session.build({.freeDimensions = subject.dimensions});
    session.feed(subject.feeds);
    session.compileKernels();
    session.load()->run();
    RunOptions once;
    for (const GraphPort& port : session.graph().outputs()) {
        once.deviceOutputs.insert(port.name);
    }
    std::ignore = session.run(once);
    Measured measured;
    measured.firstSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    RunOptions again = once;
    again.repeatCount = options.repeatCount;
    std::vector<double> seconds = session.run(again).seconds;
    std::ranges::sort(seconds);
    measured.seconds = seconds[seconds.size() / 2];
    measured.operations = operationsOf(session.graph());
    for (size_t i = 0; i < session.graph().constantCount(); ++i) {
        measured.weightBytes += session.graph().constant(i).sizeBytes;
    }
    return measured;
}

struct Ceilings {
    double operations = 0; // per second
    double bytes = 0;
};

Ceilings ceilingsOf(DataType type)
{
    const std::shared_ptr<Context> context = Context::create();
    std::printf("%s\n", context->device().traits.name.c_str());
    const DeviceRates rates = measureDevice(context).rates;
    Ceilings ceilings {.bytes = rates.memoryBytesPerSecond};
    for (const DeviceRates::Product& product : rates.products) {
        if (product.type == type) {
            ceilings.operations = std::max(ceilings.operations, product.operationsPerSecond);
        }
    }
    std::printf("its best product of %s %.1f GFLOP/s, its memory %.1f GB/s\n", toString(type).c_str(),
        ceilings.operations / 1e9, ceilings.bytes / 1e9);
    return ceilings;
}

void print(const std::string& name, const Measured& m, const Ceilings& ceilings)
{
    const double rate = static_cast<double>(m.operations) / m.seconds;
    const double bytes = static_cast<double>(m.weightBytes) / m.seconds;
    std::printf("%-22s %10s %10.2f %7.2f s %7.2f ms %12.1f %5.0f%% %7.1f GB/s %5.0f%%\n", name.c_str(),
        formatBytes(m.weightBytes).c_str(), static_cast<double>(m.operations) / 1e9, m.firstSeconds,
        m.seconds * 1e3, rate / 1e9, 100 * rate / ceilings.operations, bytes / 1e9,
        100 * bytes / ceilings.bytes);
}

// Whether every model could be measured.
bool run(const Options& options)
{
    fs::create_directories(options.folder);
    const fs::path caches = options.folder / (options.isCold ? "empty-caches" : "caches");
    fs::create_directories(caches);
#ifdef __unix__
    if (options.isCold) { // Mesa's and NVIDIA's
        setenv("MESA_SHADER_CACHE_DIR", caches.c_str(), 1);
        setenv("__GL_SHADER_DISK_CACHE_PATH", caches.c_str(), 1);
    }
#endif
    const Ceilings ceilings = ceilingsOf(options.type);
    std::printf("%-22s %10s %10s %9s %10s %12s %6s %12s %6s\n", "model", "weights", "GFLOP", "first", "run",
        "GFLOP/s", "of it", "weights", "of it");
    bool isComplete = true;
    for (const Subject& subject : subjects(options.type)) {
        const auto begins = [&](const std::string& name) { return subject.name.starts_with(name); };
        if (!options.names.empty() && std::ranges::none_of(options.names, begins)) {
            continue;
        }
        try {
            print(subject.name, measure(subject, options, caches), ceilings);
        } catch (const Error& error) { // the others are to be measured all the same
            std::printf("%-22s %s\n", subject.name.c_str(), error.what());
            isComplete = false;
        }
        std::fflush(stdout);
    }
    return isComplete;
}

Options parse(int argc, char** argv)
{
    Options options;
    options.folder = argv[1];
    for (int i = 2; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "fp16" || word == "fp32") {
            options.type = word == "fp16" ? DataType::Float16 : DataType::Float32;
        } else if (word == "cold") {
            options.isCold = true;
        } else if (const int count = std::atoi(argv[i]); count > 0) {
            options.repeatCount = count;
        } else {
            options.names.push_back(word);
        }
    }
    return options;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2 || argv[1][0] == '-') {
        std::fputs("Usage: bench_models FOLDER [fp16|fp32] [cold] [REPEAT] [NAME...]\n", stderr);
        return 2;
    }
    try {
        return run(parse(argc, argv)) ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_models: %s\n", error.what());
        return 1;
    }
}
