// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/folder/pipelinefolder.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <initializer_list>

using namespace weightless;
using namespace weightless::diffusion;

namespace {

void writeIn(const std::filesystem::path& folder, const std::string& name, const std::string& content)
{
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << content;
}

// The names that a pipeline's folder is recognised by; no model is opened.
void writeNames(const std::filesystem::path& folder, std::initializer_list<const char*> encoders)
{
    for (const char* const encoder : encoders) {
        writeIn(folder, std::string(encoder) + "/model.onnx", {});
    }
    for (const char* const name : {"unet/model.onnx", "vae_decoder/model.onnx"}) {
        writeIn(folder, name, {});
    }
    for (const char* const name : {"vocab.json", "merges.txt"}) {
        writeIn(folder, std::string("tokenizer/") + name, {});
        writeIn(folder, std::string("tokenizer_2/") + name, {});
    }
}

void writeScheduler(const std::filesystem::path& folder, const std::string& className)
{
    writeIn(folder, "scheduler/scheduler_config.json",
        R"({"_class_name": ")" + className + R"(", "timestep_spacing": "trailing"})");
}

} // namespace

// What a folder says without its models.
class TestPipelineFolder : public QObject {
    Q_OBJECT

private slots:
    void distilledModels_data();
    void distilledModels();
    void sampleSizes();
    void emptyNegativePrompts();
    void textEncoders();
    void partsThatAreTaken();
    void schedulersWithoutASolver();
    void tokenizersInOneFile();
};

void TestPipelineFolder::distilledModels_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QByteArray>("modelIndex");
    QTest::addColumn<bool>("isTurbo");
    const QByteArray nothing = "{}";
    QTest::newRow("by its name") << "SDXL-Turbo-onnx" << nothing << true;
    QTest::newRow("a slash behind it") << "sd-turbo/" << nothing << true;
    QTest::newRow("a version in a cache")
        << "models--stabilityai--sd-turbo/snapshots/b261bac6" << nothing << true;
    QTest::newRow("by what it was made from")
        << "mine" << QByteArray(R"({"_name_or_path": "stabilityai/sdxl-turbo"})") << true;
    QTest::newRow("any other") << "mine" << QByteArray(R"({"_name_or_path": "someone/else"})") << false;
    QTest::newRow("made in a folder of that name")
        << "mine" << QByteArray(R"({"_name_or_path": "/home/turbo/sd15"})") << false;
    QTest::newRow("made from a version of it")
        << "mine" << QByteArray(R"({"_name_or_path": "/c/models--x--sd-turbo/snapshots/b261bac6"})") << true;
    QTest::newRow("of a folder of that name") << "turbo/mine" << nothing << false;
}

void TestPipelineFolder::distilledModels()
{
    QFETCH(QString, folder);
    QFETCH(QByteArray, modelIndex);
    QFETCH(bool, isTurbo);
    const test::TemporaryFolder parent;
    const std::filesystem::path path = parent / folder.toStdString();
    writeNames(path, {"text_encoder"});
    writeIn(path, "model_index.json", modelIndex.toStdString());
    for (const char* const name : {"EulerDiscreteScheduler", "DDIMScheduler"}) {
        writeScheduler(path, name);
        const PipelineFolder read = readPipelineFolder(path);
        QCOMPARE(read.isTurbo, isTurbo);
        // A schedule like theirs is worth a word where the name says nothing.
        const bool isLikeTheirs = read.schedule.solver == Solver::Euler;
        QCOMPARE(read.notes.size(), size_t {isLikeTheirs && !isTurbo ? 1U : 0U});
    }
}

void TestPipelineFolder::sampleSizes()
{
    const test::TemporaryFolder folder;
    writeNames(folder.path(), {"text_encoder"});
    const auto sizeWith = [&](const std::string& size) {
        writeIn(folder.path(), "unet/config.json", R"({"sample_size": )" + size + "}");
        return readPipelineFolder(folder.path()).sampleSize;
    };
    for (const char* const none : {"null", "0", "[0, 0]", "[]"}) {
        QVERIFY(!sizeWith(none));
    }
    QCOMPARE(sizeWith("96").value().width, int64_t {96});
    QCOMPARE(sizeWith("96").value().height, int64_t {96});
    QCOMPARE(sizeWith("[64, 112]").value().width, int64_t {112}); // the height comes first
    QCOMPARE(sizeWith("[64, 112]").value().height, int64_t {64});
    for (const char* const wrong :
        {"64.5", "[64, 64, 64]", "-1", "5000", "[64, 5000]", "\"64\"", "[\"64\"]"}) {
        EXPECT_ERROR(sizeWith(wrong), ErrorKind::InvalidArgument, "sample_size");
    }
}

// Stable Diffusion XL's pipeline in Diffusers takes zeros for one, unless its index says otherwise.
void TestPipelineFolder::emptyNegativePrompts()
{
    const test::TemporaryFolder single;
    writeNames(single.path(), {"text_encoder"});
    QVERIFY(!readPipelineFolder(single.path()).zeroesEmptyNegative);
    const test::TemporaryFolder two;
    writeNames(two.path(), {"text_encoder", "text_encoder_2"});
    QVERIFY(readPipelineFolder(two.path()).zeroesEmptyNegative);
    writeIn(two.path(), "model_index.json", "{}");
    QVERIFY(readPipelineFolder(two.path()).zeroesEmptyNegative);
    writeIn(two.path(), "model_index.json", R"({"force_zeros_for_empty_prompt": false})");
    QVERIFY(!readPipelineFolder(two.path()).zeroesEmptyNegative);
}

void TestPipelineFolder::textEncoders()
{
    const test::TemporaryFolder refiner;
    writeNames(refiner.path(), {"text_encoder_2"});
    EXPECT_ERROR(readPipelineFolder(refiner.path()), ErrorKind::Unsupported, "refiner");
    // Each with its tokenizer, also where the second one's name comes first.
    for (const std::string separator : {"_", "-"}) {
        const test::TemporaryFolder two;
        const std::string encoder = "text" + separator + "encoder";
        for (const std::string& part :
            {encoder, encoder + separator + "2", std::string("unet"), std::string("vae_decoder")}) {
            writeIn(two.path(), part + ".onnx", {});
        }
        for (const char* const tokenizer : {"tokenizer/", "tokenizer_2/"}) {
            writeIn(two.path(), std::string(tokenizer) + "vocab.json", {});
            writeIn(two.path(), std::string(tokenizer) + "merges.txt", {});
        }
        const PipelineFolder folder = readPipelineFolder(two.path());
        QCOMPARE(folder.encoders.size(), size_t {2});
        QVERIFY(folder.encoders[0].model.ends_with("encoder.onnx"));
        QCOMPARE(folder.encoders[0].tokenizer, std::string("tokenizer/"));
        QVERIFY(folder.encoders[1].model.ends_with("2.onnx"));
        QCOMPARE(folder.encoders[1].tokenizer, std::string("tokenizer_2/"));
    }
}

// Of several for one of them the first, as when it is read.
void TestPipelineFolder::partsThatAreTaken()
{
    const test::TemporaryFolder folder;
    for (const char* const name : {"unet-b.onnx", "unet-a.onnx", "text-encoder.onnx", "vae-decoder.onnx",
             "vae-encoder.onnx", "safety-checker.onnx"}) {
        writeIn(folder.path(), name, {});
    }
    const Project project = recogniseProject(folder.path()).value();
    std::vector<std::string> names;
    for (const ProjectPart* part : pipelineParts(project)) {
        names.push_back(part->name);
    }
    const std::vector<std::string> expected {"text-encoder.onnx", "unet-a.onnx", "vae-decoder.onnx"};
    QCOMPARE(names, expected);
    QVERIFY(pipelineParts(Project {}).empty());
}

void TestPipelineFolder::schedulersWithoutASolver()
{
    const test::TemporaryFolder folder;
    writeNames(folder.path(), {"text_encoder"});
    writeScheduler(folder.path(), "UniPCMultistepScheduler");
    const PipelineFolder read = readPipelineFolder(folder.path());
    QVERIFY(read.schedule.solver == Solver::DpmSolverPp2M);
    QCOMPARE(read.notes.size(), size_t {1});
    const std::string note = describe(read.notes[0]);
    QVERIFY(note.starts_with("There is no scheduler 'UniPCMultistepScheduler' here"));
    QVERIFY(note.find("dpm++2m takes its place unless another one is chosen") != std::string::npos);
}

void TestPipelineFolder::tokenizersInOneFile()
{
    const test::TemporaryFolder folder;
    writeNames(folder.path(), {"text_encoder"});
    std::filesystem::remove(folder / "tokenizer/vocab.json");
    EXPECT_ERROR(readPipelineFolder(folder.path()), ErrorKind::InvalidArgument, "or tokenizer.json");
    writeIn(folder.path(), "tokenizer/tokenizer.json", "{}");
    QCOMPARE(readPipelineFolder(folder.path()).encoders.at(0).tokenizer, std::string("tokenizer/"));
}

QTEST_GUILESS_MAIN(TestPipelineFolder)
#include "tst_pipelinefolder.moc"
