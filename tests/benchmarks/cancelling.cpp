// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Usage: bench_cancelling MODEL [ROUNDS]
// Loads the model in each mode, stops the load after a delay that differs each time, and prints the longest
// and the median time from the stop to the end of the call. Then lets it finish, so that each round also
// resumes.
#include "engine/base/error.h"
#include "engine/onnx/reader.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/importer.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

using namespace weightless;
using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// Milliseconds from the stop to the end; nullopt when the load was done before.
std::optional<double> stopAfter(LoadingJob& job, double delayMs)
{
    std::stop_source stop;
    Clock::time_point requested;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(delayMs));
        requested = Clock::now();
        stop.request_stop();
    });
    try {
        job.run(stop.get_token());
        return std::nullopt;
    } catch (const Error& error) {
        const Clock::time_point ended = Clock::now();
        stopper.join();
        if (error.kind() != ErrorKind::Cancelled) {
            throw;
        }
        return std::chrono::duration<double, std::milli>(ended - requested).count();
    }
}

void measure(Graph& graph, const char* name, const LoadOptions& options, int rounds)
{
    const auto begin = Clock::now();
    graph.load(options)->run();
    const double whole = millisecondsSince(begin);
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
        graph.unload();
        const auto job = graph.load(options);
        if (const auto time = stopAfter(*job, whole * (i + 0.5) / rounds)) {
            times.push_back(*time);
            job->run();
        }
    }
    graph.unload();
    std::ranges::sort(times);
    std::printf("%-14s whole load %8.1f ms   stopped %3zu times   median %6.2f ms   longest %6.2f ms\n", name,
        whole, times.size(), times.empty() ? 0 : times[times.size() / 2], times.empty() ? 0 : times.back());
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fputs("Usage: bench_cancelling MODEL [ROUNDS]\n", stderr);
        return 2;
    }
    try {
        const int rounds = argc > 2 ? std::max(std::atoi(argv[2]), 1) : 40;
        const auto context = Context::create();
        const onnx_io::ReadResult read = onnx_io::readModel(argv[1]);
        BuildOptions build;
        build.usesSuggestions = true;
        const auto graph = buildGraph(context, read.model, build);
        LoadOptions options;
        options.mode = LoadMode::ZeroCopy;
        measure(*graph, "zero-copy", options, rounds);
        options.mode = LoadMode::Streamed;
        measure(*graph, "streamed", options, rounds);
        options.forcedPath = LoadPath::Staged;
        measure(*graph, "staged", options, rounds);
        options.forcedPath.reset();
        options.mode = LoadMode::Conventional;
        measure(*graph, "conventional", options, rounds);
        return 0;
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
