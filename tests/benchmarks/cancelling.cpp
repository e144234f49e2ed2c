// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Usage: bench_cancelling FOLDER|MODEL|URL [ROUNDS [MODE]]
// Loads a model in each mode, stops the load after a delay that differs each time, and prints the longest
// and the median time from the stop to the end of the call, and from there until the job is gone and its
// memory given back. Every second round lets the job finish instead, so that it also resumes. With a folder:
// the real-size Stable Diffusion UNet and a model that is one constant of 2 GiB, both written there. MODE:
// only that one.
#include "tests/benchmarks/holeymodel.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/demo/demo.h"
#include "engine/http/url.h"
#include "engine/session/session.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
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

std::string summary(std::vector<double> times)
{
    std::ranges::sort(times);
    char text[80];
    std::snprintf(text, sizeof text, "%3zu times   median %6.1f ms   longest %6.1f ms", times.size(),
        times.empty() ? 0 : times[times.size() / 2], times.empty() ? 0 : times.back());
    return text;
}

void measure(Graph& graph, const char* name, const LoadOptions& options, int rounds)
{
    const auto begin = Clock::now();
    graph.load(options)->run();
    const double whole = millisecondsSince(begin);
    std::vector<double> stops;
    std::vector<double> ends;
    for (int i = 0; i < rounds; ++i) {
        graph.unload();
        auto job = graph.load(options);
        const auto time = stopAfter(*job, whole * (i + 0.5) / rounds);
        if (!time) {
            continue;
        }
        stops.push_back(*time);
        if (i % 2 == 0) {
            job->run();
        } else {
            const auto ended = Clock::now();
            job.reset();
            ends.push_back(millisecondsSince(ended));
        }
    }
    graph.unload();
    std::printf("%-14s whole load %8.1f ms   stopped %s   given back %s\n", name, whole,
        summary(std::move(stops)).c_str(), summary(std::move(ends)).c_str());
    std::fflush(stdout);
}

void measureModes(const std::string& model, int rounds, const std::string& onlyMode)
{
    std::printf("%s\n", http::shownLocation(model).c_str());
    const auto context = Context::create();
    Session session(context);
    session.open(openModel(model));
    session.build();
    const auto mode = [&](const char* name, LoadMode loadMode, std::optional<LoadPath> path) {
        LoadOptions options;
        options.mode = loadMode;
        options.forcedPath = path;
        if (onlyMode.empty() || onlyMode == name) {
            measure(session.graph(), name, options, rounds);
        }
    };
    mode("zero-copy", LoadMode::ZeroCopy, std::nullopt);
    mode("streamed", LoadMode::Streamed, std::nullopt);
    mode("staged", LoadMode::Streamed, LoadPath::Staged);
    mode("conventional", LoadMode::Conventional, std::nullopt);
}

void measureFolder(const std::filesystem::path& folder, int rounds, const std::string& onlyMode)
{
    std::filesystem::create_directories(folder);
    const auto unet = folder / "unet-fp16.onnx";
    if (!std::filesystem::exists(unet)) {
        writeDemo(DemoPart::Sd15Unet, {}, unet);
    }
    const auto single = folder / "one-constant.onnx";
    bench::writeHoleyModel(single, 2 * GiB, true);
    measureModes(unet.string(), rounds, onlyMode);
    measureModes(single.string(), rounds, onlyMode);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fputs("Usage: bench_cancelling FOLDER|MODEL|URL [ROUNDS [MODE]]\n", stderr);
        return 2;
    }
    try {
        const int rounds = argc > 2 ? std::max(std::atoi(argv[2]), 1) : 40;
        const std::string what = argv[1];
        const std::string onlyMode = argc > 3 ? argv[3] : "";
        if (http::shownLocation(what).starts_with("http") || std::filesystem::is_regular_file(what)) {
            measureModes(what, rounds, onlyMode);
        } else {
            measureFolder(what, rounds, onlyMode);
        }
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_cancelling: %s\n", error.what());
        return 1;
    }
}
