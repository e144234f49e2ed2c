// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/schedule/samplingplan.h"
#include "tests/datafolder.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <cmath>
#include <fstream>
#include <functional>
#include <sstream>

using namespace weightless;
using namespace weightless::diffusion;

namespace {

using ScalarModel = std::function<double(double x, double timestep)>;

struct Moment {
    double timestep;
    double x;
};

// What the device does to every element, in double precision.
std::vector<Moment> sample(const SamplingPlan& plan, double x, const ScalarModel& model)
{
    std::vector<Moment> moments;
    std::array<double, keptCount> kept {};
    x *= plan.initialScale;
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        const SamplingStep& step = plan.steps[i];
        const double answer = model(step.inputScale * x, step.timestep);
        double next =
            step.sample * x + step.output * answer + step.noise * std::cos(static_cast<double>(i + 1));
        for (size_t k = 0; k < keptCount; ++k) {
            next += step.kept[k] * kept[k];
        }
        if (step.keeps()) {
            kept = {step.keptSample * x + step.keptOutput * answer, kept[0], kept[1]};
        }
        x = next;
        moments.push_back({step.timestep, x});
    }
    return moments;
}

ScheduleConfig scheduleFrom(const std::string& spacing, const std::string& prediction)
{
    return readSchedule(parseConfig("test",
        R"({"beta_schedule": "scaled_linear", "beta_start": 0.00085, "beta_end": 0.012, "steps_offset": 1,
            "skip_prk_steps": true, "timestep_spacing": ")"
            + spacing + R"(", "prediction_type": ")" + prediction + "\"}"));
}

// Samples of a normal distribution, whose denoiser and whose solution are known: the share of the variance
// that has been reached moves with the level of noise.
struct Gaussian {
    double mean = 0.7;
    double deviation = 0.4;

    // The noise that is expected in a sample of that signal share.
    [[nodiscard]] double noise(double x, double share) const
    {
        const double variance = share * deviation * deviation + 1 - share;
        return std::sqrt(1 - share) * (x - std::sqrt(share) * mean) / variance;
    }
    [[nodiscard]] double solution(double x, double share, double endShare) const
    {
        const auto spread = [this](double at) { return std::sqrt(at * deviation * deviation + 1 - at); };
        return std::sqrt(endShare) * mean + (x - std::sqrt(share) * mean) / spread(share) * spread(endShare);
    }
};

// A schedule so fine that its grid adds nothing to a solver's own error.
ScheduleConfig fineConfig(Solver solver)
{
    ScheduleConfig config;
    config.trainTimesteps = 100'000;
    config.betaStart /= 100;
    config.betaEnd /= 100;
    config.usesKarrasSigmas = solver == Solver::DpmSolverPp2M || solver == Solver::Euler;
    config.stepsOffset = 0;
    return config;
}

double errorOf(Solver solver, int64_t count)
{
    const ScheduleConfig config = fineConfig(solver);
    const std::vector<double> shares = signalShares(config);
    const Gaussian gaussian;
    const SamplingPlan plan = makeSamplingPlan(config, solver, count);
    const auto shareAt = [&](double timestep) {
        const auto below = static_cast<size_t>(timestep);
        const double part = timestep - static_cast<double>(below);
        const double above = shares[std::min(below + 1, shares.size() - 1)];
        return shares[below] + part * (above - shares[below]);
    };
    const double begin = 1.3;
    const auto moments =
        sample(plan, begin, [&](double x, double timestep) { return gaussian.noise(x, shareAt(timestep)); });
    const double startShare = shareAt(plan.steps.front().timestep);
    if (solver == Solver::Euler || solver == Solver::DpmSolverPp2M) {
        const double first =
            solver == Solver::Euler ? begin * plan.initialScale * std::sqrt(startShare) : begin;
        return std::abs(moments.back().x - gaussian.solution(first, startShare, 1));
    }
    // Steps that are even in time have no order where the noise ends, as its level has no slope there: judged
    // four fifths of the way.
    size_t last = 0;
    while (plan.steps[last + 1].timestep > 20'000) {
        ++last;
    }
    const double endShare = shareAt(plan.steps[last + 1].timestep);
    return std::abs(moments[last].x - gaussian.solution(begin, startShare, endShare));
}

} // namespace

class TestSamplingPlan : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheTables();
    void ordersOfSolvers_data();
    void ordersOfSolvers();
    void ancestralNoiseKeepsTheVariance();
    void guessesTheCleanSample();
    void schedules();
    void clippedTimesteps_data();
    void clippedTimesteps();
};

// Computed by another program, another way (tests/data/diffusion/make_schedules.py).
void TestSamplingPlan::agreesWithTheTables()
{
    std::ifstream file(std::filesystem::path(WEIGHTLESS_TEST_DATA) / "diffusion/schedules.txt");
    const ScalarModel model = [](double x, double timestep) { return std::sin(3 * x) + timestep / 2000; };
    int lines = 0;
    for (std::string line; std::getline(file, line); ++lines) {
        std::istringstream words(line);
        std::string solver;
        std::string spacing;
        std::string prediction;
        int karras = 0;
        int64_t count = 0;
        words >> solver >> spacing >> prediction >> karras >> count;
        ScheduleConfig config = scheduleFrom(spacing, prediction);
        config.usesKarrasSigmas = karras != 0;
        std::vector<Moment> moments =
            sample(makeSamplingPlan(config, *solverFromName(solver), count), 0.7, model);
        if (count > 7) {
            moments = {moments[0], moments[1], moments.back()};
        }
        for (const Moment& moment : moments) {
            Moment expected {};
            words >> expected.timestep >> expected.x;
            QVERIFY2(words && std::abs(moment.timestep - expected.timestep) < 1e-5
                    && std::abs(moment.x - expected.x) < 1e-6 * (1 + std::abs(expected.x)),
                (line + ": " + std::to_string(moment.timestep) + " " + std::to_string(moment.x)).c_str());
        }
        words >> std::ws;
        QVERIFY(words.eof());
    }
    QCOMPARE(lines, 357);
}

void TestSamplingPlan::ordersOfSolvers_data()
{
    QTest::addColumn<int>("solver");
    QTest::addColumn<double>("order");
    QTest::newRow("ddim") << static_cast<int>(Solver::Ddim) << 1.0;
    QTest::newRow("euler") << static_cast<int>(Solver::Euler) << 1.0;
    QTest::newRow("dpm++2m") << static_cast<int>(Solver::DpmSolverPp2M) << 2.0;
    QTest::newRow("pndm") << static_cast<int>(Solver::Pndm) << 2.0;
}

void TestSamplingPlan::ordersOfSolvers()
{
    QFETCH(int, solver);
    QFETCH(double, order);
    const double coarse = errorOf(static_cast<Solver>(solver), 80);
    const double fine = errorOf(static_cast<Solver>(solver), 160);
    const double measured = std::log2(coarse / fine);
    qInfo("80 steps %g, 160 steps %g: order %.2f", coarse, fine, measured);
    QVERIFY(fine < 0.05 && fine > 1e-9);
    QVERIFY(measured > order - 0.3);
}

// For normally distributed samples every step is an affine map: mean and variance follow without a sample.
void TestSamplingPlan::ancestralNoiseKeepsTheVariance()
{
    const Gaussian gaussian;
    const ScheduleConfig config;
    const std::vector<double> shares = signalShares(config);
    const SamplingPlan plan = makeSamplingPlan(config, Solver::EulerAncestral, 500);
    QVERIFY(plan.needsNoise());
    double mean = 0;
    double variance = plan.initialScale * plan.initialScale;
    for (const SamplingStep& step : plan.steps) {
        const double share = step.inputScale * step.inputScale; // of this noise level
        const double zero = gaussian.noise(0, share);
        const double slope = (gaussian.noise(1, share) - zero) * step.inputScale;
        const double factor = step.sample + step.output * slope;
        mean = factor * mean + step.output * zero;
        variance = factor * factor * variance + step.noise * step.noise;
    }
    QVERIFY(std::abs(mean - gaussian.mean) < 0.02);
    QVERIFY(std::abs(std::sqrt(variance) - gaussian.deviation) < 0.02);
    QVERIFY(!makeSamplingPlan(config, Solver::Euler, 10).needsNoise());
}

// A model that answers with the true noise (velocity, sample) of a known sample: every guess is that sample.
void TestSamplingPlan::guessesTheCleanSample()
{
    const double clean = 0.37;
    const double noise = -1.1;
    for (const Prediction prediction : {Prediction::Epsilon, Prediction::Velocity, Prediction::Sample}) {
        for (const Solver solver : allSolvers()) {
            ScheduleConfig config;
            config.prediction = prediction;
            for (const SamplingStep& step : makeSamplingPlan(config, solver, 5).steps) {
                // The sample has signal share a after inputScale; solvers of noise levels have x0 at full
                // strength in x.
                const bool isLevel = solver == Solver::Euler || solver == Solver::EulerAncestral;
                const double scale = step.inputScale;
                double share = scale * scale;
                if (!isLevel) {
                    // From what the guess does to epsilon, velocity and sample alike.
                    const double a = step.cleanSample;
                    share = prediction == Prediction::Epsilon ? 1 / (a * a) : a * a;
                    if (prediction == Prediction::Sample) {
                        QCOMPARE(step.cleanSample, 0.0);
                        QCOMPARE(step.cleanOutput, 1.0);
                        continue;
                    }
                }
                const double signal = std::sqrt(share);
                const double rest = std::sqrt(1 - share);
                const double x = (signal * clean + rest * noise) / (isLevel ? scale : 1);
                const double answer = prediction == Prediction::Epsilon ? noise
                    : prediction == Prediction::Velocity                ? signal * noise - rest * clean
                                                                        : clean;
                QVERIFY(std::abs(step.cleanSample * x + step.cleanOutput * answer - clean) < 1e-9);
            }
        }
    }
}

void TestSamplingPlan::schedules()
{
    // Stable Diffusion's levels of noise, as its samplers print them.
    ScheduleConfig config;
    const std::vector<double> shares = signalShares(config);
    const auto sigma = [&](size_t i) { return std::sqrt((1 - shares[i]) / shares[i]); };
    QVERIFY(std::abs(sigma(0) - 0.0292) < 1e-4);
    QVERIFY(std::abs(sigma(999) - 14.6146) < 1e-4);
    config.betaSchedule = BetaSchedule::SquaredCosine;
    const std::vector<double> cosine = signalShares(config);
    QVERIFY(cosine.front() > 0.9999 && cosine.back() < 1e-6 && cosine[500] > 0.45 && cosine[500] < 0.5);
    const std::vector<double> karras = karrasSigmas(0.1, 10, 5);
    QVERIFY(std::abs(karras.front() - 10) < 1e-9 && std::abs(karras.back() - 0.1) < 1e-9);
    QVERIFY(std::is_sorted(karras.rbegin(), karras.rend()));
    // Their ends may be given.
    const ScheduleConfig ends = readSchedule(parseConfig(
        "x", R"({"use_karras_sigmas": true, "sigma_min": 0.1, "sigma_max": 10, "skip_prk_steps": true})"));
    const SamplingPlan between = makeSamplingPlan(ends, Solver::Euler, 5);
    QVERIFY(std::abs(between.initialScale - 10) < 1e-9);
    for (size_t i = 0; i < karras.size(); ++i) {
        QVERIFY(std::abs(between.steps[i].inputScale - 1 / std::hypot(karras[i], 1)) < 1e-9);
    }
    // SD-Turbo's one step begins at the last timestep.
    const ScheduleConfig turbo = scheduleFrom("trailing", "epsilon");
    QCOMPARE(makeSamplingPlan(turbo, Solver::EulerAncestral, 1).steps.front().timestep, 999.0);
    QCOMPARE(makeSamplingPlan(turbo, Solver::EulerAncestral, 1).steps.front().noise, 0.0);
    // LCM's four steps.
    QCOMPARE(makeSamplingPlan({}, Solver::Lcm, 4).steps[1].timestep, 759.0);
}

// The squared cosine ends in timesteps of almost no signal, which DPM-Solver++ may be told to leave out. The
// numbers are NumPy's, by the lines of Diffusers' DPMSolverMultistepScheduler.
void TestSamplingPlan::clippedTimesteps_data()
{
    QTest::addColumn<QString>("spacing");
    QTest::addColumn<QList<double>>("expected");
    QTest::newRow("linspace") << "linspace" << QList<double> {995, 746, 498, 249};
    QTest::newRow("leading") << "leading" << QList<double> {797, 598, 399, 200};
    QTest::newRow("trailing") << "trailing" << QList<double> {995, 745, 495, 245};
}

void TestSamplingPlan::clippedTimesteps()
{
    QFETCH(QString, spacing);
    QFETCH(QList<double>, expected);
    const auto read = [&](const std::string& least) {
        return readSchedule(parseConfig("x",
            R"({"_class_name": "DPMSolverMultistepScheduler",
            "beta_schedule": "squaredcos_cap_v2", "steps_offset": 1, "timestep_spacing": ")"
                + spacing.toStdString() + R"(", "lambda_min_clipped": )" + least + "}"));
    };
    const auto timesteps = [](const ScheduleConfig& config, Solver solver, int64_t count) {
        QList<double> values;
        for (const SamplingStep& step : makeSamplingPlan(config, solver, count).steps) {
            values.append(step.timestep);
        }
        return values;
    };
    constexpr Solver clipping = Solver::DpmSolverPp2M;
    const ScheduleConfig config = read("-5.1");
    QCOMPARE(timesteps(config, clipping, 4), expected);
    const ScheduleConfig all = read("-Infinity");
    QVERIFY(timesteps(all, clipping, 4) != expected);
    QCOMPARE(timesteps(config, Solver::Euler, 4), timesteps(all, Solver::Euler, 4));
    // Trailing ones keep their distance.
    QCOMPARE(timesteps(config, clipping, 300).size(), spacing == QStringLiteral("trailing") ? 299 : 300);
    for (const SamplingStep& step : makeSamplingPlan(config, clipping, 995).steps) {
        QVERIFY(std::isfinite(step.sample) && std::isfinite(step.output) && std::isfinite(step.kept[0]));
    }
    EXPECT_ERROR(
        (void)makeSamplingPlan(config, clipping, 996), ErrorKind::InvalidArgument, "takes 1 to 995 steps");
    EXPECT_ERROR((void)makeSamplingPlan(read("100"), clipping, 4), ErrorKind::Unsupported, "no timesteps");
}

QTEST_APPLESS_MAIN(TestSamplingPlan)
#include "tst_samplingplan.moc"
