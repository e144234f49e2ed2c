// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/demotokenizer.h"
#include "engine/diffusion/folder/remotefolder.h"
#include "engine/diffusion/pipeline/pipeline.h"
#include "tests/engine/diffusion/sketchfolder.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/http/httpscene.h"
#include "tests/engine/http/testserver.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <atomic>

using namespace weightless;
using namespace weightless::diffusion;
using namespace weightless::testing;

namespace {

constexpr const char* modelIndex = R"({"text_encoder": ["diffusers", "OnnxRuntimeModel"],
  "text_encoder_2": ["diffusers", "OnnxRuntimeModel"], "unet": ["diffusers", "OnnxRuntimeModel"],
  "vae_decoder": ["diffusers", "OnnxRuntimeModel"], "safety_checker": [null, null],
  "force_zeros_for_empty_prompt": true})";

GenerationRequest smallRequest(const Pipeline& pipeline)
{
    GenerationRequest request = pipeline.defaults();
    request.prompt = "a red house";
    request.steps = 2;
    request.width = 32;
    request.height = 16;
    return request;
}

} // namespace

// The same pipeline from a server and from a folder.
class TestRemoteFolder : public ContextTest {
    Q_OBJECT

private slots:
    void isTheSameAsAFolder();
    void asOptimumExports();
    void aKeyOpensEveryFile();
    void keepsWhatItReceived();
    void whatIsMissing();
    void aFileThatGrowsIsRefused();

private:
    void prepare() override
    {
        keepFromProxies();
        const DemoTokenizer tokenizer = makeDemoTokenizer();
        m_tokenizer.write("vocab.json", tokenizer.vocabulary);
        m_tokenizer.write("merges.txt", tokenizer.merges);
        writeSketch(m_folder, 7);
        m_server.serveFolder(m_folder.path());
    }
    void writeSketch(const test::TemporaryFolder& folder, int64_t textWidth) const
    {
        SketchFolder sketch;
        sketch.textWidths = {5, textWidth};
        sketch.pooledWidths = {3, 6};
        sketch.schedulerConfig = R"({"_class_name": "EulerDiscreteScheduler", "beta_start": 0.00085,
  "beta_end": 0.012, "beta_schedule": "scaled_linear", "timestep_spacing": "leading", "steps_offset": 1})";
        sketch.modelIndex = modelIndex;
        sketch.write(folder.path(), m_tokenizer.path());
    }
    [[nodiscard]] std::string pictureOf(
        const std::string& url, const http::HttpOptions& options = impatient())
    {
        Pipeline pipeline(m_context, readRemoteFolder(url, options), options);
        const RgbPicture picture = pipeline.generate(smallRequest(pipeline)).pictures.at(0).picture;
        return {picture.pixels.begin(), picture.pixels.end()};
    }

    test::TemporaryFolder m_tokenizer;
    test::TemporaryFolder m_folder;
    TestServer m_server;
};

void TestRemoteFolder::isTheSameAsAFolder()
{
    Pipeline local(m_context, m_folder.path());
    const RgbPicture picture = local.generate(smallRequest(local)).pictures.at(0).picture;
    const std::string expected(picture.pixels.begin(), picture.pixels.end());
    QCOMPARE(pictureOf(m_server.url("")), expected);
    QCOMPARE(pictureOf(m_server.url("model_index.json")), expected);
    const PipelineFolder remote = readRemoteFolder(m_server.url(""), impatient());
    QVERIFY(remote.zeroesEmptyNegative);
    QCOMPARE(remote.encoders.size(), size_t {2});
    QCOMPARE(remote.encoders[1].tokenizer, std::string("tokenizer_2/"));
    QVERIFY(remote.schedule.solver == Solver::Euler);
}

// Optimum's index is that of the pipeline it exported, whose VAE is one part.
void TestRemoteFolder::asOptimumExports()
{
    const test::TemporaryFolder folder;
    test::copyFolder(m_folder.path(), folder.path());
    folder.write("model_index.json", R"({"_class_name": "StableDiffusionXLPipeline",
  "scheduler": ["diffusers", "EulerDiscreteScheduler"], "text_encoder": ["transformers", "CLIPTextModel"],
  "text_encoder_2": ["transformers", "CLIPTextModelWithProjection"],
  "unet": ["diffusers", "UNet2DConditionModel"], "vae": ["diffusers", "AutoencoderKL"]})");
    TestServer server;
    server.serveFolder(folder.path());
    QCOMPARE(pictureOf(server.url("")), pictureOf(m_server.url("")));
}

// Of a private folder nothing is found without the query of its address.
void TestRemoteFolder::aKeyOpensEveryFile()
{
    const std::string key = "?sig=a%2Fb&x=1";
    TestServer server;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(m_folder.path())) {
        if (entry.is_regular_file()) {
            const auto name = std::filesystem::relative(entry.path(), m_folder.path()).generic_string();
            server.serve(name + key, test::contentOf(entry.path()));
        }
    }
    QCOMPARE(pictureOf(server.url(key)), pictureOf(m_server.url("")));
    QCOMPARE(pictureOf(server.url("model_index.json" + key)), pictureOf(m_server.url("")));
    for (const TestServer::Request& request : server.requests()) {
        QVERIFY2(request.path.ends_with(key), request.path.c_str());
    }
    EXPECT_ERROR(std::ignore = readRemoteFolder(server.url(""), impatient()), ErrorKind::Io,
        "model_index.json' is not on the server");
}

void TestRemoteFolder::keepsWhatItReceived()
{
    // An encoder of 160 KB: more than the first bytes that every file is asked for anew.
    const test::TemporaryFolder folder;
    writeSketch(folder, 40'000);
    TestServer server;
    server.serveFolder(folder.path());
    const test::TemporaryFolder cache;
    http::HttpOptions options = impatient();
    options.cacheFolder = cache.path();
    const auto bodyBytes = [&] {
        const uint64_t before = server.sentBytes();
        std::ignore = pictureOf(server.url(""), options);
        return server.sentBytes() - before;
    };
    const uint64_t first = bodyBytes();
    const uint64_t second = bodyBytes();
    QVERIFY2(second + 80'000 < first, (std::to_string(second) + " of " + std::to_string(first)).c_str());
}

void TestRemoteFolder::whatIsMissing()
{
    const test::TemporaryFolder folder;
    test::copyFolder(m_folder.path(), folder.path());
    TestServer server;
    server.serveFolder(folder.path());
    const auto open = [&] { std::ignore = readRemoteFolder(server.url(""), impatient()); };
    for (const auto& [gone, text] : {std::pair {"vae_decoder/model.onnx", "lacks a VAE decoder"},
             std::pair {"unet/model.onnx", "lacks a UNet"},
             std::pair {"tokenizer/merges.txt", "a tokenizer"}}) {
        const std::string content = test::contentOf(folder / gone);
        std::filesystem::remove(folder / gone);
        EXPECT_ERROR(open(), ErrorKind::InvalidArgument, text);
        folder.write(gone, content);
    }
    folder.write("model_index.json", "{]");
    EXPECT_ERROR(open(), ErrorKind::InvalidArgument, "model_index.json' is no valid JSON");
    folder.write("model_index.json", std::string(2 << 20, ' '));
    EXPECT_ERROR(open(), ErrorKind::InvalidArgument, "more than the 1.00 MiB that such a file may have");
    folder.write("model_index.json", std::string((1 << 20) + 1, ' '));
    EXPECT_ERROR(open(), ErrorKind::InvalidArgument,
        "has 1.00 MiB (1048577 bytes), more than the 1.00 MiB (1048576 bytes) that such a file may have");
    std::filesystem::remove(folder / "model_index.json");
    EXPECT_ERROR(open(), ErrorKind::Io, "model_index.json' is not on the server");
}

// What the server said first of a file is no promise.
void TestRemoteFolder::aFileThatGrowsIsRefused()
{
    TestServer server;
    server.serveFolder(m_folder.path());
    std::atomic<int> answers {0};
    server.setHook([&](const TestServer::Request& request, TestServer::Answer& answer) {
        if (request.path.ends_with("model_index.json")) {
            answer = {};
            answer.body = std::string(answers++ == 0 ? 40'000 : 3'000'000, ' ');
        }
    });
    const uint64_t before = server.sentBytes();
    EXPECT_ERROR(std::ignore = readRemoteFolder(server.url(""), impatient()), ErrorKind::InvalidArgument,
        "more than the 1.00 MiB that such a file may have");
    QVERIFY(answers > 1);
    QVERIFY(server.sentBytes() - before < 3'000'000);
}

QTEST_GUILESS_MAIN(TestRemoteFolder)
#include "tst_remotefolder.moc"
