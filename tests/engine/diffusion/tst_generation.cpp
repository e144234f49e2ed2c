// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/parameters.h"
#include "engine/diffusion/pipeline/preview.h"
#include "engine/diffusion/pipeline/randomnormal.h"
#include "tests/engine/diffusion/generationtest.h"
#include "tests/engine/expecterror.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <fstream>

using namespace weightless;
using namespace weightless::diffusion;
using namespace weightless::testing;

namespace {

using Latents = std::vector<std::vector<float>>;

Latents latentsOf(Pipeline& pipeline, const GenerationRequest& request)
{
    Latents latents;
    GenerationObserver observer;
    observer.onLatents = [&](int64_t, int64_t, const HostTensor& tensor) {
        latents.push_back(floatsOf(tensor));
    };
    std::ignore = pipeline.generate(request, observer);
    return latents;
}

double relativeRms(const std::vector<float>& a, const std::vector<float>& b)
{
    double difference = 0;
    double size = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        difference += std::pow(double {a[i]} - double {b[i]}, 2);
        size += std::pow(double {b[i]}, 2);
    }
    return a.size() == b.size() ? std::sqrt(difference / size) : 1;
}

// One model of the folder on its own, fed from the host.
class LoneModel {
public:
    LoneModel(const std::shared_ptr<Context>& context, const std::filesystem::path& path)
        : m_session(context)
    {
        m_session.open(openModel(path.string()));
    }
    HostTensor run(std::map<std::string, HostTensor> values, const std::string& output)
    {
        Feeds feeds;
        GraphRequest request;
        for (const auto& [name, value] : values) {
            request.fed[name] = value.descriptor;
        }
        feeds.values = std::move(values);
        if (!m_session.hasGraph()) {
            m_session.build(request);
            m_session.load()->run();
        }
        m_session.feed(feeds);
        for (const RunOutput& each : m_session.run().outputs) {
            if (each.name == output) {
                return *each.values;
            }
        }
        return {};
    }

private:
    Session m_session;
};

// One value of each large weight; returns how many.
int64_t putBeyondFloat16(const std::filesystem::path& path)
{
    constexpr uint64_t leastBytes = 4096;
    constexpr float beyond = 1e6F;
    int64_t count = 0;
    const OpenedModel opened = openModel(path.string());
    for (const auto& constant : opened.model->graph.constants) {
        const auto* const range = std::get_if<FileRange>(&constant->source.range);
        if (constant->value || range == nullptr || range->lengthBytes < leastBytes) {
            continue;
        }
        std::fstream file(range->file->path, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(static_cast<std::streamoff>(range->offsetBytes));
        file.write(reinterpret_cast<const char*>(&beyond), sizeof beyond);
        ++count;
    }
    return count;
}

} // namespace

class TestGeneration : public GenerationTest {
    Q_OBJECT

private slots:
    void agreesWithALoopOnTheHost();
    void aSeedIsAPicture();
    void oneRowAtATimeIsTheSame();
    void inTurnIsTheSameAndTakesLess();
    void weightsThatDoNotFitAreToldOnce_data();
    void weightsThatDoNotFitAreToldOnce();
    void cancelling();
    void cancellingWhileKernelsAreCompiled();
    void noise();
    void previews();
    void settingsAsText();
};

// DDIM as its paper writes it, with a host copy of everything at every step, and every prompt for itself.
void TestGeneration::agreesWithALoopOnTheHost()
{
    Pipeline pipeline(m_context, m_folder.path());
    GenerationRequest request = smallRequest(pipeline);
    request.solver = Solver::Ddim;
    request.seed = 11;
    const Latents latents = latentsOf(pipeline, request);
    QCOMPARE(latents.size(), size_t {4});

    LoneModel encoder(m_context, m_folder / "text_encoder/model.onnx");
    LoneModel unet(m_context, m_folder / "unet/model.onnx");
    std::array<HostTensor, 2> hidden;
    const ClipTokenizer tokenizer(m_folder / "tokenizer");
    for (const size_t prompt : {size_t {0}, size_t {1}}) {
        HostTensor ids = makeHostTensor({DataType::Int32, {1, 77}});
        const TokenizedText text = tokenizer.tokenize(prompt == 0 ? "" : request.prompt);
        std::ranges::copy(text.ids, ids.as<int32_t>().begin());
        hidden[prompt] = encoder.run({{"input_ids", ids}}, "last_hidden_state");
    }
    std::vector<float> x(256);
    fillNormal(11, 0, x);
    QCOMPARE(latents[0], x);
    const std::vector<double> shares = signalShares({});
    size_t step = 0;
    for (const int64_t timestep : {667, 334, 1}) {
        std::array<std::vector<float>, 2> answers;
        for (const size_t prompt : {size_t {0}, size_t {1}}) {
            answers[prompt] = floatsOf(unet.run(
                {{"sample", floatTensor({1, 4, 8, 8}, x)}, {"timestep", floatTensor({1}, {float(timestep)})},
                    {"encoder_hidden_states", hidden[prompt]}},
                "out_sample"));
        }
        const double now = shares[static_cast<size_t>(timestep)];
        const double next = shares[static_cast<size_t>(std::max<int64_t>(timestep - 333, 0))];
        for (size_t i = 0; i < x.size(); ++i) {
            const double noise = answers[0][i] + 7.5 * (double {answers[1][i]} - double {answers[0][i]});
            const double clean = (x[i] - std::sqrt(1 - now) * noise) / std::sqrt(now);
            x[i] = static_cast<float>(std::sqrt(next) * clean + std::sqrt(1 - next) * noise);
        }
        const double error = relativeRms(latents[++step], x);
        QVERIFY2(error < 1e-4, std::to_string(error).c_str());
    }
}

void TestGeneration::aSeedIsAPicture()
{
    Pipeline pipeline(m_context, m_folder.path());
    GenerationRequest request = smallRequest(pipeline);
    request.seed = 7;
    request.count = 2;
    int steps = 0;
    int previews = 0;
    GenerationObserver observer;
    observer.onStep = [&](int64_t, int64_t, int64_t total) { steps += total == 4 ? 1 : 100; };
    observer.onPreview = [&](const RgbPicture& picture) { previews += picture.width == 8 ? 1 : 100; };
    const GenerationReport two = pipeline.generate(request, observer);
    QCOMPARE(steps, 10); // PNDM's one more, and the end, of both
    QCOMPARE(previews, 8);
    QCOMPARE(two.pictures.size(), size_t {2});
    QCOMPARE(two.pictures[0].picture.pixels.size(), size_t {64 * 64 * 3});
    QVERIFY(two.pictures[0].picture.pixels != two.pictures[1].picture.pixels);
    // What is loaded stays: no phase of the second call loads.
    request.seed = 8;
    request.count = 1;
    const GenerationReport one = pipeline.generate(request);
    QVERIFY(std::ranges::none_of(
        one.phases, [](const GenerationPhase& phase) { return phase.kind == GenerationPhase::Kind::Load; }));
    QCOMPARE(one.pictures[0].picture.pixels, two.pictures[1].picture.pixels);
    QCOMPARE(one.pictures[0].seed, uint64_t {8});
    // Another prompt is another picture, and so is one without guidance.
    request.prompt = "a red house";
    QVERIFY(pipeline.generate(request).pictures[0].picture.pixels != one.pictures[0].picture.pixels);
}

// A UNet that is fixed to one sample is run twice where a free one takes both prompts at once.
void TestGeneration::oneRowAtATimeIsTheSame()
{
    const test::TemporaryFolder folder;
    copyTo(folder);
    DemoOptions fixed = smallest();
    fixed.hasDynamicAxes = false;
    fixed.latentHeight = 8;
    fixed.latentWidth = 8;
    writeDemo(DemoPart::Sd15Unet, fixed, folder / "unet/model.onnx");
    Pipeline both(m_context, m_folder.path());
    Pipeline single(m_context, folder.path());
    QCOMPARE(single.defaults().width, int64_t {64});
    fixed.batch = 2;
    const test::TemporaryFolder twoFolder;
    copyTo(twoFolder);
    writeDemo(DemoPart::Sd15Unet, fixed, twoFolder / "unet/model.onnx");
    writeDemo(DemoPart::Sd15Clip, fixed, twoFolder / "text_encoder/model.onnx");
    Pipeline two(m_context, twoFolder.path());
    for (const double guidance : {7.5, 1.0}) {
        GenerationRequest request = smallRequest(both);
        request.guidance = guidance;
        request.solver = Solver::DpmSolverPp2M;
        const Latents expected = latentsOf(both, request);
        QVERIFY(relativeRms(latentsOf(single, request).back(), expected.back()) < 1e-4);
        QVERIFY(relativeRms(latentsOf(two, request).back(), expected.back()) < 1e-4);
    }
    GenerationRequest wide = smallRequest(single);
    wide.width = 128;
    EXPECT_ERROR((void)single.generate(wide), ErrorKind::InvalidArgument, "fixed to latents of width 8");
}

void TestGeneration::inTurnIsTheSameAndTakesLess()
{
    Pipeline pipeline(m_context, m_folder.path());
    GenerationRequest request = smallRequest(pipeline);
    request.solver = Solver::EulerAncestral;
    const GenerationReport together = pipeline.generate(request);
    request.inTurn = true;
    const GenerationReport inTurn = pipeline.generate(request);
    QCOMPARE(inTurn.pictures[0].picture.pixels, together.pictures[0].picture.pixels);
    QVERIFY(inTurn.deviceBytes() < together.deviceBytes());
    QCOMPARE(m_context->memory().of(MemoryPurpose::Weights), uint64_t {0});
    // What had to be compiled depends on what ran before.
    const auto isNoCompilation = [](const GenerationPhase& phase) {
        return phase.kind != GenerationPhase::Kind::Compile;
    };
    // Three plans, three loads, text, steps, decode.
    QCOMPARE(std::ranges::count_if(inTurn.phases, isNoCompilation), 9);
    QVERIFY(inTurn.modelBytes > 1'000'000);
}

void TestGeneration::weightsThatDoNotFitAreToldOnce_data()
{
    QTest::addColumn<uint64_t>("deviceBudget");
    QTest::addColumn<bool>("inTurn");
    QTest::newRow("all loaded") << uint64_t {0} << false;
    QTest::newRow("under a budget") << (uint64_t {3} << 20) << false; // of some four
    QTest::newRow("in turn under a budget") << (uint64_t {5} << 19) << true;
}

// Those that come while a part runs are known only then.
void TestGeneration::weightsThatDoNotFitAreToldOnce()
{
    QFETCH(uint64_t, deviceBudget);
    QFETCH(bool, inTurn);
    const test::TemporaryFolder folder;
    copyTo(folder);
    int64_t all = 0;
    for (const char* const part : {"text_encoder", "unet", "vae_decoder"}) {
        all += putBeyondFloat16(folder / part / "model.onnx");
    }
    Pipeline pipeline(m_context, folder.path());
    GenerationRequest request = smallRequest(pipeline);
    request.inTurn = inTurn;
    request.parts.weightsType = DataType::Float16;
    request.parts.load.mode = LoadMode::Streamed;
    request.parts.load.deviceBudget = deviceBudget;
    int64_t told = 0;
    GenerationObserver observer;
    observer.onWarning = [&](const std::string& message) {
        const QString text = QString::fromStdString(message);
        static const QRegularExpression count(QStringLiteral("^Weights of the [A-Za-z ]+: ([0-9]+) value"));
        told += count.match(text).captured(1).toLongLong();
    };
    (void)pipeline.generate(request, observer);
    QCOMPARE(told, all);
}

void TestGeneration::cancelling()
{
    Pipeline pipeline(m_context, m_folder.path());
    const GenerationRequest request = smallRequest(pipeline);
    std::stop_source stop;
    GenerationObserver observer;
    observer.onStep = [&](int64_t, int64_t done, int64_t) {
        if (done == 1) {
            stop.request_stop();
        }
    };
    EXPECT_ERROR((void)pipeline.generate(request, observer, stop.get_token()), ErrorKind::Cancelled, "");
    // Parts that are taken in turn are given back all the same, and others stay.
    QVERIFY(m_context->memory().of(MemoryPurpose::Weights) > 0);
    GenerationRequest inTurn = request;
    inTurn.inTurn = true;
    stop = {};
    EXPECT_ERROR((void)pipeline.generate(inTurn, observer, stop.get_token()), ErrorKind::Cancelled, "");
    QCOMPARE(m_context->memory().of(MemoryPurpose::Weights), uint64_t {0});
    // The next picture is as any.
    const Latents latents = latentsOf(pipeline, request);
    Pipeline other(m_context, m_folder.path());
    QCOMPARE(latents.back(), latentsOf(other, request).back());
}

// In a context that has compiled nothing yet.
void TestGeneration::cancellingWhileKernelsAreCompiled()
{
    std::string reason;
    const std::shared_ptr<Context> context = openTestContext(reason);
    WEIGHTLESS_NEEDS_DEVICE(context, reason.c_str());
    Pipeline pipeline(context, m_folder.path());
    const GenerationRequest request = smallRequest(pipeline);
    std::stop_source stop;
    std::vector<GenerationPhase::Kind> phases;
    GenerationObserver observer;
    observer.onPhase = [&](const GenerationPhase& phase) {
        phases.push_back(phase.kind);
        if (phase.kind == GenerationPhase::Kind::Compile) {
            stop.request_stop();
        }
    };
    EXPECT_ERROR((void)pipeline.generate(request, observer, stop.get_token()), ErrorKind::Cancelled,
        "while its kernels were compiled");
    QVERIFY(phases.back() == GenerationPhase::Kind::Compile);
    QVERIFY(std::ranges::find(phases, GenerationPhase::Kind::Steps) == phases.end());
    Pipeline other(m_context, m_folder.path());
    QCOMPARE(latentsOf(pipeline, request).back(), latentsOf(other, request).back());
}

void TestGeneration::noise()
{
    std::vector<float> numbers(100'001);
    fillNormal(1, 0, numbers);
    double sum = 0;
    double squares = 0;
    for (const float number : numbers) {
        sum += number;
        squares += double {number} * double {number};
    }
    const auto count = static_cast<double>(numbers.size());
    QVERIFY(std::abs(sum / count) < 0.01);
    QVERIFY(std::abs(squares / count - 1) < 0.02);
    std::vector<float> fewer(10);
    fillNormal(1, 0, fewer); // a place's number depends on nothing else
    QVERIFY(std::equal(fewer.begin(), fewer.end(), numbers.begin()));
    std::vector<float> other(10);
    fillNormal(1, 1, other);
    QVERIFY(other != fewer);
    fillNormal(2, 0, other);
    QVERIFY(other != fewer);
}

void TestGeneration::previews()
{
    std::vector<float> values(4 * 2 * 3, 0);
    values[0] = 1; // the first channel's first place
    values[5] = std::nanf("");
    const RgbPicture picture = previewOf(floatTensor({1, 4, 2, 3}, values), false);
    QCOMPARE(picture.width, int64_t {3});
    QCOMPARE(picture.height, int64_t {2});
    QCOMPARE(picture.pixels[0], uint8_t {172}); // (0.3512 + 1) * 127.5
    QCOMPARE(picture.pixels[3], uint8_t {128});
    QCOMPARE(picture.pixels[15], uint8_t {0});
    QVERIFY(previewOf(floatTensor({1, 3, 1, 1}, {0, 0, 0}), false).pixels.empty());
}

void TestGeneration::settingsAsText()
{
    GenerationRequest request;
    request.prompt = "a cat\nSteps: 1";
    request.negativePrompt = "a dog";
    request.solver = Solver::EulerAncestral;
    const std::string text = parametersText(request, 3, "demo");
    QVERIFY(text.starts_with("a cat Steps: 1\nNegative prompt: a dog\nSteps: 20, Sampler: Euler a, "
                             "CFG scale: 7.5, Seed: 3, Size: 512x512, Model: demo, Version: Weightless "));
    request.parts.weightsType = DataType::BFloat16;
    QVERIFY(parametersText(request, 3, "demo").find(", Model: demo, Weights: bf16, Version: ")
        != std::string::npos);
}

QTEST_GUILESS_MAIN(TestGeneration)
#include "tst_generation.moc"
