// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/testing/operatorcase.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graphbuilder.h"
#include "tests/engine/ops/caserun.h"
#include "tests/engine/ops/tensordifference.h"
#include "tests/needsdevice.h"
#include "tests/shard.h"

#include <QTest>

#include <algorithm>
#include <array>

using namespace weightless;
using namespace weightless::ops;
using namespace weightless::testing;

namespace {

// Whose kernels access 16 bytes at once on graphics cards, or transpose tiles there, or share a row among a
// subgroup.
constexpr std::array<std::string_view, 54> operators {"Add", "Sub", "Mul", "Div", "Min", "Max", "Equal",
    "Less", "LessOrEqual", "Greater", "GreaterOrEqual", "And", "BitwiseXor", "BitShift", "Mod", "Pow",
    "PRelu", "Abs", "Neg", "Relu", "Sign", "Not", "BitwiseNot", "Exp", "Gelu", "Where", "Cast", "Transpose",
    "Slice", "Concat", "Split", "Expand", "Softmax", "LogSoftmax", "Hardmax", "InstanceNormalization",
    "GroupNormalization", "FusedGroupNormalization", "LayerNormalization", "RMSNormalization",
    "AddLayerNormalization", "ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1",
    "ReduceL2", "ReduceSumSquare", "ReduceLogSum", "ReduceLogSumExp", "GatedGelu", "ArgMax", "ArgMin"};

bool isMeant(const OperatorCase& test)
{
    const auto isLong = [](const std::optional<HostTensor>& input) {
        return input && elementCount(input->descriptor.shape).value_or(0) > 100'000;
    };
    return (test.domain.empty() || test.domain == "weightless")
        && std::ranges::find(operators, test.opType) != operators.end()
        && std::ranges::none_of(test.inputs, isLong);
}

// Inputs that begin behind one element of a larger one: no wide access fits them.
bool isMoved(const OperatorCase& test, size_t input)
{
    return test.inputs[input] && elementCount(test.inputs[input]->descriptor.shape).value_or(0) > 0
        && bitWidth(test.inputs[input]->descriptor.type) >= 8
        && std::ranges::find(test.constantInputs, input) == test.constantInputs.end();
}

HostTensor behindOne(const HostTensor& tensor)
{
    const int64_t count = elementCount(tensor.descriptor.shape).value_or(0);
    HostTensor larger = makeHostTensor({tensor.descriptor.type, {count + 1}});
    std::ranges::copy_backward(tensor.bytes, larger.bytes.end());
    return larger;
}

std::shared_ptr<Graph> graphOfViews(const std::shared_ptr<Context>& context, const OperatorCase& test)
{
    GraphBuilder builder(context, test.opset);
    const auto constant = [&](const std::vector<int64_t>& values) {
        const HostTensor tensor = makeInt64Tensor(values);
        return builder.constant(tensor.descriptor, tensor.bytes);
    };
    std::vector<std::optional<Operand>> inputs;
    for (size_t i = 0; i < test.inputs.size(); ++i) {
        if (!test.inputs[i]) {
            inputs.emplace_back();
        } else if (isMoved(test, i)) {
            const TensorDescriptor& own = test.inputs[i]->descriptor;
            const int64_t end = elementCount(own.shape).value_or(0) + 1;
            const Operand larger = builder.input("input " + std::to_string(i), {own.type, {end}});
            const Operand view = builder.node("Slice", {larger, constant({1}), constant({end})});
            inputs.emplace_back(builder.node("Reshape", {view, constant(own.shape)}));
        } else if (std::ranges::find(test.constantInputs, i) != test.constantInputs.end()) {
            inputs.emplace_back(builder.constant(test.inputs[i]->descriptor, test.inputs[i]->bytes));
        } else {
            inputs.emplace_back(builder.input("input " + std::to_string(i), test.inputs[i]->descriptor));
        }
    }
    const std::vector<Operand> results =
        builder.node(test.opType, inputs, test.attributes, std::max<size_t>(test.expected.size(), 1));
    std::vector<std::pair<std::string, Operand>> outputs;
    for (size_t i = 0; i < results.size(); ++i) {
        outputs.emplace_back("output " + std::to_string(i), results[i]);
    }
    return builder.build(outputs);
}

void compare(const std::vector<HostTensor>& outputs, const OperatorCase& test)
{
    const std::string difference = differenceFromExpected(outputs, test);
    QVERIFY2(difference.empty(), difference.c_str());
}

} // namespace

// The cases of elementwise operators, copies and rows as graphics cards go through them, on any device.
class TestCardLoops : public QObject {
    Q_OBJECT

public:
    explicit TestCardLoops(weightless::testing::Shard shard)
        : m_shard(shard)
    {
    }

private slots:
    void initTestCase()
    {
        for (const bool bindsByAddress : {false, true}) {
            OpenedContext opened = openedContext({.bindsByAddress = bindsByAddress});
            m_contexts[bindsByAddress ? 1 : 0] = std::move(opened.context);
            WEIGHTLESS_NEEDS_DEVICE(m_contexts[bindsByAddress ? 1 : 0], opened.reason.c_str());
        }
        CaseList all;
        addAllCases(all);
        for (OperatorCase& test : all) {
            if (isMeant(test)) {
                test.attributes.set("weightless.kernel", std::string("cards"));
                m_cases.push_back(std::move(test));
            }
        }
    }

    void computes_data()
    {
        addRows(1, [](const OperatorCase&) { return true; });
    }
    void computes() { check(0, false); }

    void computesByAddress_data()
    {
        addRows(5, [](const OperatorCase&) { return true; });
    }
    void computesByAddress() { check(1, false); }

    void computesOfUnalignedViews_data()
    {
        addRows(1, [](const OperatorCase& test) {
            constexpr int64_t sliceTakesInputs = 10;
            return !test.expectedError && test.domain.empty() && test.opset >= sliceTakesInputs;
        });
    }
    void computesOfUnalignedViews() { check(0, true); }

    void cleanupTestCase() { m_contexts = {}; }

private:
    // Each `step`th of those that are wanted.
    void addRows(size_t step, bool (*isWanted)(const OperatorCase&))
    {
        QTest::addColumn<size_t>("index");
        qsizetype row = 0;
        for (size_t i = 0; i < m_cases.size(); i += step) {
            if (isWanted(m_cases[i]) && m_shard.has(row++)) {
                QTest::addRow("%zu %s: %s", i, m_cases[i].opType.c_str(), m_cases[i].name.c_str()) << i;
            }
        }
    }

    void check(size_t target, bool areViews)
    {
        QFETCH(const size_t, index);
        const std::shared_ptr<Context>& context = m_contexts[target];
        OperatorCase test = m_cases[index];
        const uint64_t messagesBefore = context->validationMessages();
        try {
            const std::shared_ptr<Graph> graph =
                areViews ? graphOfViews(context, test) : builtCase(context, test);
            QVERIFY2(!test.expectedError, "the build succeeded, expected an error");
            for (size_t i = 0; areViews && i < test.inputs.size(); ++i) {
                if (isMoved(test, i)) {
                    test.inputs[i] = behindOne(*test.inputs[i]);
                }
            }
            compare(dispatchedCase(context, graph, test), test);
        } catch (const Error& error) {
            QVERIFY2(test.expectedError && error.message().find(*test.expectedError) != std::string::npos,
                error.what());
        }
        QCOMPARE(context->validationMessages(), messagesBefore);
    }

    weightless::testing::Shard m_shard;
    std::array<std::shared_ptr<Context>, 2> m_contexts;
    CaseList m_cases;
};

// tst_cardloops [INDEX/COUNT] [options of Qt Test].
int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QStringList arguments = QCoreApplication::arguments();
    TestCardLoops test(weightless::testing::takeShard(arguments));
    return QTest::qExec(&test, arguments);
}

#include "tst_cardloops.moc"
