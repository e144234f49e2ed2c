// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/datalocations.h"
#include "engine/onnx/saver.h"
#include "tests/engine/onnx/richmodel.h"
#include "tests/engine/onnx/savelayouts.h"

#include <QTest>

using namespace weightless;
using namespace weightless::test;
using namespace weightless::onnx_io;

namespace fs = std::filesystem;

// What models name as their data is kept for them, whatever else is wrong with them.
class TestDataLocations : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_model = read(write(m_sources, "in.onnx", addModel(rawTensor("w", test::numbers(400)))));
    }

    void whatUnreadableModelsNameIsNotKnown();
    void modelsHaveExtensionsOfAnyCase();
    void brokenTensorsNameTheirData_data();
    void brokenTensorsNameTheirData();

private:
    TemporaryFolder m_sources;
    Model m_model;
};

void TestDataLocations::whatUnreadableModelsNameIsNotKnown()
{
    const TemporaryFolder folder;
    const std::string whole = modelNaming("out.onnx_data").SerializeAsString();
    saveModel(folder / "out.onnx", m_model, external);
    folder.write("half.onnx", std::string_view(whole).substr(0, whole.size() - 12));
    QVERIFY(!dataLocationsOf(folder / "half.onnx"));
    const auto report = saveModel(folder / "out.onnx", m_model, inside);
    QVERIFY(fs::exists(folder / "out.onnx_data"));
    QCOMPARE(report.leftFiles, std::vector<std::string> {"out.onnx_data"});
}

void TestDataLocations::modelsHaveExtensionsOfAnyCase()
{
    const TemporaryFolder folder;
    saveModel(folder / "out.onnx", m_model, external);
    write(folder, "TWIN.ONNX", modelNaming("out.onnx_data"));
    QVERIFY(saveModel(folder / "out.onnx", m_model, inside).leftFiles.empty()); // it is the twin's
    QVERIFY(fs::exists(folder / "out.onnx_data"));
}

void TestDataLocations::brokenTensorsNameTheirData_data()
{
    QTest::addColumn<QByteArray>("proto");
    const auto add = [](const char* what, const std::function<void(onnx::TensorProto&)>& spoil) {
        onnx::ModelProto proto = modelNaming("out.onnx_data");
        spoil(*proto.mutable_graph()->mutable_initializer(0));
        QTest::newRow(what) << QByteArray::fromStdString(proto.SerializeAsString());
    };
    using Tensor = onnx::TensorProto;
    add("shape", [](Tensor& tensor) { tensor.set_dims(0, -1); });
    add("length", [](Tensor& tensor) { tensor.set_dims(0, 399); });
    add("offset", [](Tensor& tensor) { tensor.mutable_external_data(1)->set_value("far"); });
    add("type", [](Tensor& tensor) { tensor.set_data_type(99); });
    add("strings", [](Tensor& tensor) { tensor.set_data_type(Tensor::STRING); });
    add("data twice", [](Tensor& tensor) { tensor.set_raw_data(std::string(1600, 'x')); });
    add("way round",
        [](Tensor& tensor) { tensor.mutable_external_data(0)->set_value("a/../out.onnx_data"); });
}

void TestDataLocations::brokenTensorsNameTheirData()
{
    QFETCH(QByteArray, proto);
    const TemporaryFolder folder;
    saveModel(folder / "out.onnx", m_model, external);
    folder.write("broken.onnx", proto.toStdString());
    const auto named = dataLocationsOf(folder / "broken.onnx");
    QVERIFY(named && named->contains("out.onnx_data"));
    saveModel(folder / "out.onnx", m_model, inside);
    QVERIFY(fs::exists(folder / "out.onnx_data"));
}

QTEST_APPLESS_MAIN(TestDataLocations)
#include "tst_onnx_datalocations.moc"
