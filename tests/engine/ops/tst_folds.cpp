// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/operator.h"
#include "engine/ops/testing/operatorcase.h"
#include "tests/engine/ops/tensordifference.h"

#include <QTest>

#include <algorithm>

using namespace weightless;
using namespace weightless::ops;

namespace {

const CaseList& allCases()
{
    static const CaseList cases = [] {
        CaseList list;
        addAllCases(list);
        return list;
    }();
    return cases;
}

// The shape rule alone, with the values of the inputs that `isKnown` names.
std::vector<TensorDescriptor> inferred(const Operator& op, const OperatorCase& test, bool everythingKnown)
{
    std::vector<std::optional<InferenceInput>> inputs;
    for (size_t i = 0; i < test.inputs.size(); ++i) {
        if (!test.inputs[i]) {
            inputs.emplace_back();
            continue;
        }
        const bool isKnown =
            everythingKnown || std::ranges::find(test.constantInputs, i) != test.constantInputs.end();
        inputs.push_back(InferenceInput {test.inputs[i]->descriptor, isKnown ? &*test.inputs[i] : nullptr});
    }
    InferenceContext context(op, test.attributes, test.opset, std::move(inputs), test.expected.size());
    op.infer(context);
    return context.outputs();
}

std::vector<HostTensor> folded(const Operator& op, const OperatorCase& test)
{
    const std::vector<TensorDescriptor> outputs = inferred(op, test, true);
    std::vector<TensorDescriptor> descriptors;
    std::vector<const HostTensor*> values;
    for (const std::optional<HostTensor>& input : test.inputs) {
        descriptors.push_back(input ? input->descriptor : TensorDescriptor {});
        values.push_back(input ? &*input : nullptr);
    }
    return op.fold({test.attributes, test.opset, descriptors, values, outputs});
}

} // namespace

// Every operator case without a device: the shape rule, the errors, and the fold where there is one.
class TestFolds : public QObject {
    Q_OBJECT

private slots:
    void everyOperatorHasCases()
    {
        for (const std::string& name : standardRegistry().names()) {
            QVERIFY2(std::ranges::any_of(
                         allCases(), [&](const OperatorCase& test) { return test.opType == name; }),
                ("no case for " + name).c_str());
        }
    }

    void shapesAndErrors_data() { addRows(); }
    void shapesAndErrors()
    {
        QFETCH(const size_t, index);
        const OperatorCase& test = allCases()[index];
        const Operator* op = standardRegistry().find(test.domain, test.opType, test.opset);
        QVERIFY2(op != nullptr, "there is no such operator");
        try {
            const std::vector<TensorDescriptor> outputs = inferred(*op, test, false);
            for (size_t i = 0; i < test.expected.size(); ++i) {
                QCOMPARE(QString::fromStdString(toString(outputs[i])),
                    QString::fromStdString(toString(test.expected[i].descriptor)));
            }
        } catch (const Error& error) {
            QVERIFY2(test.expectedError && error.message().find(*test.expectedError) != std::string::npos,
                error.what());
        }
    }

    void folds_data() { addRows(); }
    void folds()
    {
        QFETCH(const size_t, index);
        const OperatorCase& test = allCases()[index];
        const Operator* op = standardRegistry().find(test.domain, test.opType, test.opset);
        QVERIFY2(op != nullptr, "there is no such operator");
        if (op->fold == nullptr || test.expectedError) {
            return;
        }
        const std::vector<HostTensor> outputs = folded(*op, test);
        for (size_t i = 0; i < outputs.size() && i < test.expected.size(); ++i) {
            const std::string difference = tensorDifference(
                outputs[i], test.expected[i], test.relativeTolerance, test.absoluteTolerance);
            QVERIFY2(difference.empty(), ("output " + std::to_string(i) + " " + difference).c_str());
        }
    }

    // No kernel compares them, so that no case has them.
    void uint64IsComparedWithoutSign()
    {
        const auto tensor = [](std::initializer_list<uint64_t> values) {
            HostTensor result = makeHostTensor({DataType::UInt64, {static_cast<int64_t>(values.size())}});
            std::ranges::copy(values, result.as<uint64_t>().begin());
            return result;
        };
        constexpr uint64_t large = uint64_t {1} << 63;
        for (const char* opType : {"ScatterElements", "ScatterND"}) {
            OperatorCase test {.name = opType, .opType = opType, .opset = 18};
            const Shape indices = opType == std::string("ScatterND") ? Shape {2, 1} : Shape {2};
            test.inputs = {
                tensor({large, 5}), tensorOf(DataType::Int64, indices, {0, 1}), tensor({1, large + 1})};
            test.attributes.set("reduction", std::string("max"));
            test.expected = {tensor({large, large + 1})};
            const Operator* op = standardRegistry().find("", opType, test.opset);
            QVERIFY(folded(*op, test)[0] == test.expected[0]);
            test.attributes.set("reduction", std::string("min"));
            QVERIFY(folded(*op, test)[0] == tensor({1, 5}));
        }
    }

private:
    static void addRows()
    {
        QTest::addColumn<size_t>("index");
        for (size_t i = 0; i < allCases().size(); ++i) {
            QTest::addRow("%zu %s: %s", i, allCases()[i].opType.c_str(), allCases()[i].name.c_str()) << i;
        }
    }
};

QTEST_GUILESS_MAIN(TestFolds)
#include "tst_folds.moc"
