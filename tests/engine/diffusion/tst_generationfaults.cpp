// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/diffusion/generationtest.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <cmath>
#include <filesystem>

using namespace weightless;
using namespace weightless::diffusion;
using namespace weightless::testing;

// Requests that make no sense, folders that lack or change something, devices without memory.
class TestGenerationFaults : public GenerationTest {
    Q_OBJECT

private slots:
    void whatCannotBe();
    void missingParts();
    void otherTokenizer();
    void filesThatChange();
    void noMemory();
};

void TestGenerationFaults::whatCannotBe()
{
    Pipeline pipeline(m_context, m_folder.path());
    QCOMPARE(pipeline.defaults().width, int64_t {512});
    QCOMPARE(pipeline.defaults().guidance, 7.5);
    const auto refused = [&](const auto& change, const char* text) {
        GenerationRequest request = smallRequest(pipeline);
        change(request);
        EXPECT_ERROR((void)pipeline.generate(request), ErrorKind::InvalidArgument, text);
    };
    refused([](GenerationRequest& request) { request.width = 65; }, "multiples of 8");
    refused([](GenerationRequest& request) { request.height = 0; }, "multiples of 8");
    refused([](GenerationRequest& request) { request.height = 1 << 20; }, "up to 8192");
    refused([](GenerationRequest& request) { request.steps = 0; }, "not 0");
    refused([](GenerationRequest& request) { request.count = 0; }, "pictures");
    refused([](GenerationRequest& request) { request.guidance = std::nan(""); }, "Guidance");
    // A prompt of 10,000 characters is cut off, and that is said.
    GenerationRequest request = smallRequest(pipeline);
    request.prompt = std::string(10'000, 'x');
    QVERIFY(pipeline.tokenize(request.prompt).isTruncated());
    QCOMPARE(pipeline.generate(request).pictures.size(), size_t {1});
    // The demo's merges know "at" and "on" before "cat" and "moon", which are two tokens each.
    QCOMPARE(pipeline.tokenize("a photo of a cat on the moon").tokenCount, size_t {10});
    QCOMPARE(pipeline.folder().notes.size(), size_t {1});
    QVERIFY(describe(pipeline.folder().notes[0]).find("random") != std::string::npos);
}

void TestGenerationFaults::missingParts()
{
    constexpr auto wrong = ErrorKind::InvalidArgument;
    const auto open = [this](const test::TemporaryFolder& folder) { Pipeline(m_context, folder.path()); };
    {
        const test::TemporaryFolder empty;
        EXPECT_ERROR(open(empty), wrong, "a text encoder, a UNet, a VAE decoder");
    }
    for (const auto& [part, text] : {std::pair {"vae_decoder", "lacks a VAE decoder"},
             std::pair {"unet", "lacks a UNet"}, std::pair {"tokenizer", "lacks a tokenizer"}}) {
        const test::TemporaryFolder folder;
        copyTo(folder);
        std::filesystem::remove_all(folder / part);
        EXPECT_ERROR(open(folder), wrong, text);
    }
    const test::TemporaryFolder folder;
    copyTo(folder);
    // The VAE's decoder where the UNet should be.
    test::copyFolder(m_folder / "vae_decoder", folder / "unet");
    EXPECT_ERROR(open(folder), wrong, "denoiser has no input");
    folder.write("scheduler/scheduler_config.json", R"({"_class_name": "FlowMatchEulerDiscreteScheduler"})");
    EXPECT_ERROR(open(folder), ErrorKind::Unsupported, "'FlowMatchEulerDiscreteScheduler'");
    folder.write("scheduler/scheduler_config.json", "{]");
    EXPECT_ERROR(open(folder), wrong, "scheduler_config.json is no valid JSON");
}

void TestGenerationFaults::otherTokenizer()
{
    const test::TemporaryFolder folder;
    copyTo(folder);
    std::string vocabulary = test::contentOf(folder / "tokenizer/vocab.json");
    vocabulary.insert(1, "\"beyond\": 60000,");
    folder.write("tokenizer/vocab.json", vocabulary);
    EXPECT_ERROR(Pipeline(m_context, folder.path()), ErrorKind::InvalidArgument,
        "tokens up to 60000, and the embedding has 49408 rows");
}

void TestGenerationFaults::filesThatChange()
{
    const test::TemporaryFolder folder;
    copyTo(folder);
    Pipeline pipeline(m_context, folder.path());
    const GenerationRequest request = smallRequest(pipeline);
    std::filesystem::resize_file(folder / "unet/model.onnx_data", 100);
    EXPECT_ERROR((void)pipeline.generate(request), ErrorKind::Io, "model.onnx_data");
    EXPECT_ERROR((void)pipeline.generate(request), ErrorKind::Io, "model.onnx_data"); // and again
}

void TestGenerationFaults::noMemory()
{
    int left = -1; // device allocations until one fails
    ContextOptions options;
    options.failAllocation = [&left](uint64_t) { return left >= 0 && left-- == 0; };
    std::string reason;
    const std::shared_ptr<Context> context = openTestContext(reason, options);
    WEIGHTLESS_NEEDS_DEVICE(context, reason.c_str());
    Pipeline pipeline(context, m_folder.path());
    GenerationRequest request = smallRequest(pipeline);
    request.steps = 1;
    const GenerationReport expected = pipeline.generate(request);
    int failures = 0;
    for (int allocation = 1; allocation < 1000; allocation *= 3) {
        pipeline.release();
        left = allocation;
        try {
            std::ignore = pipeline.generate(request);
        } catch (const Error& error) {
            QVERIFY2(error.kind() == ErrorKind::OutOfMemory, error.what());
            ++failures;
        }
        if (left >= 0) {
            break; // it took fewer allocations
        }
    }
    QVERIFY(failures > 2);
    left = -1;
    QCOMPARE(pipeline.generate(request).pictures[0].picture.pixels, expected.pictures[0].picture.pixels);
}

QTEST_GUILESS_MAIN(TestGenerationFaults)
#include "tst_generationfaults.moc"
