// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/runtime/graphbuilder.h"
#include "tests/engine/ops/caserun.h"
#include "tests/needsdevice.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <set>

using namespace weightless;
using namespace weightless::ops;
using namespace weightless::testing;

namespace {

// Operators with kernels for what the graph made itself, which begins at a group of eight elements; of those
// that share one, some.
bool choosesByOrigin(const OperatorCase& test)
{
    constexpr std::array<std::string_view, 18> operators {"Add", "And", "Cast", "Equal", "Exp",
        "FusedGroupNormalization", "GatedGelu", "GroupNormalization", "InstanceNormalization",
        "LayerNormalization", "Mul", "Neg", "Not", "ReduceLogSumExp", "ReduceMax",
        "SimplifiedLayerNormalization", "Transpose", "Where"};
    return std::ranges::find(operators, test.opType) != operators.end();
}

// Of nothing nobody makes two halves, nor with the operators of old sets.
bool canBeHalves(const OperatorCase& test)
{
    return test.opset >= 13 && std::ranges::none_of(test.inputs, [](const std::optional<HostTensor>& input) {
        return input && elementCount(input->descriptor.shape) == 0;
    });
}

// The case's inputs are results: the first half of them twice over, which nobody but the graph can have made.
// Beside the inputs that are `given`.
std::shared_ptr<Graph> graphOfResults(
    const std::shared_ptr<Context>& context, const OperatorCase& test, const std::set<size_t>& given = {})
{
    GraphBuilder builder(context, test.opset);
    const auto known = [&](const std::vector<int64_t>& values) {
        HostTensor tensor = makeHostTensor({DataType::Int64, {static_cast<int64_t>(values.size())}});
        for (size_t i = 0; i < values.size(); ++i) {
            setElement(tensor, i, values[i]);
        }
        return builder.constant(tensor.descriptor, tensor.bytes);
    };
    Attributes axis;
    axis.set("axis", int64_t {0});
    std::vector<std::optional<weightless::Operand>> inputs;
    for (size_t i = 0; i < test.inputs.size(); ++i) {
        inputs.emplace_back();
        if (test.inputs[i]) {
            const TensorDescriptor& descriptor = test.inputs[i]->descriptor;
            const auto input = builder.input("input " + std::to_string(i), descriptor);
            if (given.contains(i)) {
                inputs.back() = input;
                continue;
            }
            const auto flat = builder.node("Reshape", {input, known({-1})});
            const auto twice = builder.node("Concat", {flat, flat}, axis);
            const auto half = builder.node(
                "Slice", {twice, known({0}), known({elementCount(descriptor.shape).value_or(0)})});
            inputs.back() = builder.node("Reshape", {half, known(descriptor.shape)});
        }
    }
    const auto results =
        builder.node(test.opType, inputs, test.attributes, test.expected.size(), "node", test.domain);
    std::vector<std::pair<std::string, weightless::Operand>> outputs;
    for (size_t i = 0; i < results.size(); ++i) {
        outputs.emplace_back("output " + std::to_string(i), results[i]);
    }
    return builder.build(outputs);
}

} // namespace

// Kernels that ask for what begins at a group of eight elements are not taken for the inputs of a graph,
// which are what tst_operators has. Here nodes have results for inputs.
class TestComputedInputs : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const bool bindsByAddress : {false, true}) {
            OpenedContext opened = openedContext({.bindsByAddress = bindsByAddress});
            m_contexts.push_back(std::move(opened.context));
            WEIGHTLESS_NEEDS_DEVICE(m_contexts.back(), opened.reason.c_str());
        }
        addAllCases(m_cases);
        std::erase_if(m_cases, [](const OperatorCase& test) {
            return !choosesByOrigin(test) || test.expectedError || !test.constantInputs.empty()
                || !canBeHalves(test);
        });
    }

    void computes_data() { addCaseRows(m_cases); }

    void computes()
    {
        QFETCH(const size_t, index);
        const OperatorCase& test = m_cases[index];
        for (const std::shared_ptr<Context>& context : m_contexts) {
            try {
                const std::string difference = differenceFromExpected(
                    dispatchedCase(context, graphOfResults(context, test), test), test);
                QVERIFY2(difference.empty(), difference.c_str());
            } catch (const Error& error) {
                QFAIL(error.what());
            }
            QCOMPARE(context->validationMessages(), uint64_t {0});
        }
    }

    // Of two operands one comes from outside.
    void computesBesideAnInput_data()
    {
        QTest::addColumn<size_t>("index");
        for (size_t i = 0; i < m_cases.size(); ++i) {
            const std::string& name = m_cases[i].opType;
            if (name == "Add" || name == "Mul" || name == "Equal" || name == "Where") {
                QTest::addRow("%zu %s: %s", i, name.c_str(), m_cases[i].name.c_str()) << i;
            }
        }
    }

    void computesBesideAnInput()
    {
        QFETCH(const size_t, index);
        const OperatorCase& test = m_cases[index];
        for (size_t given = 0; given < test.inputs.size(); ++given) {
            const auto& context = m_contexts.front();
            try {
                const std::string difference = differenceFromExpected(
                    dispatchedCase(context, graphOfResults(context, test, {given}), test), test);
                QVERIFY2(difference.empty(), difference.c_str());
            } catch (const Error& error) {
                QFAIL(error.what());
            }
            QCOMPARE(context->validationMessages(), uint64_t {0});
        }
    }

    void cleanupTestCase() { m_contexts.clear(); }

private:
    std::vector<std::shared_ptr<Context>> m_contexts; // by descriptors, and by addresses
    CaseList m_cases;
};

QTEST_GUILESS_MAIN(TestComputedInputs)
#include "tst_computedinputs.moc"
