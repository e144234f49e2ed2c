// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/testing/operatorcase.h"
#include "engine/runtime/context.h"
#include "tests/engine/ops/caserun.h"
#include "tests/engine/ops/tensordifference.h"
#include "tests/needsdevice.h"
#include "tests/shard.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <ranges>

using namespace weightless;
using namespace weightless::ops;
using namespace weightless::testing;

namespace {

// Operators of ai.onnx whose text has float32 for some input and no float64, or whose output's type is an
// attribute.
constexpr std::array<std::string_view, 17> withoutDoubles {"QuantizeLinear", "DequantizeLinear",
    "DynamicQuantizeLinear", "QLinearConv", "QLinearMatMul", "RotaryEmbedding", "CausalConvWithState",
    "LinearAttention", "SwiGLU", "Cast", "BitCast", "CastLike", "EyeLike", "Upsample",
    "SimplifiedLayerNormalization", "MatMulInteger", "ConvInteger"};

HostTensor asDoubles(const HostTensor& tensor)
{
    return tensor.descriptor.type == DataType::Float32
        ? mapped(tensor, DataType::Float64, [](double x) { return x; })
        : tensor;
}

bool hasFloats(const std::optional<HostTensor>& input)
{
    return input && input->descriptor.type == DataType::Float32;
}

// Where a result is the type's greatest number, that of doubles is another one.
bool endsAtTheLargest(const OperatorCase& test)
{
    constexpr double largest = std::numeric_limits<float>::max();
    return std::ranges::any_of(test.expected, [](const HostTensor& tensor) {
        if (tensor.descriptor.type != DataType::Float32) {
            return false;
        }
        const auto values = tensor.as<float>();
        return std::ranges::any_of(values, [](float value) { return std::fabs(double {value}) == largest; });
    });
}

// A case of float32 and nothing of another float.
bool isOfFloats(const OperatorCase& test)
{
    const bool hasOthers = std::ranges::any_of(test.inputs, [](const std::optional<HostTensor>& input) {
        return input && isFloat(input->descriptor.type) && input->descriptor.type != DataType::Float32;
    });
    const bool isSmall = std::ranges::all_of(test.inputs, [](const std::optional<HostTensor>& input) {
        return !input || elementCount(input->descriptor.shape).value_or(0) < 20000;
    });
    return test.domain.empty() && !test.expectedError && isSmall && !hasOthers && !endsAtTheLargest(test)
        && std::ranges::any_of(test.inputs, hasFloats) && !test.attributes.has("weightless.kernel")
        && std::ranges::find(withoutDoubles, test.opType) == withoutDoubles.end();
}

bool isOfDoubles(const OperatorCase& test)
{
    return !test.expectedError
        && std::ranges::any_of(test.inputs, [](const std::optional<HostTensor>& input) {
               return input && input->descriptor.type == DataType::Float64;
           });
}

} // namespace

// Every operator of ai.onnx computes in float64 what it computes in float32, where its text has both.
class TestDoubles : public QObject {
    Q_OBJECT

public:
    explicit TestDoubles(weightless::testing::Shard shard)
        : m_shard(shard)
    {
    }

private slots:
    void initTestCase()
    {
        OpenedContext opened = openedContext();
        m_context = std::move(opened.context);
        WEIGHTLESS_NEEDS_DEVICE(m_context, opened.reason.c_str());
        if (!m_context->device().traits.hasFloat64) {
            QSKIP("the device has no 64-bit floats");
        }
        addAllCases(m_cases);
    }

    void computes_data() { addRows(isOfFloats); }
    // The cases that have doubles, to nearly their last digits.
    void computesPrecisely_data() { addRows(isOfDoubles); }
    void computesPrecisely()
    {
        QFETCH(const size_t, index);
        const OperatorCase& test = m_cases[index];
        try {
            const auto graph = builtCase(m_context, test);
            const std::vector<HostTensor> outputs = dispatchedCase(m_context, graph, test);
            for (size_t i = 0; i < outputs.size(); ++i) {
                if (outputs[i].descriptor.type == DataType::Float64) {
                    const std::string difference =
                        tensorDifference(outputs[i], test.expected.at(i), 1e-11, 1e-12);
                    QVERIFY2(difference.empty(), difference.c_str());
                }
            }
        } catch (const Error& error) {
            QFAIL(error.what());
        }
    }

    void computes()
    {
        QFETCH(const size_t, index);
        OperatorCase test = m_cases[index];
        for (std::optional<HostTensor>& input : test.inputs) {
            if (input) {
                input = asDoubles(*input);
            }
        }
        try {
            const std::vector<HostTensor> outputs =
                dispatchedCase(m_context, builtCase(m_context, test), test);
            QCOMPARE(outputs.size(), test.expected.size());
            for (size_t i = 0; i < outputs.size(); ++i) {
                // Statistics may stay in float32.
                const std::string difference = tensorDifference(asDoubles(outputs[i]),
                    asDoubles(test.expected[i]), test.relativeTolerance, test.absoluteTolerance);
                QVERIFY2(difference.empty(), difference.c_str());
            }
        } catch (const Error& error) {
            QFAIL(error.what());
        }
        QCOMPARE(m_context->validationMessages(), uint64_t {0});
    }

    void cleanupTestCase() { m_context.reset(); }

private:
    void addRows(bool (*isWanted)(const OperatorCase&))
    {
        QTest::addColumn<size_t>("index");
        qsizetype row = 0;
        for (size_t i = 0; i < m_cases.size(); ++i) {
            if (isWanted(m_cases[i]) && m_shard.has(row++)) {
                QTest::addRow("%zu %s: %s", i, m_cases[i].opType.c_str(), m_cases[i].name.c_str()) << i;
            }
        }
    }

    weightless::testing::Shard m_shard;
    std::shared_ptr<Context> m_context;
    CaseList m_cases;
};

// tst_doubles [INDEX/COUNT] [options of Qt Test]
int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QStringList arguments = QCoreApplication::arguments();
    TestDoubles test(weightless::testing::takeShard(arguments));
    return QTest::qExec(&test, arguments);
}

#include "tst_doubles.moc"
