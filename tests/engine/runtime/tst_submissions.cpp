// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/workrate.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <chrono>
#include <thread>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr double fast = 1e13; // that much a second
constexpr double slow = 1;
const TensorDescriptor square {DataType::Float32, {1024, 1024}};

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

class TestSubmissions : public QObject {
    Q_OBJECT

private slots:
    void init() // each test learns for itself
    {
        std::string reason;
        m_own = openTestContext(reason);
        WEIGHTLESS_NEEDS_DEVICE(m_own, reason.c_str());
    }
    void cleanup()
    {
        if (m_own) {
            QCOMPARE(m_own->validationMessages(), uint64_t {0});
            m_own.reset();
        }
    }

    // As many steps as there are, as long as they are small; more where the device is known to be slow.
    void aDispatchIsOneSubmission()
    {
        const auto graph = smallSteps(300);
        const auto x = m_own->createTensor({DataType::Float32, {8, 8}});
        const auto y = m_own->createTensor({DataType::Float32, {8, 8}});
        std::vector<float> values(64);
        values[3] = 5;
        m_own->writeTensor(*x, bytesOf(values));
        QCOMPARE(submissionsOf(*graph, x, y), uint64_t {1}); // by the device's policy
        const std::vector<float> expected = floatsOf(m_own->readTensor(*y));
        for (const double rate : {slow, fast}) {
            m_own->internals()->workRate.set(rate);
            const uint64_t submissions = submissionsOf(*graph, x, y);
            QVERIFY2(rate == slow ? submissions >= 6 && submissions < 100 : submissions == 1,
                std::to_string(submissions).c_str());
            QVERIFY(floatsOf(m_own->readTensor(*y)) == expected);
        }
    }

    // Anew only where the cuts are far from what they should be.
    void recordingsFollowTheRate()
    {
        const auto graph = smallSteps(300);
        const auto x = m_own->createTensor({DataType::Float32, {8, 8}});
        const auto y = m_own->createTensor({DataType::Float32, {8, 8}});
        const auto recordingsAt = [&](double rate) {
            m_own->internals()->workRate.set(rate);
            const uint64_t before = m_own->transferCounts().recordings;
            m_own->dispatch(*graph, {{"x", x}}, {{"y", y}});
            return m_own->transferCounts().recordings - before;
        };
        QCOMPARE(recordingsAt(slow), uint64_t {1});
        QCOMPARE(recordingsAt(slow), uint64_t {0});
        QCOMPARE(recordingsAt(1.5e8), uint64_t {0}); // not four times what it was cut for
        QCOMPARE(recordingsAt(fast), uint64_t {1});
        QCOMPARE(recordingsAt(100 * fast), uint64_t {0}); // one submission already
        QCOMPARE(recordingsAt(fast / 100), uint64_t {0}); // and still short enough
        QCOMPARE(recordingsAt(slow), uint64_t {1});
        m_own->waitIdle();
    }

    // Steps that are larger than a submission may be are cut themselves, and give the same.
    void largeStepsAreCut()
    {
        const auto graph = products(1);
        const auto x = m_own->createTensor(square);
        const auto y = m_own->createTensor(square);
        std::vector<float> values(size_t {1024} * 1024);
        for (size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<float>(i % 7);
        }
        m_own->writeTensor(*x, bytesOf(values));
        m_own->internals()->workRate.set(fast);
        QCOMPARE(submissionsOf(*graph, x, y), uint64_t {1});
        const std::vector<float> whole = floatsOf(m_own->readTensor(*y));
        m_own->internals()->workRate.set(1e9);
        QVERIFY(submissionsOf(*graph, x, y) >= 4);
        QVERIFY(floatsOf(m_own->readTensor(*y)) == whole);
    }

    // So are copies.
    void largeCopiesAreCut()
    {
        GraphBuilder builder(m_own);
        const Operand input = builder.input("x", square);
        Attributes attributes;
        attributes.set("axis", int64_t {0});
        const std::pair<std::string, Operand> outputs[] {
            {"y", builder.node("Concat", {input, input}, attributes)}};
        const auto graph = builder.build(outputs);
        const auto x = m_own->createTensor(square);
        const auto y = m_own->createTensor({DataType::Float32, {2048, 1024}});
        std::vector<float> values(size_t {1024} * 1024);
        for (size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<float>(i % 1009);
        }
        m_own->writeTensor(*x, bytesOf(values));
        m_own->internals()->workRate.set(1e7);
        QVERIFY(submissionsOf(*graph, x, y) >= 4);
        values.insert(values.end(), values.begin(), values.begin() + 1024 * 1024);
        QVERIFY(floatsOf(m_own->readTensor(*y)) == values);
    }

    // Two steps that are too much together are two submissions, not one that a watchdog ends.
    void noSubmissionIsLongerThanItMayBe()
    {
        const auto x = m_own->createTensor(square);
        const auto y = m_own->createTensor(square);
        const auto submissionsAt = [&](double mostWork, int count) {
            m_own->internals()->workRate.set(mostWork / WorkRate::submissionSeconds);
            return submissionsOf(*products(count), x, y);
        };
        constexpr double little = 1e8;
        const double work = static_cast<double>(submissionsAt(little, 1)) * little; // of a product
        QVERIFY(work > 15 * little);
        QCOMPARE(submissionsAt(1.5 * work, 6), uint64_t {6});
        QCOMPARE(submissionsAt(0.9 * work, 6), uint64_t {12});
    }

    void aStopEndsALongRun()
    {
        const auto graph = products(16);
        const auto x = m_own->createTensor(square);
        const auto y = m_own->createTensor(square);
        m_own->dispatch(*graph, {{"x", x}}, {{"y", y}});
        m_own->waitIdle();
        std::stop_source stop;
        const DispatchOptions options {.profile = false, .stopToken = stop.get_token()};
        const double whole = m_own->dispatch(*graph, {{"x", x}}, {{"y", y}}, options).seconds;
        QVERIFY(whole > 0);
        // Short submissions let a stop through.
        m_own->internals()->workRate.set(1e9);
        std::thread stopping([&] {
            std::this_thread::sleep_for(std::chrono::duration<double>(whole / 10));
            stop.request_stop();
        });
        const auto start = std::chrono::steady_clock::now();
        bool isCancelled = false;
        try {
            m_own->dispatch(*graph, {{"x", x}}, {{"y", y}}, options);
        } catch (const Error& error) {
            isCancelled = error.kind() == ErrorKind::Cancelled;
        }
        const double stopped = secondsSince(start);
        stopping.join();
        QVERIFY(isCancelled);
        QVERIFY2(stopped < whole * 0.8, std::to_string(stopped / whole).c_str());
    }

    void runsThatAreWaitedForTeachTheRate()
    {
        const uint64_t guess = m_own->internals()->mostWorkPerSubmission();
        const auto graph = products(8);
        const auto x = m_own->createTensor(square);
        const auto y = m_own->createTensor(square);
        m_own->dispatch(*graph, {{"x", x}}, {{"y", y}});
        m_own->waitIdle();
        QCOMPARE(m_own->internals()->mostWorkPerSubmission(), guess); // nobody took the time
        std::stop_source stop;
        m_own->dispatch(*graph, {{"x", x}}, {{"y", y}}, {.profile = false, .stopToken = stop.get_token()});
        const uint64_t learnt = m_own->internals()->mostWorkPerSubmission();
        QVERIFY(learnt != guess);
        m_own->dispatch(*graph, {{"x", x}}, {{"y", y}}, {.profile = true, .stopToken = {}});
        QVERIFY(m_own->internals()->mostWorkPerSubmission() != learnt);
    }

    void whatIsLearntFromARun()
    {
        constexpr uint64_t guess = 100'000'000'000;
        WorkRate rate;
        const auto note = [&](double work, double seconds) {
            rate.note(work, seconds, rate.mostPerSubmission(guess));
            return rate.mostPerSubmission(guess);
        };
        QCOMPARE(rate.mostPerSubmission(guess), guess);
        QCOMPARE(note(1e11, 0.001), guess); // too short to tell
        QCOMPARE(note(1e9, 0.05), guess); // mostly starting kernels
        QCOMPARE(note(0, 1), guess);
        QCOMPARE(note(1e9, 0.5), uint64_t {500'000'000}); // took too long for a single submission
        QCOMPARE(note(4e9, 0.005), uint64_t {10'000'000'000}); // half way between 2e9 and 8e11, by ratio
        QCOMPARE(note(1e10, 1), uint64_t {2'500'000'000}); // slower: at once
        rate.set(1e12);
        QCOMPARE(rate.mostPerSubmission(guess), uint64_t {250'000'000'000});
        rate.set(0);
        QCOMPARE(rate.mostPerSubmission(guess), uint64_t {10'000'000});
    }

private:
    // Softmaxes of a few rows, which nothing fuses.
    [[nodiscard]] std::shared_ptr<Graph> smallSteps(int count) const
    {
        GraphBuilder builder(m_own);
        Operand value = builder.input("x", {DataType::Float32, {8, 8}});
        for (int i = 0; i < count; ++i) {
            value = builder.node("Softmax", {value});
        }
        const std::pair<std::string, Operand> outputs[] {{"y", value}};
        return builder.build(outputs);
    }

    [[nodiscard]] std::shared_ptr<Graph> products(int count) const
    {
        GraphBuilder builder(m_own);
        const Operand x = builder.input("x", square);
        Operand value = x;
        for (int i = 0; i < count; ++i) {
            value = builder.node("MatMul", {value, x});
        }
        const std::pair<std::string, Operand> outputs[] {{"y", value}};
        return builder.build(outputs);
    }

    [[nodiscard]] uint64_t submissionsOf(
        Graph& graph, const std::shared_ptr<Tensor>& x, const std::shared_ptr<Tensor>& y) const
    {
        const uint64_t before = m_own->transferCounts().submissions;
        m_own->dispatch(graph, {{"x", x}}, {{"y", y}});
        return m_own->transferCounts().submissions - before;
    }

    std::shared_ptr<Context> m_own;
};

QTEST_GUILESS_MAIN(TestSubmissions)
#include "tst_submissions.moc"
