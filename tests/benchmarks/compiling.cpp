// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Usage: bench_compiling FOLDER MODEL [NAME=VALUE…]
// What a person waits for who runs a model on a machine that never saw it: how long the driver takes for each
// kernel of the model's first segment, one after the other and without its caches, which lie in FOLDER
// meanwhile. The longest come first, each with what the driver says of it, where it does (registers, memory
// for what found none). NAME=VALUE fixes a free dimension.
#include "engine/base/error.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/graphinternals.h"
#include "engine/runtime/kernelvariants.h"
#include "engine/runtime/stages.h"
#include "engine/session/session.h"
#include "engine/vulkan/launchcompiler.h"
#include "tests/benchmarks/dimensions.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

namespace {

using namespace weightless;
namespace fs = std::filesystem;

struct Compiled {
    double seconds = 0;
    KernelVariant kernel;
    std::vector<vulkan::KernelStatistic> statistics;
};

std::vector<Compiled> compileEach(Session& session)
{
    GraphInternals& graph = session.graph().internals();
    const ContextInternals& context = *session.context()->internals();
    const plan::Segment& segment = graph.firstStage(graph.builtShapes()).segment;
    std::vector<Compiled> all;
    vulkan::LaunchCompiler compiler(*context.device, {.tellsStatistics = true});
    for (const KernelVariant& kernel : segment.plan
            ? kernelsOf(*segment.plan, context.info.traits, context.bindsByAddress)
            : std::vector<KernelVariant>()) {
        const auto begin = std::chrono::steady_clock::now();
        compiler.compile(*kernel.code, kernel.specialization, kernel.mode);
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
        all.push_back(
            {elapsed.count(), kernel, compiler.statistics(*kernel.code, kernel.specialization, kernel.mode)});
    }
    std::ranges::sort(all, std::greater(), &Compiled::seconds);
    return all;
}

void run(const fs::path& folder, const std::string& model, std::map<std::string, int64_t> dimensions)
{
    const fs::path caches = folder / "empty-caches";
    fs::remove_all(caches);
    fs::create_directories(caches);
#ifdef __unix__
    setenv("MESA_SHADER_CACHE_DIR", caches.c_str(), 1);
    setenv("__GL_SHADER_DISK_CACHE_PATH", caches.c_str(), 1);
#endif
    Session session(Context::create());
    session.open(openModel(model));
    session.build({.freeDimensions = std::move(dimensions)});
    const std::vector<Compiled> all = compileEach(session);
    double sum = 0;
    for (const Compiled& each : all) {
        sum += each.seconds;
        std::printf("%7.3f s  %-24s", each.seconds, std::string(each.kernel.code->name).c_str());
        for (const uint32_t value : each.kernel.specialization) {
            std::printf(" %u", value);
        }
        std::printf("\n");
        const char* separator = "           ";
        for (const vulkan::KernelStatistic& statistic : each.statistics) {
            std::printf("%s%s: %.15g", separator, statistic.name.c_str(), statistic.value);
            separator = ", ";
        }
        std::printf(each.statistics.empty() ? "" : "\n");
    }
    std::printf("%7.3f s  %zu kernels\n", sum, all.size());
    fs::remove_all(caches);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 3) {
        std::fputs("Usage: bench_compiling FOLDER MODEL [NAME=VALUE...]\n", stderr);
        return 2;
    }
    try {
        run(argv[1], argv[2], bench::dimensionsOf(std::span(argv + 3, argv + argc)));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_compiling: %s\n", error.what());
        return 1;
    }
    return 0;
}
