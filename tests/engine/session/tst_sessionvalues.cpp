// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/writer.h"
#include "engine/session/session.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <tuple>

using namespace weightless;
using namespace weightless::testing;

class TestSessionValues : public ContextTest {
    Q_OBJECT

private slots:
    // Computed anew for whoever looks at it: a part of the model, in which the norm is not.
    void aShownValueIsWhatTheRunHad()
    {
        const test::TemporaryFolder folder;
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {valueOf("x", DataType::Float32, {1, 2, 2, 1})};
        model.graph.outputs = {valueOf("y", DataType::Float32, {1, 2, 2, 1})};
        model.graph.constants = {knownConstant("variance", floatTensor({2}, {9e6, 1e8})),
            knownConstant("zero", floatTensor({2}, {0, 0})), knownConstant("one", floatTensor({2}, {1, 1}))};
        model.graph.nodes = {nodeOf("Identity", {"variance"}, {"v"}), nodeOf("Abs", {"v"}, {"a"}),
            nodeOf("BatchNormalization", {"x", "one", "zero", "zero", "a"}, {"y"})};
        onnx_io::writeModel(folder.path() / "norm.onnx", model, {}, {});
        onnx_io::ReadOptions options;
        options.handOffThresholdElements = 1;
        Session session(m_context);
        session.open(openModel((folder.path() / "norm.onnx").string(), options));
        GraphRequest request;
        request.weightsType = DataType::Float16;
        session.build(request);
        QCOMPARE(session.graph().constantCount(), size_t {3});
        session.load()->run();
        session.feed();
        std::ignore = session.run();
        const auto value = session.valueOf("a");
        QVERIFY(value->descriptor.type == DataType::Float32);
        QCOMPARE(floatsOf(*value), (std::vector<float> {9e6, 1e8}));
    }
};

QTEST_GUILESS_MAIN(TestSessionValues)
#include "tst_sessionvalues.moc"
