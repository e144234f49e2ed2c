// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/testing/operatorcase.h"
#include "tests/engine/ops/guardedrun.h"
#include "tests/engine/plan/onnxsketch.h"
#include "tests/engine/vulkan/testdevice.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <map>

using namespace weightless;
using namespace weightless::ops;
using weightless::testing::GuardedRun;
using weightless::testing::OnnxSketch;

namespace {

// Operators that write or read where a tensor's values say, and those whose shape rules take places from
// values.
const std::vector<std::string> indexingOperators {"AffineGrid", "Attention", "CenterCropPad", "Col2Im",
    "CumProd", "CumSum", "DFT", "Expand", "GRU", "Gather", "GatherElements", "GatherND", "LSTM", "MaxUnpool",
    "OneHot", "Pad", "RNN", "Resize", "ReverseSequence", "RoiAlign", "RotaryEmbedding", "STFT", "Scatter",
    "ScatterElements", "ScatterND", "Slice", "TensorScatter", "Tile", "Trilu", "com.microsoft.CropAndResize",
    "com.microsoft.GatherBlockQuantized", "com.microsoft.GroupQueryAttention", "com.microsoft.MatMulNBits",
    "com.microsoft.NGramRepeatBlock", "com.microsoft.RotaryEmbedding"};

constexpr size_t mostCases = 10; // of each operator
constexpr uint64_t mostBytes = 1 << 20; // of a plan that is run

// Just inside, just outside and far outside of every dimension of the case's inputs.
std::vector<int64_t> hostileValuesFor(const OperatorCase& test)
{
    constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
    constexpr int64_t highest = std::numeric_limits<int64_t>::max();
    constexpr int64_t word = int64_t {1} << 32;
    std::vector<int64_t> values {
        lowest, lowest + 1, highest, -1, 0, 1, word / 2, -word / 2 - 1, word, word + 1, -word};
    for (const auto& input : test.inputs) {
        for (const int64_t size : input ? input->descriptor.shape : Shape {}) {
            values.insert(values.end(), {size - 1, size, -size, -size - 1});
        }
    }
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    return values;
}

HostTensor filled(const HostTensor& like, const std::vector<int64_t>& values, size_t first, size_t step)
{
    HostTensor tensor = like;
    for (size_t i = 0; i < static_cast<size_t>(elementCount(tensor.descriptor.shape).value_or(0)); ++i) {
        setElement(tensor, i, values[(first + i * step) % values.size()]);
    }
    return tensor;
}

std::string fullName(const OperatorCase& test)
{
    return test.domain.empty() ? test.opType : test.domain + "." + test.opType;
}

const CaseList& allCases()
{
    static const CaseList cases = [] {
        CaseList list;
        addAllCases(list);
        return list;
    }();
    return cases;
}

bool isIndexing(DataType type)
{
    return type == DataType::Int32 || type == DataType::Int64;
}

} // namespace

// Values that point outside a tensor, on the device: whatever they are, nothing is written but results.
class TestHostileIndices : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        WEIGHTLESS_OPEN_TEST_DEVICE(m_gpu);
        m_runner = std::make_unique<GuardedRun>(m_gpu->device);
    }
    void cleanup() { WEIGHTLESS_VERIFY_VALIDATION(m_gpu); }
    void cleanupTestCase()
    {
        m_runner.reset();
        WEIGHTLESS_CLOSE_TEST_DEVICE(m_gpu);
    }

    // A kernel that writes one element too far is seen.
    void aWriteOutsideIsSeen()
    {
        if (!byAddress()) {
            QSKIP("a driver may hide from descriptors what lies outside them");
        }
        OnnxSketch sketch;
        sketch.output(sketch.node("Relu", {sketch.input({64})}));
        plan::Plan plan = *sketch.planned(m_gpu->device->traits(), {.guardBytes = testing::guardBytes});
        const HostTensor x = randomTensor(DataType::Float32, {64}, 1);
        QCOMPARE(m_runner->run(plan, {&x}, byAddress()), std::string());
        plan.outputs[0].shape = {63}; // what the guards take the output for; the step still writes 64
        for (plan::PlanTensor& tensor : plan.tensors) {
            tensor.sizeBytes = tensor.home == plan::Home::Output ? 63 * sizeof(float) : tensor.sizeBytes;
        }
        QCOMPARE(m_runner->run(plan, {&x}, byAddress()),
            std::string("byte " + std::to_string(testing::guardBytes + 63 * sizeof(float))
                + " of the outputs was written"));
    }

    // Valid cases too: a kernel may go too far at the end of odd sizes.
    void everyOperatorStaysInside()
    {
        constexpr size_t casesEach = 2;
        std::map<std::string, size_t> counts;
        for (const OperatorCase& test : allCases()) {
            if (!test.expectedError && counts[fullName(test)]++ < casesEach) {
                run(test);
            }
        }
    }

    void nothingIsWrittenOutside_data()
    {
        QTest::addColumn<QString>("opType");
        for (const OperatorCase& test : allCases()) {
            const std::string name = fullName(test);
            if (std::ranges::find(indexingOperators, name) != indexingOperators.end()
                && m_cases[name].size() < mostCases) {
                m_cases[name].push_back(test);
            }
        }
        for (const std::string& opType : indexingOperators) {
            QTest::newRow(opType.c_str()) << QString::fromStdString(opType);
        }
    }

    void nothingIsWrittenOutside()
    {
        QFETCH(const QString, opType);
        m_runs = 0;
        for (const OperatorCase& test : m_cases.at(opType.toStdString())) {
            const std::vector<int64_t> values = hostileValuesFor(test);
            run(test);
            for (size_t input = 0; input < test.inputs.size(); ++input) {
                if (!test.inputs[input] || !isIndexing(test.inputs[input]->descriptor.type)) {
                    continue;
                }
                // All of one value, then a mixture in two orders.
                for (size_t i = 0; i < values.size() + 2; ++i) {
                    OperatorCase mutated = test;
                    const size_t step = i < values.size() ? 0 : i - values.size() + 1;
                    mutated.inputs[input] = filled(*test.inputs[input], values, i, step);
                    run(mutated);
                }
            }
        }
        QVERIFY2(m_runs > 0, "no case could be planned");
    }

private:
    [[nodiscard]] bool byAddress() const { return m_gpu->device->traits().hasBufferDeviceAddress; }

    // With indices that only the device knows, and again with those known that the case says.
    void run(const OperatorCase& test)
    {
        for (const bool isKnown : {false, true}) {
            if (isKnown && test.constantInputs.empty()) {
                continue;
            }
            OnnxSketch sketch;
            sketch.dataflow.opset = test.opset;
            std::vector<std::optional<plan::ValueId>> operands;
            std::vector<const HostTensor*> inputs;
            for (size_t i = 0; i < test.inputs.size(); ++i) {
                const auto& input = test.inputs[i];
                if (!input) {
                    operands.emplace_back();
                } else if (isKnown
                    && std::ranges::find(test.constantInputs, i) != test.constantInputs.end()) {
                    operands.emplace_back(sketch.known(*input));
                } else {
                    operands.emplace_back(sketch.input(input->descriptor.shape, input->descriptor.type));
                    inputs.push_back(&*input);
                }
            }
            sketch.output(sketch.node(test.opType, operands, test.attributes, test.domain));
            runGuarded(sketch, inputs, test);
        }
    }

    void runGuarded(
        const OnnxSketch& sketch, const std::vector<const HostTensor*>& inputs, const OperatorCase& test)
    {
        std::shared_ptr<const plan::Plan> plan;
        try {
            plan = sketch.planned(m_gpu->device->traits(), {.guardBytes = testing::guardBytes});
        } catch (const Error& error) {
            QVERIFY2(error.kind() == ErrorKind::InvalidArgument || error.kind() == ErrorKind::Unsupported,
                error.what());
            return;
        }
        const uint64_t outputBytes = byteCount(plan->outputs[0]).value_or(mostBytes);
        if (outputBytes + plan->arenaBytes + plan->keptBytes >= mostBytes) {
            return;
        }
        const std::string change = m_runner->run(*plan, inputs, byAddress());
        QVERIFY2(change.empty(), (test.name + ": " + change).c_str());
        ++m_runs;
    }

    std::unique_ptr<testing::TestDevice> m_gpu;
    std::unique_ptr<GuardedRun> m_runner;
    std::map<std::string, CaseList> m_cases;
    size_t m_runs = 0;
};

QTEST_GUILESS_MAIN(TestHostileIndices)
#include "tst_hostileindices.moc"
