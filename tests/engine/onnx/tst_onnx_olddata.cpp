// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/saver.h"
#include "engine/onnx/tensorplacement.h"
#include "tests/engine/onnx/richmodel.h"
#include "tests/engine/onnx/savelayouts.h"

#include <QTest>

using namespace weightless;
using namespace weightless::test;
using namespace weightless::onnx_io;

namespace fs = std::filesystem;

// What becomes of the files that a replaced model named as its data.
class TestOldData : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_model = read(write(m_sources, "in.onnx", addModel(rawTensor("w", test::numbers(400)))));
    }

    void namesOfDataFiles();
    void ownDataGoes();
    void filesOfOthersStay();

private:
    TemporaryFolder m_sources;
    Model m_model;
};

void TestOldData::namesOfDataFiles()
{
    for (const char* name : {"m.onnx_data", "m.onnx_data_1", "m.onnx_data_12", "m.onnx_data.0123456789abcdef",
             "m.onnx_data.0123456789abcdef_3"}) {
        QVERIFY2(isDataFileNameFor("m.onnx_data", name), name);
    }
    for (const char* name : {"", "m.onnx", "tax.pdf", "m.onnx_data_", "m.onnx_data_0", "m.onnx_data_old",
             "m.onnx_data.bak", "m.onnx_data.0123456789abcde", "m.onnx_data.0123456789abcdeg",
             "m.onnx_data.0123456789abcdef0", "m.onnx_data_1.0123456789abcdef", "xm.onnx_data"}) {
        QVERIFY2(!isDataFileNameFor("m.onnx_data", name), name);
    }
}

void TestOldData::ownDataGoes()
{
    const TemporaryFolder folder;
    folder.write("w.bin", "taken");
    SaveOptions named = external;
    named.files.dataFileName = "w.bin";
    const fs::path first = saveModel(folder / "out.onnx", m_model, named).files.at(1);
    QVERIFY(first.filename() != "w.bin");
    QVERIFY(saveModel(folder / "out.onnx", m_model, named).leftFiles.empty());
    QVERIFY(!fs::exists(first));
    // By another name there is nothing that says whose it is.
    const auto report = saveModel(folder / "out.onnx", m_model, external);
    QCOMPARE(report.leftFiles.size(), size_t {1});
    QVERIFY(report.leftFiles.front().starts_with("w.bin."));
    QVERIFY(saveModel(folder / "out.onnx", m_model, inside).leftFiles.empty());
    QVERIFY(!fs::exists(folder / "out.onnx_data"));
    QCOMPARE(folder.fileCount(), size_t {3});
}

// A model may come from anywhere, and name anything as its data.
void TestOldData::filesOfOthersStay()
{
    const TemporaryFolder folder;
    fs::create_directory(folder / "letters");
    for (const std::string name : {"tax.pdf", "out.onnx_data.bak", "other.onnx_data", "letters/one.txt"}) {
        folder.write(name, "precious");
        write(folder, "out.onnx", modelNaming(name));
        for (const SaveOptions& options : {external, inside}) {
            const auto report = saveModel(folder / "out.onnx", m_model, options);
            QCOMPARE(contentOf(folder / name), std::string("precious"));
            QCOMPARE(report.leftFiles, std::vector<std::string> {name});
            write(folder, "out.onnx", modelNaming(name));
        }
    }
}

QTEST_APPLESS_MAIN(TestOldData)
#include "tst_onnx_olddata.moc"
