// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Usage: bench_budget FOLDER [GIBIBYTES [BUDGET_MEBIBYTES]]
// Runs a model of 30 GiB, larger than the memory of most machines, through the staging ring with a device
// budget of 512 MiB, and prints what the run took and held. Its weights are a hole in a file, which is
// written to the folder: the reading is of zeros, and the disk has no part in it.
#include "tests/benchmarks/holeymodel.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/memory/processmemory.h"
#include "engine/session/session.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

namespace {

using namespace weightless;

void run(const std::filesystem::path& folder, uint64_t modelBytes, uint64_t budgetBytes)
{
    const std::filesystem::path path = folder / "hole.onnx";
    bench::writeHoleyModel(path, modelBytes);
    Session session(Context::create());
    session.open(openModel(path.string()));
    session.build();
    session.feed();
    const uint64_t before = processMemory().residentBytes();
    LoadOptions options;
    options.mode = LoadMode::Streamed;
    options.forcedPath = LoadPath::Staged;
    options.deviceBudget = budgetBytes;
    options.dropsPageCache = true;
    session.load(options)->run();
    const RunReport report = session.run();
    const MemoryMeter& meter = *session.context()->meter();
    std::printf("model %s, budget %s\n", formatBytes(modelBytes).c_str(), formatBytes(budgetBytes).c_str());
    std::printf("run %.1f s, brought %s in %llu pieces, waited %.1f s\n", report.seconds.front(),
        formatBytes(report.weights.broughtBytes).c_str(),
        static_cast<unsigned long long>(report.weights.broughtCount), report.weights.waitedSeconds);
    std::printf("device weights at most %s, activations %s, CPU beyond the weights at most %s\n",
        formatBytes(meter.peak(MemoryPurpose::Weights)).c_str(),
        formatBytes(meter.peak(MemoryPurpose::Activations)).c_str(),
        formatBytes(meter.hostOverheadPeak()).c_str());
    std::printf("process %s before, %s at its peak\n", formatBytes(before).c_str(),
        formatBytes(processMemory().peakResidentBytes).c_str());
    std::filesystem::remove(path);
    std::filesystem::remove(std::filesystem::path(path) += "_data");
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2 || argc > 4) {
        std::fputs("Usage: bench_budget FOLDER [GIBIBYTES [BUDGET_MEBIBYTES]]\n", stderr);
        return 2;
    }
    try {
        const uint64_t gibibytes = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 30;
        const uint64_t mebibytes = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 512;
        run(argv[1], gibibytes * 1024 * MiB, mebibytes * MiB);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_budget: %s\n", error.what());
        return 1;
    }
    return 0;
}
