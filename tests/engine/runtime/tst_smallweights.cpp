// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/importer.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

// x, through weights, with what `op` makes of it and of the constant.
Model modelWith(const char* op, const HostTensor& constant, bool isComputed)
{
    Model model;
    model.opsets[""] = 17;
    model.graph.inputs = {valueOf("x", DataType::Float32, {1, 2})};
    model.graph.outputs = {valueOf("y", DataType::Float32, {1, 2})};
    model.graph.constants = {
        hollowConstant("w", {DataType::Float32, {2, 2}}), knownConstant("small", constant)};
    model.graph.nodes = {nodeOf("MatMul", {"x", "w"}, {"p"})};
    if (isComputed) {
        model.graph.nodes.push_back(nodeOf("Identity", {"small"}, {"computed"}));
    }
    model.graph.nodes.push_back(nodeOf(op, {"p", isComputed ? "computed" : "small"}, {"y"}));
    return model;
}

} // namespace

// Constants whose values are known before anything is loaded, as another type of float.
class TestSmallWeights : public ContextTest {
    Q_OBJECT

private slots:
    // They became others in silence, and -70,000 half of what larger weights become.
    void areWeightsAsLargerOnesAre_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<QByteArray>("op");
        QTest::addColumn<bool>("isComputed");
        QTest::addColumn<std::vector<float>>("values");
        QTest::addColumn<std::vector<float>>("kept");
        QTest::addColumn<qsizetype>("told");
        using Floats = std::vector<float>;
        constexpr DataType half = DataType::Float16;
        const auto row = [](const char* name) -> QTestData& { return QTest::newRow(name); };
        row("beyond") << half << QByteArray("Add") << false << Floats {7e4F, -7e4F} << Floats {65504, -65504}
                      << qsizetype {2};
        row("masks") << half << QByteArray("Add") << false << Floats {-1e5F, -1e9F} << Floats {-32752, -32752}
                     << qsizetype {0};
        row("what fits") << half << QByteArray("Add") << false << Floats {-1e4F, 1000} << Floats {-1e4F, 1000}
                         << qsizetype {0};
        row("computed") << half << QByteArray("Add") << true << Floats {7e4F, -7e4F} << Floats {65504, -32752}
                        << qsizetype {0};
        row("limits") << half << QByteArray("Max") << false << Floats {-7e4F, -1e9F} << Floats {0, 0}
                      << qsizetype {0};
        row("factors") << half << QByteArray("Mul") << false << Floats {7e4F, -7e4F} << Floats {0, 0}
                       << qsizetype {0};
        row("of bfloat16") << DataType::BFloat16 << QByteArray("Add") << false
                           << Floats {0x1.ffffp127F, -0x1.8p17F} << Floats {0x1.fep127F, -0x1.8p17F}
                           << qsizetype {1};
    }

    void areWeightsAsLargerOnesAre()
    {
        QFETCH(const DataType, type);
        QFETCH(const QByteArray, op);
        QFETCH(const bool, isComputed);
        QFETCH(const std::vector<float>, values);
        QFETCH(const std::vector<float>, kept);
        QFETCH(const qsizetype, told);
        const Model model = modelWith(op.constData(), floatTensor({1, 2}, values), isComputed);
        const auto graph = buildGraph(m_context, model, {.weightsType = type});
        graph->setConstantData(0, makeHostTensor({type, {2, 2}}).bytes);
        const auto outputs = runGraph(*m_context, *graph, {floatTensor({1, 2}, {1, 2})});
        QCOMPARE(floatsOf(outputs[0]), kept);
        const std::vector<ClampedConstant> clamped = graph->clampedConstants();
        QCOMPARE(clamped.size(), size_t {told > 0});
        if (told > 0) {
            QCOMPARE(clamped.front().name, std::string("small"));
            QVERIFY(clamped.front().type == type);
            QCOMPARE(clamped.front().values, static_cast<uint64_t>(told));
        }
        graph->unload();
        QCOMPARE(graph->clampedConstants().size(), clamped.size()); // they stay known
    }
};

QTEST_GUILESS_MAIN(TestSmallWeights)
#include "tst_smallweights.moc"
