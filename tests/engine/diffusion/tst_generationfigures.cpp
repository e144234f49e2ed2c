// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/diffusion/generationtest.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

using namespace weightless;
using namespace weightless::diffusion;
using namespace weightless::testing;

// What is said of a picture's cost.
class TestGenerationFigures : public GenerationTest {
    Q_OBJECT

private slots:
    void compilingIsToldApart();
    void planningIsToldApart();
    void theDevicesPeakIsOfAMoment();
    void stepsAreThoseAskedFor();
};

// In a context that has compiled nothing yet, also of the graphs between the parts.
void TestGenerationFigures::compilingIsToldApart()
{
    std::string reason;
    const std::shared_ptr<Context> context = openTestContext(reason);
    WEIGHTLESS_NEEDS_DEVICE(context, reason.c_str());
    Pipeline pipeline(context, m_folder.path());
    const GenerationRequest request = smallRequest(pipeline);
    const GenerationReport first = pipeline.generate(request);
    double waited = 0;
    for (const GenerationPhase& phase : first.phases) {
        QVERIFY(phase.compileSeconds <= phase.seconds);
        if (phase.kind == GenerationPhase::Kind::Compile) {
            QCOMPARE(phase.compileSeconds, phase.seconds);
        }
        waited += phase.compileSeconds;
    }
    QVERIFY(waited > 0);
    QCOMPARE(first.compileSeconds(), waited);
    QVERIFY(first.seconds >= waited);
    QVERIFY(context->transferCounts().kernelSeconds > 0);
}

// What takes time is in some phase, or between them, and the whole is what the caller waits.
void TestGenerationFigures::planningIsToldApart()
{
    Pipeline pipeline(m_context, m_folder.path());
    const GenerationRequest request = smallRequest(pipeline);
    const auto generate = [&](std::vector<std::string>& planned) {
        const auto begin = std::chrono::steady_clock::now();
        const GenerationReport report = pipeline.generate(request);
        const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
        double inPhases = 0;
        for (const GenerationPhase& phase : report.phases) {
            inPhases += phase.seconds;
            if (phase.kind == GenerationPhase::Kind::Plan) {
                planned.push_back(phase.part);
            }
        }
        QVERIFY(inPhases > 0);
        QVERIFY(inPhases <= report.seconds);
        QVERIFY(report.seconds <= waited.count());
    };
    std::vector<std::string> planned;
    generate(planned);
    QCOMPARE(planned, (std::vector<std::string> {"text encoder", "denoiser", "VAE decoder"}));
    planned.clear();
    generate(planned); // all of it is planned
    QCOMPARE(planned, (std::vector<std::string> {}));
}

// Weights and activations need not be highest at the same time; what held the most is what is told.
void TestGenerationFigures::theDevicesPeakIsOfAMoment()
{
    Pipeline pipeline(m_context, m_folder.path());
    GenerationRequest request = smallRequest(pipeline);
    request.parts.load.mode = LoadMode::Streamed;
    request.parts.load.deviceBudget = uint64_t {5} << 20; // weights come and go
    for (const bool isInTurn : {false, true}) {
        request.inTurn = isInTurn;
        pipeline.release();
        static_cast<void>(m_context->meter()->takeHighest());
        const GenerationReport report = pipeline.generate(request);
        QCOMPARE(report.deviceBytes(), m_context->meter()->takeHighest().deviceBytes);
    }
}

void TestGenerationFigures::stepsAreThoseAskedFor()
{
    const auto all = [](int64_t total, int64_t steps) {
        std::vector<int64_t> told;
        for (int64_t done = 0; done <= total; ++done) {
            told.push_back(stepOf(done, total, steps));
        }
        return told;
    };
    QCOMPARE(all(3, 3), (std::vector<int64_t> {1, 2, 3, 3}));
    QCOMPARE(all(4, 3), (std::vector<int64_t> {1, 1, 2, 3, 3})); // PNDM
    QCOMPARE(all(3, 2), (std::vector<int64_t> {1, 1, 2, 2}));
    QCOMPARE(all(1, 1), (std::vector<int64_t> {1, 1}));
}

QTEST_GUILESS_MAIN(TestGenerationFigures)
#include "tst_generationfigures.moc"
