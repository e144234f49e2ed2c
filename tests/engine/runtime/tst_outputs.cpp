// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graph.h"
#include "engine/runtime/tensorinternals.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

// Where outputs are, and how often what is moved. Once with tensors that the CPU reads where they are, if it
// does so on this device, once without.
class TestOutputs : public QObject {
    Q_OBJECT

private slots:
    void chainsMoveNothing_data()
    {
        QTest::addColumn<bool>("throughStaging");
        QTest::newRow("as the device has it") << false;
        QTest::newRow("through staging") << true;
    }
    void chainsMoveNothing()
    {
        QFETCH(bool, throughStaging);
        std::string reason;
        const auto context = openTestContext(reason, {.readsThroughStaging = throughStaging});
        WEIGHTLESS_NEEDS_DEVICE(context, reason.c_str());
        const auto graph = threeOutputs(context);
        const auto x = context->createTensor(descriptor);
        context->writeTensor(*x, bytesOf({1, -2, 3, -4}));
        NamedTensors outputs;
        std::vector<std::shared_ptr<Tensor>> tensors;
        for (const GraphPort& port : graph->outputs()) {
            tensors.push_back(context->createTensor(port.descriptor));
            outputs[port.name] = tensors.back();
        }
        const TransferCounts before = context->transferCounts();
        // x and the first output take turns as input and output: two sets of bindings, recorded once each.
        for (int i = 0; i < 10; ++i) {
            outputs["negated"] = i % 2 == 0 ? tensors[0] : x;
            context->dispatch(*graph, {{"x", i % 2 == 0 ? x : tensors[0]}}, outputs);
        }
        const TransferCounts dispatched = context->transferCounts();
        QCOMPARE(dispatched.writes, before.writes);
        QCOMPARE(dispatched.reads, before.reads);
        QCOMPARE(dispatched.readBackCopies, before.readBackCopies);
        QCOMPARE(dispatched.recordings, before.recordings + 2);

        tensors.push_back(x);
        const auto values = context->readTensors(tensors);
        const TransferCounts read = context->transferCounts();
        QCOMPARE(read.reads, before.reads + 4); // one copy each
        // Where the device copies first, all copies are with it before one is waited for.
        const bool isCopied = throughStaging || x->internals().range.readable().empty();
        QCOMPARE(read.readBackCopies, before.readBackCopies + (isCopied ? 4 : 0));
        QCOMPARE(read.mostReadBacksInFlight, uint64_t {isCopied ? 4u : 0u});
        QCOMPARE(floatsOf(values[0]), (std::vector<float> {-1, 2, -3, 4}));
        QCOMPARE(floatsOf(values[1]), (std::vector<float> {1, 2, 3, 4}));
        QCOMPARE(floatsOf(values[2]), (std::vector<float> {1, 4, 9, 16}));
        QCOMPARE(floatsOf(values[3]), (std::vector<float> {1, -2, 3, -4}));
        QCOMPARE(context->validationMessages(), uint64_t {0});
    }

private:
    static std::shared_ptr<Graph> threeOutputs(const std::shared_ptr<Context>& context)
    {
        GraphBuilder builder(context);
        const Operand x = builder.input("x", descriptor);
        const std::pair<std::string, Operand> outputs[] {{"negated", builder.node("Neg", {x})},
            {"magnitude", builder.node("Abs", {x})}, {"square", builder.node("Mul", {x, x})}};
        return builder.build(outputs);
    }

    static inline const TensorDescriptor descriptor {DataType::Float32, {4}};
};

QTEST_GUILESS_MAIN(TestOutputs)
#include "tst_outputs.moc"
