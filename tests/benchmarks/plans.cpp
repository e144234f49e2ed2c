// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Usage: bench_plans MODEL [NAME=VALUE…]
// What it costs, and what it saves, to put steps side by side: the steps of the first segment, how often the
// device waits for all that is under way, and what activations take, for several DevicePolicy::stepsAhead.
// The kernels are those of the best device here. NAME=VALUE fixes a free dimension.
#include "engine/base/bytes.h"
#include "engine/runtime/graphinternals.h"
#include "engine/runtime/stages.h"
#include "engine/session/session.h"
#include "tests/benchmarks/dimensions.h"
#include "tests/engine/plan/waits.h"

#include <cstdio>
#include <exception>

namespace {

using namespace weightless;

void print(const std::string& model, const std::map<std::string, int64_t>& dimensions, uint32_t stepsAhead)
{
    Session session(Context::create({.stepsAhead = stepsAhead}));
    session.open(openModel(model));
    session.build({.freeDimensions = dimensions});
    GraphInternals& graph = session.graph().internals();
    const plan::Segment& segment = graph.firstStage(graph.builtShapes()).segment;
    if (segment.plan) {
        std::printf("%5u ahead  %6zu steps  %6zu waits  %s\n", stepsAhead, segment.plan->steps.size(),
            testing::waitsOf(*segment.plan), formatBytes(segment.plan->arenaBytes).c_str());
    }
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fputs("Usage: bench_plans MODEL [NAME=VALUE...]\n", stderr);
        return 2;
    }
    try {
        const auto dimensions = bench::dimensionsOf(std::span(argv + 2, argv + argc));
        for (const uint32_t stepsAhead : {0u, 4u, 8u, 16u, 32u, 64u}) {
            print(argv[1], dimensions, stepsAhead);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_plans: %s\n", error.what());
        return 1;
    }
    return 0;
}
