// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/benchmarktiming.h"

#include "engine/base/error.h"
#include "engine/base/float16.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/tensor.h"
#include "engine/runtime/workrate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

namespace weightless {

namespace {

constexpr int tries = 4; // the first compiles and touches memory
constexpr int mostAtOnce = 17;
constexpr double enoughAtOnce = 0.02; // what is around half of it does not count: 0.1 ms, say
constexpr double tellingDifference = 2e-4; // tries of the same differ by a tenth of it
constexpr uint64_t numbersUntilRepeated = 65'521;
constexpr uint64_t numbersBetweenInputs = 977;

// The same generator as that of wholenumbers.h.
std::vector<float> numbersOnce()
{
    std::vector<float> numbers(numbersUntilRepeated);
    uint32_t state = 1;
    for (float& number : numbers) {
        state = state * 1'664'525u + 1'013'904'223u;
        const float magnitude = 0.5f + static_cast<float>(state >> 9 & 0x3fff) / 0x4000;
        number = state >> 31 != 0 ? -magnitude : magnitude;
    }
    return numbers;
}

template <typename Element, typename Convert>
std::vector<std::byte> bytesOfNumbers(uint64_t count, Convert convert)
{
    std::vector<Element> block;
    block.reserve(numbersUntilRepeated);
    for (const float number : numbersOnce()) {
        block.push_back(convert(number));
    }
    std::vector<std::byte> bytes(count * sizeof(Element));
    const uint64_t blockBytes = block.size() * sizeof(Element);
    for (uint64_t begin = 0; begin < bytes.size(); begin += blockBytes) {
        std::memcpy(bytes.data() + begin, block.data(), std::min<uint64_t>(blockBytes, bytes.size() - begin));
    }
    return bytes;
}

uint64_t bytesOfPorts(std::span<const GraphPort> ports)
{
    uint64_t bytes = 0;
    for (const GraphPort& port : ports) {
        bytes += byteCount(port.descriptor).value_or(0);
    }
    return bytes;
}

// While it lives, nothing is cut into several submissions, which a device that was never measured gets by a
// cautious guess; between them it idles.
class WholeSubmissions {
public:
    explicit WholeSubmissions(const std::shared_ptr<ContextInternals>& context)
        : m_context(context)
        , m_former(context->workRate)
    {
        m_context->workRate.set(std::numeric_limits<float>::max());
    }
    ~WholeSubmissions() { m_context->workRate = m_former; }
    WholeSubmissions(const WholeSubmissions&) = delete;
    WholeSubmissions& operator=(const WholeSubmissions&) = delete;

private:
    std::shared_ptr<ContextInternals> m_context;
    WorkRate m_former;
};

} // namespace

double secondsOfEach(double one, double many, int count)
{
    const double share = many / count;
    const double difference = many - one;
    const bool isTelling = count > 1 && difference >= std::max(tellingDifference, one / 2);
    return isTelling ? std::min(difference / (count - 1), share) : share;
}

int countAtOnce(double one, uint64_t bytesOfOne, uint64_t freeBytes)
{
    const double byTime = one * mostAtOnce < enoughAtOnce ? mostAtOnce : enoughAtOnce / one;
    const uint64_t byMemory = freeBytes / 2 / std::max<uint64_t>(bytesOfOne, 1);
    return static_cast<int>(
        std::clamp<uint64_t>(std::min(static_cast<uint64_t>(byTime), byMemory), 1, mostAtOnce));
}

std::vector<std::byte> benchmarkNumbers(DataType type, uint64_t count)
{
    switch (type) {
    case DataType::Float32:
        return bytesOfNumbers<float>(count, [](float number) { return number; });
    case DataType::Float16:
        return bytesOfNumbers<uint16_t>(count, floatToFloat16);
    case DataType::BFloat16:
        return bytesOfNumbers<uint16_t>(count, floatToBfloat16);
    default:
        throw Error(ErrorKind::Internal, "nothing is measured with numbers of " + toString(type));
    }
}

NamedTensors benchmarkInputs(Context& context, const Graph& graph)
{
    NamedTensors inputs;
    DataType type = DataType::Undefined;
    std::vector<std::byte> numbers; // of the largest input until now; each input begins elsewhere in them
    uint64_t begin = 0;
    for (const GraphPort& port : graph.inputs()) {
        const uint64_t bytes = byteCount(port.descriptor).value_or(0);
        const uint64_t elementBytes = bitWidth(port.descriptor.type) / 8;
        const uint64_t offset = begin % numbersUntilRepeated * elementBytes;
        if (port.descriptor.type != type || numbers.size() < offset + bytes) {
            type = port.descriptor.type;
            numbers = benchmarkNumbers(type, bytes / elementBytes + numbersUntilRepeated);
        }
        auto tensor = context.createTensor(port.descriptor);
        context.writeTensor(*tensor, std::span(numbers).subspan(offset, bytes));
        inputs[port.name] = std::move(tensor);
        begin += numbersBetweenInputs;
    }
    return inputs;
}

BenchmarkClock::BenchmarkClock(std::shared_ptr<Context> context, std::stop_token stop)
    : m_context(std::move(context))
    , m_stop(std::move(stop))
{
}

void BenchmarkClock::checkStop() const
{
    if (m_stop.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Measuring the device was cancelled");
    }
}

double BenchmarkClock::secondsOf(const std::function<void()>& work) const
{
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < tries; ++i) {
        checkStop();
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        best = std::min(best, taken.count());
    }
    return best;
}

BenchmarkClock::Time BenchmarkClock::timeOf(
    const BenchmarkNodes& nodes, int count, double expectedSeconds) const
{
    GraphBuilder builder(m_context);
    std::vector<std::pair<std::string, Operand>> results;
    for (int i = 0; i < count; ++i) {
        const std::string ending = std::to_string(i);
        results.emplace_back("y" + ending, nodes(builder, ending));
    }
    const std::shared_ptr<Graph> graph = builder.build(results);
    checkStop();
    const NamedTensors inputs = benchmarkInputs(*m_context, *graph);
    NamedTensors outputs;
    for (const GraphPort& port : graph->outputs()) {
        outputs[port.name] = m_context->createTensor(port.descriptor);
    }
    std::optional<WholeSubmissions> whole;
    if (expectedSeconds <= WorkRate::submissionSeconds) {
        whole.emplace(m_context->internals());
    }
    const double seconds = secondsOf([&] {
        m_context->dispatch(*graph, inputs, outputs);
        m_context->waitIdle();
    });
    return {seconds, bytesOfPorts(graph->inputs()) + bytesOfPorts(graph->outputs())};
}

BenchmarkClock::Time BenchmarkClock::timeOfEach(const BenchmarkNodes& nodes, double expectedSeconds) const
{
    Time time = timeOf(nodes, 1, expectedSeconds);
    const int count = countAtOnce(time.seconds, time.bytes, m_context->freeDeviceBytes());
    if (count == 1) {
        return time;
    }
    try {
        const Time many = timeOf(nodes, count, time.seconds * count);
        time.seconds = secondsOfEach(time.seconds, many.seconds, count);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::OutOfMemory) {
            throw;
        }
    }
    return time;
}

} // namespace weightless
