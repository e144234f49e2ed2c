// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/zoo/zoo.h"
#include "engine/base/error.h"
#include "engine/reference/testdata.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <array>

using namespace weightless;
using namespace weightless::cli;
namespace fs = std::filesystem;

class TestCliZoo : public QObject {
    Q_OBJECT

private slots:
    void findsModelsAndData();
    void linksAreNotSearched();
    void linksInACircleHideNothing();
    void aFileStandsForItself();
    void nothingThere();

private:
    [[nodiscard]] static std::vector<ZooModel> find(const fs::path& path)
    {
        const std::array paths {path};
        return findZooModels(paths);
    }
};

void TestCliZoo::findsModelsAndData()
{
    const test::TemporaryFolder folder;
    for (const char* data : {"b/test_data_set_10", "b/test_data_set_9", "a/deep/test_data_set_0",
             "two/test_data_set_0", "data only", "model only"}) {
        fs::create_directories(folder / data);
    }
    for (const char* model : {"b/model.onnx", "b/other.onnx", "a/deep/net.onnx", "two/x.onnx", "two/y.onnx",
             "model only/model.onnx"}) {
        folder.write(model, "");
    }
    const std::vector<ZooModel> models = find(folder.path());
    QCOMPARE(models.size(), size_t {3});
    QCOMPARE(models[0].name, std::string("a/deep"));
    QCOMPARE(models[0].model.filename(), fs::path("net.onnx"));
    QCOMPARE(models[1].name, std::string("b"));
    QCOMPARE(models[1].model.filename(), fs::path("model.onnx"));
    QCOMPARE(models[1].dataSets.size(), size_t {2});
    QCOMPARE(models[1].dataSets[0].filename(), fs::path("test_data_set_9"));
    QVERIFY2(models[2].model.empty(), "two models, none of them model.onnx");
}

void TestCliZoo::linksAreNotSearched()
{
#ifdef Q_OS_WIN
    QSKIP("links take a right there that users do not have");
#endif
    const test::TemporaryFolder folder;
    fs::create_directories(folder / "m/test_data_set_0");
    folder.write("m/model.onnx", "");
    fs::create_directory_symlink(folder.path(), folder / "m/round");
    fs::create_directory_symlink(folder / "m", folder / "again");
    const std::vector<ZooModel> models = find(folder.path());
    QCOMPARE(models.size(), size_t {1});
    QCOMPARE(models[0].name, std::string("m"));
}

void TestCliZoo::linksInACircleHideNothing()
{
#ifdef Q_OS_WIN
    QSKIP("links take a right there that users do not have");
#endif
    const test::TemporaryFolder folder;
    fs::create_directories(folder / "m/test_data_set_0");
    folder.write("m/net.onnx", "");
    for (const char* name : {"self", "m/self", "m/model.onnx", "m/self.onnx", "m/test_data_set_1",
             "m/test_data_set_0/input_0.pb"}) {
        fs::create_symlink((folder / name).filename(), folder / name);
    }
    const std::vector<ZooModel> models = find(folder.path());
    QCOMPARE(models.size(), size_t {1});
    QCOMPARE(models[0].model.filename(), fs::path("net.onnx"));
    QCOMPARE(models[0].dataSets.size(), size_t {1});
    // It is there: reading it says what is wrong with it.
    QCOMPARE(tensorFiles(models[0].dataSets[0], "input").size(), size_t {1});
}

void TestCliZoo::aFileStandsForItself()
{
    const test::TemporaryFolder folder;
    fs::create_directories(folder / "m/test_data_set_0");
    folder.write("m/model.onnx", "");
    folder.write("m/other.onnx", "");
    QCOMPARE(find(folder / "m/other.onnx").at(0).model, folder / "m/other.onnx");
    QCOMPARE(find(folder / "m").at(0).name, std::string("m"));
    QCOMPARE(find(folder / "m/").at(0).name, std::string("m"));
}

void TestCliZoo::nothingThere()
{
    const test::TemporaryFolder folder;
    QVERIFY_EXCEPTION_THROWN((void)find(folder / "absent"), Error);
    QVERIFY_EXCEPTION_THROWN((void)find(folder.path()), Error);
    QVERIFY_EXCEPTION_THROWN((void)find(folder.write("lonely.onnx", "")), Error);
}

QTEST_APPLESS_MAIN(TestCliZoo)
#include "tst_cli_zoo.moc"
