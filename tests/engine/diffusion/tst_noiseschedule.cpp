// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/schedule/noiseschedule.h"
#include "engine/diffusion/schedule/samplingplan.h"
#include "tests/engine/expecterror.h"

#include <QByteArrayList>
#include <QSet>
#include <QTest>

using namespace weightless;
using namespace weightless::diffusion;

// What a scheduler_config.json is read as, and what is refused of it.
class TestNoiseSchedule : public QObject {
    Q_OBJECT

private slots:
    void refusals();
    void refusedSolvers_data();
    void refusedSolvers();
    void ordinaryConfigurations();
    void classesWithoutASolver();
};

void TestNoiseSchedule::refusals()
{
    const auto read = [](const char* text) {
        return readSchedule(parseConfig("scheduler_config.json", text));
    };
    constexpr auto unsupported = ErrorKind::Unsupported;
    constexpr auto wrong = ErrorKind::InvalidArgument;
    for (const std::string name : {"FlowMatchEulerDiscreteScheduler", "EDMEulerScheduler", "Magic"}) {
        EXPECT_ERROR(read((R"({"_class_name": ")" + name + "\"}").c_str()), unsupported, "'" + name + "'");
    }
    EXPECT_ERROR(read(R"({"prediction_type": "flow"})"), unsupported, "'flow'");
    EXPECT_ERROR(read(R"({"trained_betas": [0.1, 0.2]})"), unsupported, "trained_betas");
    EXPECT_ERROR(read(R"({"num_train_timesteps": 1e9})"), wrong, "num_train_timesteps");
    EXPECT_ERROR(read(R"({"num_train_timesteps": 10.5})"), wrong, "whole number");
    EXPECT_ERROR(read(R"({"beta_start": "x"})"), wrong, "not a number");
    EXPECT_ERROR(read(R"({"beta_end": 1.5})"), wrong, "1.5");
    EXPECT_ERROR(read(R"({"sigma_min": 3, "sigma_max": 3})"), wrong, "'sigma_max' is 3");
    EXPECT_ERROR((void)parseConfig("x.json", "7"), wrong, "no JSON object");
    EXPECT_ERROR((void)makeSamplingPlan({}, Solver::Ddim, 0), wrong, "not 0");
    EXPECT_ERROR((void)makeSamplingPlan({}, Solver::Ddim, 1000), wrong, "1 to 999");
    EXPECT_ERROR((void)makeSamplingPlan({}, Solver::Lcm, 51), wrong, "1 to 50");
    QCOMPARE(read("{}").betaSchedule, BetaSchedule::Linear);
    QCOMPARE(read(R"({"_class_name": "LCMScheduler"})").betaSchedule, BetaSchedule::ScaledLinear);
    for (const Solver solver : allSolvers()) {
        QCOMPARE(solverFromName(toString(solver)), std::optional(solver));
    }
}

// A class refuses its own options, and none that it does not have.
void TestNoiseSchedule::refusedSolvers_data()
{
    QTest::addColumn<QByteArray>("option"); // beside skip_prk_steps, which is true
    QTest::addColumn<QByteArray>("solvers"); // that cannot do it
    const QByteArray allButPndm = "ddim euler euler-ancestral dpm++2m lcm";
    QTest::newRow("nothing") << QByteArray() << QByteArray();
    QTest::newRow("clipped") << QByteArray(R"(, "clip_sample": true)") << QByteArray("ddim lcm");
    QTest::newRow("thresholds") << QByteArray(R"(, "thresholding": true)") << QByteArray("ddim dpm++2m lcm");
    QTest::newRow("rescaled") << QByteArray(R"(, "rescale_betas_zero_snr": true)") << allButPndm;
    for (const char* const member : {"use_exponential_sigmas", "use_beta_sigmas"}) {
        QTest::newRow(member) << QByteArray(", \"") + member + "\": true" << QByteArray("euler dpm++2m");
    }
    for (const char* const member : {"use_lu_lambdas", "use_flow_sigmas"}) {
        QTest::newRow(member) << QByteArray(", \"") + member + "\": true" << QByteArray("dpm++2m");
    }
    QTest::newRow("order 1") << QByteArray(R"(, "solver_order": 1)") << QByteArray("dpm++2m");
    QTest::newRow("order 2") << QByteArray(R"(, "solver_order": 2)") << QByteArray();
    QTest::newRow("order 3") << QByteArray(R"(, "solver_order": 3)") << QByteArray("dpm++2m");
    QTest::newRow("Heun") << QByteArray(R"(, "solver_type": "heun")") << QByteArray("dpm++2m");
    QTest::newRow("of UniPC") << QByteArray(R"(, "solver_type": "bh2")") << QByteArray();
    QTest::newRow("SDE") << QByteArray(R"(, "algorithm_type": "sde-dpmsolver++")") << QByteArray("dpm++2m");
    QTest::newRow("last level") << QByteArray(R"(, "final_sigmas_type": "sigma_min")")
                                << QByteArray("euler dpm++2m");
    QTest::newRow("logarithms") << QByteArray(R"(, "interpolation_type": "log_linear")")
                                << QByteArray("euler");
    QTest::newRow("continuous") << QByteArray(R"(, "timestep_type": "continuous")") << QByteArray();
    QTest::newRow("continuous velocities")
        << QByteArray(R"(, "timestep_type": "continuous", "prediction_type": "v_prediction")")
        << QByteArray("euler");
    QTest::newRow("Runge-Kutta") << QByteArray(R"(, "skip_prk_steps": false)") << QByteArray("pndm");
}

void TestNoiseSchedule::refusedSolvers()
{
    QFETCH(QByteArray, option);
    QFETCH(QByteArray, solvers);
    const QByteArray skips = option.contains("skip_prk_steps") ? "" : R"(, "skip_prk_steps": true)";
    const ScheduleConfig config = readSchedule(parseConfig("scheduler_config.json",
        (R"({"_class_name": "EulerDiscreteScheduler")" + skips + option + "}").toStdString()));
    QByteArrayList refused;
    for (const Solver solver : allSolvers()) {
        try {
            (void)makeSamplingPlan(config, solver, 4);
        } catch (const Error& error) {
            QVERIFY(error.kind() == ErrorKind::Unsupported);
            QVERIFY(error.message().starts_with("scheduler_config.json: '"));
            QVERIFY(error.message().ends_with("choose another scheduler"));
            refused.push_back(QByteArray::fromStdString(std::string(toString(solver))));
        }
    }
    const QByteArrayList expected = solvers.isEmpty() ? QByteArrayList() : solvers.split(' ');
    QCOMPARE(
        QSet<QByteArray>(refused.begin(), refused.end()), QSet<QByteArray>(expected.begin(), expected.end()));
}

// As the models are handed around: each is sampled with by every solver.
void TestNoiseSchedule::ordinaryConfigurations()
{
    const std::string betas = R"("beta_end": 0.012, "beta_schedule": "scaled_linear", "beta_start": 0.00085,
        "clip_sample": false, "num_train_timesteps": 1000, "set_alpha_to_one": false, "skip_prk_steps": true,
        "steps_offset": 1, "trained_betas": null)";
    const std::vector<std::pair<std::string, Solver>> configurations {
        {R"("_class_name": "PNDMScheduler")", Solver::Pndm}, // 1.5
        {R"("_class_name": "DDIMScheduler", "prediction_type": "v_prediction")", Solver::Ddim}, // 2.1
        {R"("_class_name": "EulerDiscreteScheduler", "interpolation_type": "linear", "prediction_type": "epsilon",
            "sample_max_value": 1.0, "timestep_spacing": "leading", "use_karras_sigmas": false)",
            Solver::Euler}, // XL
        {R"("_class_name": "EulerDiscreteScheduler", "final_sigmas_type": "zero", "sigma_max": null,
            "sigma_min": null, "timestep_spacing": "trailing", "timestep_type": "discrete")",
            Solver::Euler}, // Turbo
        {R"("_class_name": "DPMSolverMultistepScheduler", "algorithm_type": "dpmsolver++", "solver_order": 2,
            "dynamic_thresholding_ratio": 0.995, "lower_order_final": true, "solver_type": "midpoint",
            "thresholding": false, "variance_type": null, "use_karras_sigmas": true)",
            Solver::DpmSolverPp2M},
    };
    for (const auto& [own, solver] : configurations) {
        const ScheduleConfig config = readSchedule(parseConfig("x", "{" + own + ", " + betas + "}"));
        QVERIFY(config.solver == solver);
        for (const Solver chosen : allSolvers()) {
            QVERIFY(!makeSamplingPlan(config, chosen, 4).steps.empty());
        }
    }
    // Without a word, PNDM begins with Runge-Kutta steps.
    EXPECT_ERROR((void)makeSamplingPlan(readSchedule(parseConfig("x", "{}")), Solver::Pndm, 4),
        ErrorKind::Unsupported, "'skip_prk_steps' is missing, which stands for 'false'");
}

// Their noise is known, and others can sample with it.
void TestNoiseSchedule::classesWithoutASolver()
{
    const auto read = [](const std::string& name, const std::string& more = {}) {
        return readSchedule(parseConfig("x", R"({"_class_name": ")" + name + "\"" + more + "}"));
    };
    for (const std::string name : {"UniPCMultistepScheduler", "HeunDiscreteScheduler", "LMSDiscreteScheduler",
             "DEISMultistepScheduler", "DPMSolverSinglestepScheduler", "KDPM2DiscreteScheduler",
             "KDPM2AncestralDiscreteScheduler", "DPMSolverSDEScheduler", "DDPMScheduler"}) {
        const ScheduleConfig config = read(name, R"(, "beta_end": 0.015, "timestep_spacing": "trailing")");
        QCOMPARE(config.otherClass, name);
        QVERIFY(config.solver == Solver::DpmSolverPp2M);
        QVERIFY(config.spacing == Spacing::Trailing);
        QCOMPARE(config.betaEnd, 0.015);
        QCOMPARE(makeSamplingPlan(config, config.solver, 4).steps.size(), size_t {4});
    }
    QCOMPARE(read("HeunDiscreteScheduler").betaStart, 0.00085);
    QCOMPARE(read("UniPCMultistepScheduler").betaStart, 0.0001);
    QVERIFY(read("EulerDiscreteScheduler").otherClass.empty());
    // One that the file's options allow.
    QVERIFY(read("UniPCMultistepScheduler", R"(, "solver_order": 3)").solver == Solver::Euler);
}

QTEST_APPLESS_MAIN(TestNoiseSchedule)
#include "tst_noiseschedule.moc"
