// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/plan/planner.h"
#include "tests/engine/plan/fakedevice.h"

#include <QTest>

using namespace weightless;
using namespace weightless::plan;

namespace {

const vulkan::KernelCode fakeKernel = weightless::testing::fakeKernel("fake");

void inferSame(ops::InferenceContext& context)
{
    context.setOutput(0, context.type(0), context.shape(0));
}

void lowerOneStep(ops::LoweringContext& context)
{
    // As many rounds as the tensor has elements.
    ops::DispatchStep step {
        .loopRounds = ops::LoopRounds(static_cast<uint64_t>(context.output(0).elements()))};
    step.kernel = &fakeKernel;
    for (size_t i = 0; i < context.inputCount(); ++i) {
        step.bindings.push_back({context.input(i), ops::Access::Read});
    }
    step.bindings.push_back({context.output(0), ops::Access::Write});
    context.dispatch(std::move(step));
}

void lowerAsAlias(ops::LoweringContext& context)
{
    context.aliasOutput(0, context.input(0));
}

std::vector<HostTensor> foldSame(const ops::FoldContext& context)
{
    return {*context.inputs[0]};
}

const ops::Operator fakeStep {
    .name = "Step", .maxInputs = ops::anyCount, .infer = inferSame, .lower = lowerOneStep};
const ops::Operator fakeView {.name = "View", .infer = inferSame, .lower = lowerAsAlias};
const ops::Operator fakeFold {.name = "Fold", .infer = inferSame, .lower = lowerOneStep, .fold = foldSame};

// Builds a Dataflow of float32[64] values (256 bytes each).
class Sketch {
public:
    ValueId input()
    {
        const ValueId id = add({ValueKind::Input, dataflow.inputs.size(), descriptor, nullptr, "input"});
        dataflow.inputs.push_back(id);
        return id;
    }
    ValueId hollow() { return add({ValueKind::Constant, m_constants++, descriptor, nullptr, "weight"}); }
    ValueId known()
    {
        return add({ValueKind::Known, 0, descriptor,
            std::make_shared<const HostTensor>(makeHostTensor(descriptor)), "known"});
    }
    ValueId node(const ops::Operator& op, const std::vector<ValueId>& inputs)
    {
        DataflowNode node {&op, {}, {inputs.begin(), inputs.end()}, {}, "node"};
        const ValueId id = add({ValueKind::Computed, 0, descriptor, nullptr, {}});
        node.outputs.push_back(id);
        dataflow.nodes.push_back(std::move(node));
        return id;
    }
    void output(ValueId value)
    {
        dataflow.outputs.emplace_back("output" + std::to_string(dataflow.outputs.size()), value);
    }

    [[nodiscard]] std::shared_ptr<const Plan> plan() const
    {
        const std::vector<Shape> shapes(dataflow.inputs.size(), descriptor.shape);
        return makePlan(dataflow, specialize(dataflow, shapes), {});
    }

    const TensorDescriptor descriptor {DataType::Float32, {64}};
    Dataflow dataflow;

private:
    ValueId add(Value value)
    {
        dataflow.values.push_back(std::move(value));
        return static_cast<ValueId>(dataflow.values.size() - 1);
    }

    size_t m_constants = 0;
};

const ops::DispatchStep& dispatchOf(const PlanStep& step)
{
    return std::get<ops::DispatchStep>(step.work);
}

Home homeOf(const Plan& plan, const PlanStep& step, size_t binding)
{
    return plan.tensors[dispatchOf(step).bindings[binding].tensor.id].home;
}

} // namespace

class TestPlanner : public QObject {
    Q_OBJECT

private slots:
    void aChainNeedsTwoActivations()
    {
        Sketch sketch;
        ValueId value = sketch.input();
        for (int i = 0; i < 6; ++i) {
            value = sketch.node(fakeStep, {value});
        }
        sketch.output(value);
        const auto plan = sketch.plan();
        QCOMPARE(plan->steps.size(), size_t {6});
        QCOMPARE(plan->arenaBytes, uint64_t {512});
        QCOMPARE(homeOf(*plan, plan->steps.front(), 0), Home::Input);
        QCOMPARE(homeOf(*plan, plan->steps.back(), 1), Home::Output);
    }

    void deadNodesAreNotLowered()
    {
        Sketch sketch;
        const ValueId input = sketch.input();
        std::ignore = sketch.node(fakeStep, {input});
        sketch.output(sketch.node(fakeStep, {input}));
        QCOMPARE(sketch.plan()->steps.size(), size_t {1});
    }

    void whatDependsOnConstantsAloneRunsOnce()
    {
        Sketch sketch;
        const ValueId input = sketch.input();
        const ValueId weight = sketch.hollow();
        const ValueId first = sketch.node(fakeStep, {weight});
        const ValueId derived = sketch.node(fakeStep, {first, sketch.known()});
        sketch.output(sketch.node(fakeStep, {input, derived}));
        const auto plan = sketch.plan();
        QCOMPARE(plan->onceSteps.size(), size_t {2});
        QCOMPARE(plan->steps.size(), size_t {1});
        QCOMPARE(homeOf(*plan, plan->onceSteps[0], 0), Home::Constant);
        QCOMPARE(homeOf(*plan, plan->onceSteps[0], 1), Home::OnceArena);
        QCOMPARE(homeOf(*plan, plan->onceSteps[1], 1), Home::Known);
        QCOMPARE(homeOf(*plan, plan->steps[0], 1), Home::Kept);
        QCOMPARE(plan->keptBytes, uint64_t {512});
        QCOMPARE(plan->knownUploads.size(), size_t {1});
    }

    void foldedNodesAreUploadedNotDispatched()
    {
        Sketch sketch;
        const ValueId folded = sketch.node(fakeFold, {sketch.known()});
        sketch.output(sketch.node(fakeStep, {sketch.input(), folded}));
        const auto plan = sketch.plan();
        QCOMPARE(plan->steps.size() + plan->onceSteps.size(), size_t {1});
        QCOMPARE(plan->knownUploads.size(), size_t {1});
    }

    void viewsShareTheirSourcesMemory()
    {
        Sketch sketch;
        const ValueId first = sketch.node(fakeStep, {sketch.input()});
        const ValueId view = sketch.node(fakeView, {first});
        sketch.output(sketch.node(fakeStep, {view}));
        const auto plan = sketch.plan();
        QCOMPARE(plan->steps.size(), size_t {2});
        const auto& written = plan->tensors[dispatchOf(plan->steps[0]).bindings[1].tensor.id];
        const auto& read = plan->tensors[dispatchOf(plan->steps[1]).bindings[0].tensor.id];
        QCOMPARE(read.home, Home::Arena);
        QCOMPARE(read.offsetBytes, written.offsetBytes);
    }

    // A view keeps its source alive: what is made in between must not land on it.
    void aViewExtendsItsSourcesLife()
    {
        Sketch sketch;
        const ValueId first = sketch.node(fakeStep, {sketch.input()});
        const ValueId view = sketch.node(fakeView, {first});
        const ValueId between = sketch.node(fakeStep, {sketch.node(fakeStep, {sketch.input()})});
        sketch.output(sketch.node(fakeStep, {view, between}));
        const auto plan = sketch.plan();
        const auto& source = plan->tensors[dispatchOf(plan->steps[0]).bindings[1].tensor.id];
        for (size_t i = 1; i < 3; ++i) {
            const auto& other = plan->tensors[dispatchOf(plan->steps[i]).bindings[1].tensor.id];
            QVERIFY(other.offsetBytes != source.offsetBytes);
        }
    }

    void outputsThatForwardValuesAreCopies_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("input") << 0;
        QTest::newRow("hollow constant") << 1;
        QTest::newRow("known value") << 2;
        QTest::newRow("the same value twice") << 3;
        QTest::newRow("a view of an input") << 4;
    }

    void outputsThatForwardValuesAreCopies()
    {
        QFETCH(int, kind);
        Sketch sketch;
        const ValueId input = sketch.input();
        ValueId value = input;
        if (kind == 1) {
            value = sketch.hollow();
        } else if (kind == 2) {
            value = sketch.known();
        } else if (kind == 3) {
            value = sketch.node(fakeStep, {input});
            sketch.output(value);
        } else if (kind == 4) {
            value = sketch.node(fakeView, {input});
        }
        sketch.output(value);
        const auto plan = sketch.plan();
        QVERIFY(!plan->steps.empty());
        const auto* copy = std::get_if<CopyStep>(&plan->steps.back().work);
        QVERIFY(copy != nullptr);
        QCOMPARE(plan->tensors[copy->to.id].home, Home::Output);
        QVERIFY(plan->tensors[copy->from.id].home != Home::Unused);
    }

    void otherShapesGiveOtherPlans()
    {
        Sketch sketch;
        sketch.output(sketch.node(fakeStep, {sketch.input()}));
        const auto plan = makePlan(sketch.dataflow, specialize(sketch.dataflow, {{3, 5}}), {});
        QCOMPARE(plan->outputs[0].shape, (Shape {3, 5}));
    }

    void loopsAboveTheDevicesLimitAreRefused()
    {
        Sketch sketch;
        sketch.output(sketch.node(fakeStep, {sketch.input()}));
        vulkan::DeviceTraits traits;
        traits.name = "narrow";
        traits.maxLoopRounds = 15;
        const auto plan = makePlan(sketch.dataflow, specialize(sketch.dataflow, {{3, 5}}), traits);
        QCOMPARE(plan->steps.size(), size_t {1});
        try {
            std::ignore = makePlan(sketch.dataflow, specialize(sketch.dataflow, {{4, 4}}), traits);
            QFAIL("must throw");
        } catch (const Error& error) {
            QVERIFY(error.kind() == ErrorKind::Unsupported);
            QCOMPARE(error.message(),
                std::string(
                    "Node 'node' (Step): kernel fake would make 16 loop rounds per invocation to write "
                    "float32[4, 4], and device 'narrow' makes at most 15; choose another device or "
                    "smaller tensors"));
        }
    }

    void errorsNameTheNode()
    {
        const ops::Operator refusing {
            .name = "Refuse", .infer = [](ops::InferenceContext& context) { context.fail("no such thing"); }};
        Sketch sketch;
        sketch.output(sketch.node(refusing, {sketch.input()}));
        try {
            std::ignore = sketch.plan();
            QFAIL("must throw");
        } catch (const Error& error) {
            QVERIFY(error.kind() == ErrorKind::InvalidArgument);
            QCOMPARE(error.message(), std::string("Node 'node' (Refuse): no such thing"));
        }
    }
};

QTEST_GUILESS_MAIN(TestPlanner)
#include "tst_planner.moc"
