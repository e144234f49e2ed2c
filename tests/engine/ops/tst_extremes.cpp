// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/operator.h"
#include "tests/engine/ops/caserun.h"
#include "tests/engine/ops/extremecases.h"
#include "tests/engine/ops/tensordifference.h"
#include "tests/needsdevice.h"

#include <QTest>

#include <algorithm>

using namespace weightless;
using namespace weightless::ops;
using namespace weightless::testing;

namespace {

// What the operator's fold, plain code on the CPU, says.
std::vector<HostTensor> folded(const OperatorCase& test)
{
    const Operator* op = standardRegistry().find(test.domain, test.opType, test.opset);
    std::vector<std::optional<InferenceInput>> inputs;
    std::vector<TensorDescriptor> descriptors;
    std::vector<const HostTensor*> values;
    for (const std::optional<HostTensor>& input : test.inputs) {
        inputs.push_back(input ? std::optional(InferenceInput {input->descriptor, &*input}) : std::nullopt);
        descriptors.push_back(input ? input->descriptor : TensorDescriptor {});
        values.push_back(input ? &*input : nullptr);
    }
    InferenceContext inference(
        *op, test.attributes, test.opset, std::move(inputs), std::max<size_t>(test.expected.size(), 1));
    op->infer(inference);
    return op->fold({test.attributes, test.opset, descriptors, values, inference.outputs()});
}

} // namespace

// Where ONNX's own tests are thin: ranks above six, integers beyond 32 bits, numbers beyond float16, NaN and
// infinity, nothing at all, and scalars. The device against numbers given, or against the operator's fold.
class TestExtremes : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        OpenedContext opened = openedContext();
        m_context = std::move(opened.context);
        WEIGHTLESS_NEEDS_DEVICE(m_context, opened.reason.c_str());
        m_cases = extremeCases();
    }

    void computes_data() { addCaseRows(m_cases); }

    void computes()
    {
        QFETCH(const size_t, index);
        OperatorCase& test = m_cases[index];
        try {
            if (test.expected.empty() || test.expected.front().descriptor.type == DataType::Undefined) {
                test.expected = folded(test);
            }
            const auto graph = builtCase(m_context, test);
            const std::vector<HostTensor> outputs = dispatchedCase(m_context, graph, test);
            const std::string difference = differenceFromExpected(outputs, test);
            QVERIFY2(difference.empty(), difference.c_str());
        } catch (const Error& error) {
            QFAIL(error.what());
        }
        QCOMPARE(m_context->validationMessages(), uint64_t {0});
    }

    void cleanupTestCase() { m_context.reset(); }

private:
    std::shared_ptr<Context> m_context;
    CaseList m_cases;
};

QTEST_GUILESS_MAIN(TestExtremes)
#include "tst_extremes.moc"
