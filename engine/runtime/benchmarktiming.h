// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/context.h"
#include "engine/runtime/graphbuilder.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless {

// Adds work to a graph, on inputs of its own whose names end so, and says what its result is.
using BenchmarkNodes = std::function<Operand(GraphBuilder& builder, const std::string& ending)>;

// How long one piece of work takes, of which a graph of one took `one` and a graph of `count` of them `many`
// seconds, both from submission to whoever waited: by the difference, which has neither submission nor
// wake-up in it. A difference that is noise as much as work does not count; then it is the share of the
// `many` seconds, which are never too few.
[[nodiscard]] double secondsOfEach(double one, double many, int count);

// How many such pieces a graph is to have beside, and that find memory: 1 where one takes so long that what
// is around it does not count.
[[nodiscard]] int countAtOnce(double one, uint64_t bytesOfOne, uint64_t freeBytes);

// Numbers from ±0.5 to ±1.5 of float32, float16 or bfloat16, the same each time, which repeat after a prime
// number of them, so that no two rows of a matrix are the same. Cards compute on zeros faster than on
// anything else, as that takes less power.
[[nodiscard]] std::vector<std::byte> benchmarkNumbers(DataType type, uint64_t count);

// Tensors of such numbers for all inputs of a graph.
[[nodiscard]] NamedTensors benchmarkInputs(Context& context, const Graph& graph);

// Times what a device does by the clock of whoever waits for it, the best of a few tries. Cancelled between
// two tries once a stop is requested.
class BenchmarkClock {
public:
    static constexpr double anyTime = 1e9; // it is not known

    struct Time {
        double seconds = 0;
        uint64_t bytes = 0; // of inputs and results
    };

    BenchmarkClock(std::shared_ptr<Context> context, std::stop_token stop);

    void checkStop() const;
    [[nodiscard]] double secondsOf(const std::function<void()>& work) const;
    // A graph of `count` times that work. What is expected to take less than a submission may is submitted at
    // once, as it is where the device was measured.
    [[nodiscard]] Time timeOf(const BenchmarkNodes& nodes, int count, double expectedSeconds) const;
    // Of one piece of work without what is around it: secondsOfEach().
    [[nodiscard]] Time timeOfEach(const BenchmarkNodes& nodes, double expectedSeconds) const;

private:
    std::shared_ptr<Context> m_context;
    std::stop_token m_stop;
};

} // namespace weightless
