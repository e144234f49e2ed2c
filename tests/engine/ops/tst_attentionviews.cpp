// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/runtime/graphbuilder.h"
#include "tests/engine/ops/caserun.h"
#include "tests/engine/ops/tensordifference.h"
#include "tests/needsdevice.h"

#include <QTest>

#include <algorithm>
#include <utility>

using namespace weightless;
using namespace weightless::ops;
using namespace weightless::testing;

namespace {

constexpr int64_t skipped = 3; // elements, which is no multiple of 16 bytes in any type

// The values behind as many others as are skipped.
HostTensor behindOthers(const HostTensor& tensor)
{
    const int64_t elements = elementCount(tensor.descriptor.shape).value_or(0);
    HostTensor behind = makeHostTensor({tensor.descriptor.type, {skipped + elements}});
    const auto first = static_cast<std::ptrdiff_t>(behind.bytes.size() - tensor.bytes.size());
    std::ranges::copy(tensor.bytes, behind.bytes.begin() + first);
    return behind;
}

using Begin = weightless::Operand (*)(GraphBuilder&, const std::string&, const HostTensor&);

// A view that begins in the midst of a tensor.
weightless::Operand viewOf(GraphBuilder& builder, const std::string& name, const HostTensor& input)
{
    const auto known = [&](const HostTensor& value) {
        return builder.constant(value.descriptor, value.bytes);
    };
    const HostTensor behind = behindOthers(input);
    const auto whole = builder.input(name, behind.descriptor);
    const auto elements = builder.node(
        "Slice", {whole, known(int64Tensor({skipped})), known(int64Tensor({behind.descriptor.shape[0]}))});
    const Shape& shape = input.descriptor.shape;
    HostTensor sizes = makeHostTensor({DataType::Int64, {static_cast<int64_t>(shape.size())}});
    for (size_t d = 0; d < shape.size(); ++d) {
        setElement(sizes, d, shape[d]);
    }
    return builder.node("Reshape", {elements, known(sizes)});
}

// What a step has made, which begins where 16 bytes do.
weightless::Operand madeOf(GraphBuilder& builder, const std::string& name, const HostTensor& input)
{
    return builder.node("Neg", {builder.node("Neg", {builder.input(name, input.descriptor)})});
}

std::shared_ptr<Graph> graphOf(const std::shared_ptr<Context>& context, const OperatorCase& test, Begin begin)
{
    GraphBuilder builder(context, test.opset);
    std::vector<std::optional<weightless::Operand>> inputs;
    for (size_t i = 0; i < test.inputs.size(); ++i) {
        if (test.inputs[i]) {
            inputs.emplace_back(begin(builder, "input " + std::to_string(i), *test.inputs[i]));
        } else {
            inputs.emplace_back();
        }
    }
    const auto results = builder.node(test.opType, inputs, test.attributes, 1, "node", test.domain);
    const std::vector<std::pair<std::string, weightless::Operand>> outputs {{"output 0", results.front()}};
    return builder.build(outputs);
}

} // namespace

// The kernels of graphics cards read 16 bytes at a time where they can, and tensors begin anywhere.
class TestAttentionViews : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        OpenedContext opened = openedContext();
        m_context = std::move(opened.context);
        WEIGHTLESS_NEEDS_DEVICE(m_context, opened.reason.c_str());
        addAllCases(m_cases);
    }

    // Heads of whole eights, which kernels read 16 bytes at a time where they begin there.
    void computes_data()
    {
        QTest::addColumn<size_t>("index");
        QTest::addColumn<bool>("areViews");
        for (size_t i = 0; i < m_cases.size(); ++i) {
            const OperatorCase& test = m_cases[i];
            const std::string kernel = test.attributes.stringOr("weightless.kernel", "");
            const bool isForCards = kernel.starts_with("rows") || kernel == "tiled"
                || (kernel == "tiledmatrix" && m_context->device().traits.matrixUnits);
            if (test.domain == "weightless" && test.opType == "Attention" && isForCards && !test.expectedError
                && test.inputs[0]->descriptor.type != DataType::BFloat16
                && test.inputs[0]->descriptor.shape.back() % 8 == 0) {
                QTest::addRow("%zu %s, views", i, test.name.c_str()) << i << true;
                QTest::addRow("%zu %s, made", i, test.name.c_str()) << i << false;
            }
        }
    }

    void computes()
    {
        QFETCH(const size_t, index);
        QFETCH(bool, areViews);
        OperatorCase test = m_cases[index];
        const auto graph = graphOf(m_context, test, areViews ? viewOf : madeOf);
        for (std::optional<HostTensor>& input : test.inputs) {
            input = areViews && input ? std::optional(behindOthers(*input)) : input;
        }
        const std::vector<HostTensor> outputs = dispatchedCase(m_context, graph, test);
        const std::string difference = tensorDifference(
            outputs.front(), test.expected.front(), test.relativeTolerance, test.absoluteTolerance);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    void cleanupTestCase() { m_context.reset(); }

private:
    std::shared_ptr<Context> m_context;
    CaseList m_cases;
};

QTEST_GUILESS_MAIN(TestAttentionViews)
#include "tst_attentionviews.moc"
