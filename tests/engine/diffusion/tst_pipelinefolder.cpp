// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/folder/pipelinefolder.h"
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

QTEST_GUILESS_MAIN(TestPipelineFolder)
#include "tst_pipelinefolder.moc"
