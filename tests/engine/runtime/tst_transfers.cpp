// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/graphbuilder.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <tuple>

using namespace weightless;
using namespace weightless::testing;

namespace {

// A context that counts its allocations of device memory.
struct CountingContext {
    std::shared_ptr<std::atomic<int>> allocations = std::make_shared<std::atomic<int>>(0);
    std::shared_ptr<Context> context;
};

CountingContext openCounting(bool isStaged)
{
    CountingContext counting;
    ContextOptions options;
    options.readsThroughStaging = options.writesThroughStaging = isStaged;
    options.failAllocation = [count = counting.allocations](uint64_t) {
        ++*count;
        return false;
    };
    std::string reason;
    counting.context = openTestContext(reason, std::move(options));
    return counting;
}

std::shared_ptr<Graph> negation(const std::shared_ptr<Context>& context, int64_t size)
{
    GraphBuilder builder(context);
    const std::pair<std::string, Operand> outputs[] {
        {"y", builder.node("Neg", {builder.input("x", {DataType::Float32, {size}})})}};
    return builder.build(outputs);
}

// Half a second of work, or more.
std::shared_ptr<Graph> longGraph(const std::shared_ptr<Context>& context)
{
    const TensorDescriptor matrix {DataType::Float32, {1024, 1024}};
    GraphBuilder builder(context);
    const Operand factor = builder.input("w", matrix);
    Operand value = builder.input("x", matrix);
    for (int i = 0; i < 12; ++i) {
        value = builder.node("MatMul", {value, factor});
    }
    const std::pair<std::string, Operand> outputs[] {{"y", value}};
    return builder.build(outputs);
}

bool isDone(const Context& context)
{
    const auto& inFlight = context.internals()->inFlight;
    return inFlight.empty() || inFlight.back().isDone();
}

} // namespace

class TestTransfers : public ContextTest {
    Q_OBJECT

private slots:
    void onlyTheFirstAllocates_data()
    {
        QTest::addColumn<bool>("isStaged");
        QTest::newRow("in place") << false;
        QTest::newRow("through staging") << true;
    }
    void onlyTheFirstAllocates()
    {
        QFETCH(bool, isStaged);
        for (const int64_t size : {4, 300'000}) {
            const CountingContext counting = openCounting(isStaged);
            Context& context = *counting.context;
            const auto graph = negation(counting.context, size);
            const auto x = context.createTensor({DataType::Float32, {size}});
            const auto y = context.createTensor({DataType::Float32, {size}});
            std::vector<float> values(static_cast<size_t>(size));
            for (int round = 0; round <= 100; ++round) {
                std::ranges::fill(values, static_cast<float>(round));
                context.writeTensor(*x, bytesOf(values));
                context.dispatch(*graph, {{"x", x}}, {{"y", y}});
                const std::vector<float> read = floatsOf(context.readTensor(*y));
                QVERIFY(std::ranges::all_of(read, [&](float value) { return value == -values[0]; }));
                if (round == 0) {
                    QVERIFY(*counting.allocations > 0);
                    *counting.allocations = 0;
                }
            }
            QCOMPARE(counting.allocations->load(), 0);
            const TransferCounts& counts = context.transferCounts();
            QCOMPARE(counts.writes, uint64_t {101});
            QCOMPARE(counts.reads, uint64_t {101});
            if (isStaged) {
                QCOMPARE(counts.writeCopies, uint64_t {101});
                QCOMPARE(counts.readBackCopies, uint64_t {101});
            }
            QCOMPARE(context.validationMessages(), uint64_t {0});
        }
    }

    // What uses other tensors is not waited for, what uses this one is.
    void nothingElseIsWaitedFor_data() { onlyTheFirstAllocates_data(); }
    void nothingElseIsWaitedFor()
    {
        QFETCH(bool, isStaged);
        const CountingContext counting = openCounting(isStaged);
        Context& context = *counting.context;
        const auto graph = longGraph(counting.context);
        const TensorDescriptor square {DataType::Float32, {1024, 1024}};
        const TensorDescriptor four {DataType::Float32, {4}};
        const auto x = context.createTensor(square);
        const auto w = context.createTensor(square);
        const auto y = context.createTensor(square);
        const auto other = context.createTensor(four);
        std::vector<float> identity(size_t {1024} * 1024);
        for (size_t i = 0; i < 1024; ++i) {
            identity[1025 * i] = 1;
        }
        context.writeTensor(*w, bytesOf(identity));
        context.writeTensor(*x, bytesOf(identity));
        context.writeTensor(*other, bytesOf({4, 3, 2, 1}));
        static_cast<void>(context.readTensor(*other));
        context.dispatch(*graph, {{"x", x}, {"w", w}}, {{"y", y}});
        context.waitIdle(); // it is recorded, and its kernels are compiled
        context.dispatch(*graph, {{"x", x}, {"w", w}}, {{"y", y}});
        QVERIFY(!isDone(context));

        context.writeTensor(*other, bytesOf({1, 2, 3, 4}));
        QVERIFY(!isDone(context));
        if (!isStaged || context.internals()->device->hasTransferQueue()) {
            QCOMPARE(floatsOf(context.readTensor(*other))[0], 1.0F);
            QVERIFY(!isDone(context));
        }
        identity[0] = 2;
        context.writeTensor(*x, bytesOf(identity)); // which the dispatch reads: not too early
        QCOMPARE(isDone(context), !isStaged); // the copy is behind it
        QCOMPARE(floatsOf(context.readTensor(*y))[0], 1.0F);
        QVERIFY(isDone(context));
        QCOMPARE(floatsOf(context.readTensor(*other)), (std::vector<float> {1, 2, 3, 4}));
        QCOMPARE(floatsOf(context.readTensor(*x))[0], 2.0F);
        QCOMPARE(context.validationMessages(), uint64_t {0});
    }

    // Each dispatch reads what was written before it, however far the device is behind.
    void writesAndDispatchesKeepTheirOrder_data() { onlyTheFirstAllocates_data(); }
    void writesAndDispatchesKeepTheirOrder()
    {
        QFETCH(bool, isStaged);
        constexpr int64_t size = 500'000;
        const CountingContext counting = openCounting(isStaged);
        Context& context = *counting.context;
        const auto graph = negation(counting.context, size);
        const auto x = context.createTensor({DataType::Float32, {size}});
        std::vector<std::shared_ptr<Tensor>> results;
        for (int round = 1; round <= 12; ++round) {
            context.writeTensor(*x, bytesOf(std::vector<float>(size, static_cast<float>(round))));
            results.push_back(context.createTensor({DataType::Float32, {size}}));
            context.dispatch(*graph, {{"x", x}}, {{"y", results.back()}});
        }
        const std::vector<HostTensor> read = context.readTensors(results);
        for (size_t i = 0; i < read.size(); ++i) {
            const std::vector<float> values = floatsOf(read[i]);
            const auto expected = -static_cast<float>(i + 1);
            QVERIFY(std::ranges::all_of(values, [&](float value) { return value == expected; }));
        }
        QCOMPARE(context.validationMessages(), uint64_t {0});
    }

    // A write keeps its tensor until the device has the bytes, and no longer.
    void whatWasWrittenIsNotKept()
    {
        const CountingContext counting = openCounting(true);
        Context& context = *counting.context;
        const uint64_t held = context.memory().of(MemoryPurpose::Activations);
        for (const bool isDoneFirst : {true, false}) {
            const auto tensor = context.createTensor({DataType::Float32, {300'000}});
            context.writeTensor(*tensor, bytesOf(std::vector<float>(300'000, 1)));
            QVERIFY(context.memory().of(MemoryPurpose::Activations) > held);
            if (isDoneFirst) {
                context.waitIdle();
            }
            tensor->destroy();
            context.waitIdle();
            QCOMPARE(context.memory().of(MemoryPurpose::Activations), held);
        }
    }

    // More than the slots hold together, of a size that is no multiple of one.
    void largeWritesGoInPieces()
    {
        const CountingContext counting = openCounting(true);
        Context& context = *counting.context;
        constexpr size_t size = 7'000'001;
        std::vector<float> values(size);
        for (size_t i = 0; i < size; ++i) {
            values[i] = static_cast<float>(i);
        }
        const auto tensor = context.createTensor({DataType::Float32, {int64_t {size}}});
        const auto small = context.createTensor({DataType::Float32, {1}});
        for (int round = 0; round < 3; ++round) { // slots of all sizes come and go
            context.writeTensor(*small, bytesOf({static_cast<float>(round)}));
            values[0] = static_cast<float>(-round);
            context.writeTensor(*tensor, bytesOf(values));
        }
        QVERIFY(floatsOf(context.readTensor(*tensor)) == values);
        QCOMPARE(floatsOf(context.readTensor(*small)), std::vector<float> {2});
        QVERIFY(context.memory().of(MemoryPurpose::Staging)
            <= Uploads::mostSlots * Uploads::mostSlotBytes + size * 4 + 64 * KiB);
        tensor->destroy(); // and what it was read back through
        QVERIFY(context.memory().of(MemoryPurpose::Staging)
            <= Uploads::mostSlots * Uploads::mostSlotBytes + 64 * KiB);
        QCOMPARE(context.validationMessages(), uint64_t {0});
    }
};

QTEST_GUILESS_MAIN(TestTransfers)
#include "tst_transfers.moc"
