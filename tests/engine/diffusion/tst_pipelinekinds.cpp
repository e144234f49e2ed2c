// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/demotokenizer.h"
#include "engine/diffusion/pipeline/pipeline.h"
#include "engine/diffusion/pipeline/randomnormal.h"
#include "tests/engine/diffusion/sketchfolder.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QByteArrayList>
#include <QTest>

#include <array>
#include <cmath>
#include <limits>

using namespace weightless;
using namespace weightless::diffusion;
using namespace weightless::testing;

namespace {

constexpr int64_t places = 4 * 4 * 2; // of latents of a picture of 32 × 16

std::string configOf(const std::string& name, const std::string& more)
{
    return R"({"_class_name": ")" + name
        + R"(", "beta_start": 0.00085, "beta_end": 0.012, "beta_schedule": "scaled_linear",
  "num_train_timesteps": 1000)"
        + more + "}\n";
}

std::vector<double> noiseOf(uint64_t seed)
{
    std::vector<float> numbers(places);
    fillNormal(seed, 0, numbers);
    return {numbers.begin(), numbers.end()};
}

struct Result {
    std::vector<std::vector<float>> latents; // before the first step and after each
    GenerationReport report;
};

Result resultOf(Pipeline& pipeline, GenerationRequest request)
{
    request.width = 32;
    request.height = 16;
    request.seed = 5;
    Result result;
    GenerationObserver observer;
    observer.onLatents = [&](int64_t, int64_t, const HostTensor& tensor) {
        result.latents.push_back(floatsOf(tensor));
    };
    result.report = pipeline.generate(request, observer);
    return result;
}

double distance(const std::vector<float>& actual, const std::vector<double>& expected)
{
    if (actual.size() != expected.size()) {
        return 1e9;
    }
    double largest = 0;
    for (size_t i = 0; i < actual.size(); ++i) {
        largest = std::max(largest, std::abs(double {actual[i]} - expected[i]));
    }
    return largest;
}

} // namespace

// Folders of other kinds than Stable Diffusion 1.5's, each against its few lines of arithmetic.
class TestPipelineKinds : public ContextTest {
    Q_OBJECT

private slots:
    void velocity();
    void xl();
    void turbo();
    void latentConsistency();
    void scaledLatents();
    void numbersOutOfRange_data();
    void numbersOutOfRange();
    void missingLayers();
    void modelsThatNeedAPicture();

private:
    void prepare() override
    {
        const DemoTokenizer tokenizer = makeDemoTokenizer();
        m_tokenizerFolder.write("vocab.json", tokenizer.vocabulary);
        m_tokenizerFolder.write("merges.txt", tokenizer.merges);
        m_tokenizer.emplace(m_tokenizerFolder.path());
    }
    [[nodiscard]] std::vector<int32_t> idsOf(const std::string& text) const
    {
        return m_tokenizer->tokenize(text).ids;
    }

    test::TemporaryFolder m_tokenizerFolder;
    std::optional<ClipTokenizer> m_tokenizer;
};

// Stable Diffusion 2: the answer is a velocity, the time an int64 without dimensions. DDIM.
void TestPipelineKinds::velocity()
{
    SketchFolder sketch;
    sketch.hasScalarTime = true;
    sketch.schedulerConfig = configOf("DDIMScheduler",
        R"(, "prediction_type": "v_prediction", "steps_offset": 1, "set_alpha_to_one": false, "clip_sample": false)");
    const test::TemporaryFolder folder;
    sketch.write(folder.path(), m_tokenizerFolder.path());
    Pipeline pipeline(m_context, folder.path());
    GenerationRequest request = pipeline.defaults();
    request.prompt = "a red house";
    request.negativePrompt = "a cat";
    request.steps = 4;
    const Result result = resultOf(pipeline, request);

    std::vector<double> x = noiseOf(5);
    QVERIFY(distance(result.latents.at(0), x) < 1e-6);
    const std::vector<double> shares = signalShares({});
    size_t step = 0;
    for (const int64_t time : {751, 501, 251, 1}) {
        const double plain =
            sketchOffset(sketch, {.time = double(time), .ids = idsOf(request.negativePrompt)});
        const double asked = sketchOffset(sketch, {.time = double(time), .ids = idsOf(request.prompt)});
        const double now = shares[static_cast<size_t>(time)];
        const double next = shares[static_cast<size_t>(std::max<int64_t>(time - 250, 0))];
        for (double& value : x) {
            const double velocity = value / 2 + plain + 7.5 * (asked - plain);
            const double clean = std::sqrt(now) * value - std::sqrt(1 - now) * velocity;
            const double noise = std::sqrt(now) * velocity + std::sqrt(1 - now) * value;
            value = std::sqrt(next) * clean + std::sqrt(1 - next) * noise;
        }
        QVERIFY(distance(result.latents.at(++step), x) < 2e-5);
    }
}

// Stable Diffusion XL: two encoders side by side, pooled text of the second, sizes; an empty negative prompt
// is zeros. Euler.
void TestPipelineKinds::xl()
{
    SketchFolder sketch;
    sketch.textWidths = {5, 7};
    sketch.pooledWidths = {3, 6};
    sketch.schedulerConfig =
        configOf("EulerDiscreteScheduler", R"(, "timestep_spacing": "leading", "steps_offset": 1)");
    sketch.modelIndex = R"({"force_zeros_for_empty_prompt": true})";
    const test::TemporaryFolder folder;
    sketch.write(folder.path(), m_tokenizerFolder.path());
    Pipeline pipeline(m_context, folder.path());
    GenerationRequest request = pipeline.defaults();
    QCOMPARE(request.guidance, 5.0);
    QCOMPARE(request.width, int64_t {1024});
    request.prompt = "a red house";
    request.steps = 2;
    for (const std::string negative : {"", "a cat"}) {
        request.negativePrompt = negative;
        const Result result = resultOf(pipeline, request);
        const std::vector<double> sizes {16, 32, 0, 0, 16, 32};
        const std::vector<double> shares = signalShares({});
        const auto sigma = [&](double time) {
            const double share = shares[static_cast<size_t>(time)];
            return std::sqrt((1 - share) / share);
        };
        std::vector<double> x = noiseOf(5);
        for (double& value : x) {
            value *= std::sqrt(std::pow(sigma(501), 2) + 1);
        }
        size_t step = 0;
        for (const double time : {501.0, 1.0}) {
            SketchCondition plain {.time = time, .timeIds = sizes};
            if (!negative.empty()) {
                plain.ids = idsOf(negative);
            }
            const double without = sketchOffset(sketch, plain);
            const double with =
                sketchOffset(sketch, {.time = time, .ids = idsOf(request.prompt), .timeIds = sizes});
            const double now = sigma(time);
            const double next = time > 1 ? sigma(1) : 0;
            for (double& value : x) {
                const double noise = value / std::sqrt(now * now + 1) / 2 + without + 5 * (with - without);
                value += (next - now) * noise;
            }
            const double error = distance(result.latents.at(++step), x);
            QVERIFY2(error < 5e-5, std::to_string(error).c_str());
        }
        QCOMPARE(result.report.pictures[0].picture.width, int64_t {32});
    }
}

// One step without guidance from the schedule's very end.
void TestPipelineKinds::turbo()
{
    SketchFolder sketch;
    sketch.schedulerConfig =
        configOf("EulerAncestralDiscreteScheduler", R"(, "timestep_spacing": "trailing")");
    sketch.modelIndex = R"({"_name_or_path": "stabilityai/sd-turbo"})";
    const test::TemporaryFolder folder;
    sketch.write(folder.path(), m_tokenizerFolder.path());
    Pipeline pipeline(m_context, folder.path());
    GenerationRequest request = pipeline.defaults();
    QCOMPARE(request.steps, int64_t {1});
    QCOMPARE(request.guidance, 1.0);
    request.prompt = "a red house";
    const Result result = resultOf(pipeline, request);
    QCOMPARE(result.latents.size(), size_t {2});
    const double share = signalShares({})[999];
    const double sigma = std::sqrt((1 - share) / share);
    const double offset = sketchOffset(sketch, {.time = 999, .ids = idsOf(request.prompt)});
    std::vector<double> x = noiseOf(5);
    for (double& value : x) {
        value *= sigma;
        value -= sigma * (value / std::sqrt(sigma * sigma + 1) / 2 + offset);
    }
    QVERIFY(distance(result.latents[1], x) < 5e-5);
    // The picture is what the decoder makes of them: 8 × 8 pixels a latent, from [-1, 1].
    const RgbPicture& picture = result.report.pictures[0].picture;
    for (const int64_t at : {0, 1, 7}) {
        const double value = x[static_cast<size_t>(at)] / 0.18215;
        const double pixel = std::clamp(value * 127.5 + 127.5, 0.0, 255.0);
        const size_t row = static_cast<size_t>(at / 4 * 8 + 3);
        const size_t column = static_cast<size_t>(at % 4 * 8 + 5);
        QVERIFY(std::abs(static_cast<double>(picture.pixels[(row * 32 + column) * 3]) - pixel) <= 1);
    }
}

// Guidance is an input, the time is scaled, and the sample takes part in what is clean.
void TestPipelineKinds::latentConsistency()
{
    SketchFolder sketch;
    sketch.guidanceWidth = 8;
    sketch.schedulerConfig = configOf("LCMScheduler", R"(, "original_inference_steps": 50)");
    const test::TemporaryFolder folder;
    sketch.write(folder.path(), m_tokenizerFolder.path());
    Pipeline pipeline(m_context, folder.path());
    GenerationRequest request = pipeline.defaults();
    QCOMPARE(request.steps, int64_t {4});
    QCOMPARE(request.guidance, 8.5);
    request.prompt = "a red house";
    request.steps = 1;
    const Result result = resultOf(pipeline, request);
    SketchCondition condition {.time = 999, .ids = idsOf(request.prompt)};
    for (int i = 0; i < 4; ++i) {
        const double angle = 7.5 * 1000 * std::exp(-std::log(10000.0) * i / 3);
        condition.guidance.push_back(std::sin(angle));
        condition.guidance.push_back(std::cos(angle));
    }
    const double offset = sketchOffset(sketch, condition);
    const double share = signalShares({})[999];
    const double scaledTime = 9990;
    const double skip = 0.25 / (scaledTime * scaledTime + 0.25);
    const double out = scaledTime / std::sqrt(scaledTime * scaledTime + 0.25);
    std::vector<double> x = noiseOf(5);
    for (double& value : x) {
        const double noise = value / 2 + offset;
        const double clean = (value - std::sqrt(1 - share) * noise) / std::sqrt(share);
        value = out * clean + skip * value;
    }
    const double error = distance(result.latents.at(1), x);
    QVERIFY2(error < 2e-4, std::to_string(error).c_str());
}

// VAEs that were trained with latents of other means and deviations, by channel: as Stable Diffusion XL's
// pipeline in Diffusers decodes them.
void TestPipelineKinds::scaledLatents()
{
    SketchFolder sketch;
    sketch.schedulerConfig = configOf("DDIMScheduler", R"(, "clip_sample": false)");
    const test::TemporaryFolder folder;
    sketch.write(folder.path(), m_tokenizerFolder.path());
    const std::string config = R"({"scaling_factor": 2.5, "latents_mean": )";
    folder.write("vae_decoder/config.json",
        config + R"([0.5, -0.25, 0.125, 9], "latents_std": [0.75, 1.25, 0.5, 9]})");
    Pipeline pipeline(m_context, folder.path());
    GenerationRequest request = pipeline.defaults();
    request.prompt = "a red house";
    request.steps = 2;
    const Result result = resultOf(pipeline, request);
    const std::array means {0.5, -0.25, 0.125};
    const std::array deviations {0.75, 1.25, 0.5};
    const RgbPicture& picture = result.report.pictures[0].picture;
    int inside = 0; // of what a pixel can be
    for (size_t i = 0; i < 3 * 8; ++i) { // latents of 2 × 4, by channel
        const size_t channel = i / 8;
        const double latent = result.latents.back()[i];
        const double value = latent * deviations[channel] / 2.5 + means[channel];
        const double pixel = std::clamp(value * 127.5 + 127.5, 0.0, 255.0);
        const size_t row = i % 8 / 4 * 8 + 3;
        const size_t column = i % 4 * 8 + 5;
        QVERIFY(std::abs(int {picture.pixels[(row * 32 + column) * 3 + channel]} - pixel) <= 1);
        inside += pixel > 0 && pixel < 255 ? 1 : 0;
    }
    QVERIFY(inside > 12);
    folder.write("vae_decoder/config.json", config + R"([1, 2, 3], "latents_std": [1, 2, 3]})");
    EXPECT_ERROR(Pipeline(m_context, folder.path()), ErrorKind::InvalidArgument, "of 3 channels");
    folder.write("vae_decoder/config.json", config + R"([1, 2, 3, 4], "latents_std": [1, 2, 3]})");
    EXPECT_ERROR(Pipeline(m_context, folder.path()), ErrorKind::InvalidArgument, "'latents_std' of 3");
}

// As 16-bit floats overflow: the picture is made, and a warning names the part that it went wrong in.
void TestPipelineKinds::numbersOutOfRange_data()
{
    QTest::addColumn<float>("hiddenFactor");
    QTest::addColumn<float>("answerFactor");
    QTest::addColumn<float>("pictureFactor");
    QTest::addColumn<QByteArray>("part");
    const float infinite = std::numeric_limits<float>::infinity();
    QTest::newRow("none") << 1.0F << 1.0F << 1.0F << QByteArray();
    QTest::newRow("far from white") << 1.0F << 1.0F << 1e6F << QByteArray();
    QTest::newRow("decoder") << 1.0F << 1.0F << infinite << QByteArray("The VAE decoder");
    QTest::newRow("text encoder") << infinite << 1.0F << 1.0F << QByteArray("The text encoder");
    QTest::newRow("all") << infinite << infinite << infinite << QByteArray("The text encoder");
    QTest::newRow("decoder's undefined") << 1.0F << 1.0F << std::nanf("") << QByteArray("The VAE decoder");
    QTest::newRow("denoiser") << 1.0F << infinite << 1.0F << QByteArray("The denoiser");
    QTest::newRow("denoiser's undefined") << 1.0F << std::nanf("") << 1.0F << QByteArray("The denoiser");
}

void TestPipelineKinds::numbersOutOfRange()
{
    QFETCH(float, hiddenFactor);
    QFETCH(float, answerFactor);
    QFETCH(float, pictureFactor);
    QFETCH(QByteArray, part);
    SketchFolder sketch;
    sketch.schedulerConfig = configOf("DDIMScheduler", "");
    sketch.hiddenFactor = hiddenFactor;
    sketch.answerFactor = answerFactor;
    sketch.pictureFactor = pictureFactor;
    const test::TemporaryFolder folder;
    sketch.write(folder.path(), m_tokenizerFolder.path());
    Pipeline pipeline(m_context, folder.path());
    GenerationRequest request = pipeline.defaults();
    request.steps = 2;
    request.width = 32;
    request.height = 16;
    request.seed = 5;
    QByteArrayList warnings;
    GenerationObserver observer;
    observer.onWarning = [&](const std::string& message) {
        warnings.append(QByteArray::fromStdString(message));
    };
    QCOMPARE(pipeline.generate(request, observer).pictures.size(), size_t {1});
    QCOMPARE(warnings.size(), part.isEmpty() ? 0 : 1);
    if (!part.isEmpty()) {
        QVERIFY(warnings[0].startsWith(part + " gave numbers that are infinite or none"));
        QVERIFY(warnings[0].contains("seed 5") && !warnings[0].contains("fp32")); // that is what it is
        request.parts.weightsType = DataType::Float16;
        (void)pipeline.generate(request, observer);
        QVERIFY(warnings.size() == 2 && warnings[1].contains("--weights-type fp32"));
    }
}

// An encoder that was exported without its layers is named before anything is made with it.
void TestPipelineKinds::missingLayers()
{
    SketchFolder sketch;
    sketch.textWidths = {5};
    sketch.schedulerConfig = configOf("EulerDiscreteScheduler", "");
    const test::TemporaryFolder single;
    sketch.write(single.path(), m_tokenizerFolder.path());
    sketch.textWidths = {5, 7};
    sketch.pooledWidths = {3, 6};
    const test::TemporaryFolder folder;
    sketch.write(folder.path(), m_tokenizerFolder.path());
    test::copyOver(single / "text_encoder/model.onnx", folder / "text_encoder_2/model.onnx");
    Pipeline pipeline(m_context, folder.path());
    EXPECT_ERROR((void)resultOf(pipeline, pipeline.defaults()), ErrorKind::Unsupported,
        "export it with output_hidden_states");
}

// They are named when the folder is opened, by their graphs or by their configurations.
void TestPipelineKinds::modelsThatNeedAPicture()
{
    for (const auto& [taken, text] : {std::pair {"9", "takes 9 channels and gives 4, as an inpainting model"},
             std::pair {"8", "takes 8 channels and gives 4, as an image-editing model"},
             std::pair {"7", "takes 7 channels and gives 4, as a model that needs more than latents"}}) {
        SketchFolder sketch;
        sketch.schedulerConfig = configOf("DDIMScheduler", "");
        sketch.takenChannels = taken;
        const test::TemporaryFolder fixed;
        sketch.write(fixed.path(), m_tokenizerFolder.path());
        EXPECT_ERROR(Pipeline(m_context, fixed.path()), ErrorKind::Unsupported, text);
        sketch.takenChannels = "channels";
        const test::TemporaryFolder free;
        sketch.write(free.path(), m_tokenizerFolder.path());
        QCOMPARE(Pipeline(m_context, free.path()).defaults().guidance, 7.5);
        free.write("unet/config.json", std::string(R"({"out_channels": 4, "in_channels": )") + taken + "}");
        EXPECT_ERROR(Pipeline(m_context, free.path()), ErrorKind::Unsupported, text);
    }
}

QTEST_GUILESS_MAIN(TestPipelineKinds)
#include "tst_pipelinekinds.moc"
