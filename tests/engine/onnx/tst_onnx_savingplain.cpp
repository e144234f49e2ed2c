// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/saver.h"

#include "tests/engine/onnx/richmodel.h"
#include "tests/engine/onnx/savelayouts.h"

#include <QTest>

using namespace weightless;
using namespace weightless::test;
using namespace weightless::onnx_io;

namespace {

onnx::ModelProto withoutWeights()
{
    onnx::ModelProto model = addModel(rawTensor("w", test::numbers(4)));
    model.mutable_graph()->clear_initializer();
    model.mutable_graph()->mutable_node(0)->set_input(1, "x");
    return model;
}

} // namespace

// Models of which nothing is to be moved: no weights, or only such as stay where they are.
class TestSavingPlain : public QObject {
    Q_OBJECT

private slots:
    void comesBackAsItIs_data();
    void comesBackAsItIs();
};

void TestSavingPlain::comesBackAsItIs_data()
{
    QTest::addColumn<std::string>("model");
    QTest::addColumn<SaveOptions>("options");
    onnx::ModelProto small = addModel(rawTensor("w", test::numbers(4)));
    onnx::ModelProto nameless = small;
    nameless.mutable_graph()->clear_name();
    onnx::ModelProto trained = small;
    trained.add_training_info()->mutable_algorithm()->add_node()->set_op_type("Identity");
    SaveOptions shards = external;
    shards.files.shardBytes = 4096;
    SaveOptions halves = external;
    halves.weights = StoredWeights::Float16;
    for (const auto& [name, model] :
        {std::pair("no weights", withoutWeights()), std::pair("a small one", small),
            std::pair("a graph without a name", nameless), std::pair("training", trained)}) {
        for (const auto& [layout, options] : {std::pair("inside", inside), std::pair("external", external),
                 std::pair("shards", shards), std::pair("halves", halves)}) {
            QTest::addRow("%s, %s", name, layout) << model.SerializeAsString() << options;
        }
    }
}

void TestSavingPlain::comesBackAsItIs()
{
    QFETCH(const std::string, model);
    QFETCH(const SaveOptions, options);
    const TemporaryFolder folder;
    const SaveReport report = saveModel(folder / "out.onnx", read(folder.write("in.onnx", model)), options);
    QVERIFY(!report.isStructureRebuilt);
    QCOMPARE(report.files.size(), size_t {1});
    onnx::ModelProto saved;
    QVERIFY(saved.ParseFromString(contentOf(folder / "out.onnx")));
    QVERIFY(saved.SerializeAsString() == model);
}

QTEST_GUILESS_MAIN(TestSavingPlain)
#include "tst_onnx_savingplain.moc"
