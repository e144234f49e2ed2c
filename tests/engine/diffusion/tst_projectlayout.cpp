// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/folder/projectlayout.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QDir>
#include <QTest>

using namespace weightless;

class TestProjectLayout : public QObject {
    Q_OBJECT

private slots:
    void diffusers();
    void sideBySide();
    void unrelatedModels();
    void noModels();
    void manyModels();
};

namespace {

void touch(const test::TemporaryFolder& folder, const std::filesystem::path& name)
{
    std::filesystem::create_directories((folder.path() / name).parent_path());
    folder.write(name.string(), "");
}

} // namespace

void TestProjectLayout::diffusers()
{
    const test::TemporaryFolder folder;
    for (const char* name :
        {"vae_decoder/model.onnx", "unet/model.onnx", "unet/model.onnx_data", "unet/other.onnx",
            "text_encoder/model_layernorm.onnx", "text_encoder_2/model.onnx", "vae_encoder/model.onnx",
            "tokenizer/vocab.json", "scheduler/scheduler_config.json", "model_index.json"})
        touch(folder, name);
    const auto project = recogniseProject(folder.path());
    QVERIFY(project);
    QVERIFY(project->layout == ProjectLayout::Diffusers);
    QStringList names;
    for (const ProjectPart& part : project->parts)
        names.append(QDir::fromNativeSeparators(QString::fromStdString(part.name)));
    QCOMPARE(names,
        QStringList({"text_encoder/model_layernorm.onnx", "text_encoder_2/model.onnx", "unet/model.onnx",
            "vae_decoder/model.onnx", "vae_encoder/model.onnx"}));
    QVERIFY(project->parts[2].role == ProjectRole::Denoiser);
    QVERIFY(std::filesystem::exists(project->parts[2].path));
}

void TestProjectLayout::sideBySide()
{
    const test::TemporaryFolder folder;
    for (const char* name : {"Stable-Diffusion-v1.5-vae-decoder-float16-fp32-instancenorm.onnx",
             "sd-unet-v1.5-model-b2c4h64w64s77-float16-compute-and-inputs-layernorm.onnx",
             "text-encoder.onnx", "README.md"})
        touch(folder, name);
    const auto project = recogniseProject(folder.path());
    QVERIFY(project && project->layout == ProjectLayout::FlatDiffusion);
    QCOMPARE(project->parts.size(), size_t {3});
    QVERIFY(project->parts[0].role == ProjectRole::TextEncoder);
    QVERIFY(project->parts[1].role == ProjectRole::Denoiser);
    QVERIFY(project->parts[2].role == ProjectRole::VaeDecoder);
}

void TestProjectLayout::unrelatedModels()
{
    const test::TemporaryFolder folder;
    touch(folder, "b.onnx");
    touch(folder, "A.ONNX");
    touch(folder, "sub/c.onnx"); // sub-folders count only when their names say what they are
    const auto project = recogniseProject(folder.path());
    QVERIFY(project && project->layout == ProjectLayout::Models);
    QCOMPARE(project->parts.size(), size_t {2});
    QVERIFY(project->parts[0].role == ProjectRole::Other);
}

void TestProjectLayout::noModels()
{
    const test::TemporaryFolder folder;
    touch(folder, "unet/readme.txt");
    std::filesystem::create_directories(folder.path() / "model.onnx"); // a folder, whatever its name
    QVERIFY(!recogniseProject(folder.path()));
    EXPECT_ERROR((void)recogniseProject(folder / "absent"), ErrorKind::Io, "absent");
}

void TestProjectLayout::manyModels()
{
    const test::TemporaryFolder folder;
    for (int i = 0; i < 80; ++i)
        touch(folder, std::to_string(i) + ".onnx");
    QCOMPARE(recogniseProject(folder.path())->parts.size(), size_t {64});
}

QTEST_APPLESS_MAIN(TestProjectLayout)
#include "tst_projectlayout.moc"
