// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/runtime/graphbuilder.h"
#include "tests/engine/ops/caserun.h"
#include "tests/engine/ops/tensordifference.h"
#include "tests/needsdevice.h"

#include <QTest>

#include <algorithm>
#include <array>

using namespace weightless;
using namespace weightless::ops;
using namespace weightless::testing;

namespace {

// Operators with kernels for what the graph made itself, which begins at a group of eight elements.
bool choosesByOrigin(const OperatorCase& test)
{
    constexpr std::array<std::string_view, 6> operators {"InstanceNormalization", "LayerNormalization",
        "SimplifiedLayerNormalization", "GroupNormalization", "FusedGroupNormalization", "GatedGelu"};
    return std::ranges::find(operators, test.opType) != operators.end();
}

HostTensor negated(const HostTensor& tensor)
{
    return mapped(tensor, tensor.descriptor.type, [](double x) { return -x; });
}

OperatorCase negatedCase(const OperatorCase& test)
{
    OperatorCase inverse = test;
    for (std::optional<HostTensor>& input : inverse.inputs) {
        input = input ? std::optional(negated(*input)) : input;
    }
    return inverse;
}

// The case's inputs are results, of negations.
std::shared_ptr<Graph> graphOfResults(const std::shared_ptr<Context>& context, const OperatorCase& test)
{
    GraphBuilder builder(context, test.opset);
    std::vector<std::optional<weightless::Operand>> inputs;
    for (size_t i = 0; i < test.inputs.size(); ++i) {
        inputs.emplace_back();
        if (test.inputs[i]) {
            const auto input = builder.input("input " + std::to_string(i), test.inputs[i]->descriptor);
            inputs.back() = builder.node("Neg", {input});
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
        ContextOptions options;
        options.validation = true;
        std::string reason = "there is no device";
        try {
            m_context = Context::create(std::move(options));
        } catch (const Error& error) {
            reason = error.message();
        }
        WEIGHTLESS_NEEDS_DEVICE(m_context, reason.c_str());
        addAllCases(m_cases);
        std::erase_if(m_cases, [](const OperatorCase& test) {
            return !choosesByOrigin(test) || test.expectedError || !test.constantInputs.empty();
        });
    }

    void computes_data()
    {
        QTest::addColumn<size_t>("index");
        for (size_t i = 0; i < m_cases.size(); ++i) {
            QTest::addRow("%zu %s: %s", i, m_cases[i].opType.c_str(), m_cases[i].name.c_str()) << i;
        }
    }

    void computes()
    {
        QFETCH(const size_t, index);
        const OperatorCase& test = m_cases[index];
        const std::vector<HostTensor> results =
            dispatchedCase(m_context, graphOfResults(m_context, test), negatedCase(test));
        QCOMPARE(results.size(), test.expected.size());
        for (size_t i = 0; i < results.size(); ++i) {
            const std::string difference = tensorDifference(
                results[i], test.expected[i], test.relativeTolerance, test.absoluteTolerance);
            QVERIFY2(difference.empty(), difference.c_str());
        }
        QCOMPARE(m_context->validationMessages(), uint64_t {0});
    }

    void cleanupTestCase() { m_context.reset(); }

private:
    std::shared_ptr<Context> m_context;
    CaseList m_cases;
};

QTEST_GUILESS_MAIN(TestComputedInputs)
#include "tst_computedinputs.moc"
