// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/loops.h"
#include "engine/ops/testing/operatorcase.h"
#include "engine/runtime/context.h"
#include "tests/engine/ops/caserun.h"
#include "tests/engine/ops/tensordifference.h"
#include "tests/needsdevice.h"
#include "tests/shard.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

using namespace weightless;
using namespace weightless::ops;
using weightless::testing::builtCase;
using weightless::testing::dispatchedCase;

namespace {

// With few loop rounds, kernels walk small tensors the way they walk huge ones: in parts, by more lanes, with
// more steps per round. Sliding windows nest three loops and need some more.
enum class Mode { Plain, ByAddress, FewRounds, SomeRounds };

const char* suffixOf(Mode mode)
{
    return mode == Mode::ByAddress ? " by address"
        : mode == Mode::FewRounds  ? " with few loop rounds"
        : mode == Mode::SomeRounds ? " with some loop rounds"
                                   : "";
}

std::optional<uint64_t> roundsFor(Mode mode)
{
    constexpr uint64_t reserved = fewLoopRounds.count() + 1;
    return mode == Mode::FewRounds ? std::optional(reserved + 7)
        : mode == Mode::SomeRounds ? std::optional(reserved + 56)
                                   : std::nullopt;
}

// Cases that force a kernel of matrix units, which few devices can run, and fewer in bfloat16.
bool isForMatrixUnits(const OperatorCase& test)
{
    const std::string kernel = test.attributes.stringOr("weightless.kernel", "");
    return !test.expectedError
        && (kernel.find("matrix") != std::string::npos || kernel.find("group") != std::string::npos);
}

bool canMultiply(const vulkan::DeviceTraits& device, const OperatorCase& test)
{
    const DataType type = test.inputs.front()->descriptor.type;
    if (test.attributes.stringOr("weightless.kernel", "").find("group") != std::string::npos) {
        return ops::canHoldMatrices(device, type);
    }
    const std::optional<vulkan::MatrixUnits>& units = ops::matrixUnitsOf(device, type);
    const bool storesSums = test.opType == "Attention" && type == DataType::Float16;
    return units && (!storesSums || units->hasShortSums);
}

// Arc's first generation and integrated graphics have no such numbers.
bool lacksDoubles(const vulkan::DeviceTraits& device, const Error& error)
{
    return !device.hasFloat64 && error.message().find("(shaderFloat64)") != std::string::npos;
}

// Cases that force the attention of graphics cards, whose tiles make more rounds than the modes below allow.
bool isForCards(const OperatorCase& test)
{
    const std::string kernel = test.attributes.stringOr("weightless.kernel", "");
    return kernel.starts_with("tiled") || kernel.starts_with("rows");
}

// Cases of the operators whose kernels' loops grow with a tensor, as far as they are small.
bool isForRounds(const OperatorCase& test, Mode mode)
{
    const bool isSmall = std::ranges::all_of(test.inputs, [](const auto& input) {
        return !input || elementCount(input->descriptor.shape).value_or(0) < 20000;
    });
    const std::vector<std::string> operators = mode == Mode::FewRounds
        ? std::vector<std::string> {"Reduce", "ArgM", "TopK", "CumSum", "CumProd", "Scatter", "Softmax",
            "LogSoftmax", "Hardmax", "InstanceNorm", "LayerNorm", "GroupNorm", "FusedGroupNorm",
            "AddLayerNorm", "Global", "MatMul", "Gemm", "FusedMatMul", "FusedGemm", "MaxRoiPool"}
        : std::vector<std::string> {"MaxPool", "AveragePool", "LpPool", "LRN", "Conv", "FusedConv",
            "Attention", "RoiAlign", "LinearAttention"};
    return isSmall && !isForMatrixUnits(test) && !isForCards(test)
        && std::ranges::any_of(
            operators, [&](const std::string& name) { return test.opType.starts_with(name); });
}

// tests/nocard.sh has drivers that compile and run nothing.
bool computesSomething()
{
    return !qEnvironmentVariableIsSet("WEIGHTLESS_COMPUTES_NOTHING");
}

} // namespace

// Every operator case on every usable device, under the validation layers where they are installed.
class TestOperators : public QObject {
    Q_OBJECT

public:
    explicit TestOperators(weightless::testing::Shard shard)
        : m_shard(shard)
    {
    }

private slots:
    void initTestCase()
    {
        std::vector<vulkan::DeviceInfo> devices;
        try {
            devices = listDevices();
        } catch (const Error& error) {
            WEIGHTLESS_NEEDS_DEVICE(false, error.what());
        }
        // Cards end no loop; tst_cardloops has their kernels under a limit.
        const uint64_t unlimited = vulkan::DeviceTraits().maxLoopRounds;
        for (const vulkan::DeviceInfo& device : devices) {
            for (const Mode mode : {Mode::Plain, Mode::ByAddress, Mode::FewRounds, Mode::SomeRounds}) {
                const bool canBe = mode == Mode::Plain ? true
                    : mode == Mode::ByAddress          ? device.traits.hasBufferDeviceAddress
                                                       : device.traits.maxLoopRounds != unlimited;
                if (device.isUsable && canBe) {
                    ContextOptions options;
                    options.device = device.index;
                    options.validation = true;
                    options.bindsByAddress = mode == Mode::ByAddress;
                    options.maxLoopRounds = roundsFor(mode);
                    m_targets.push_back({Context::create(std::move(options)), device.index, mode});
                }
            }
        }
        WEIGHTLESS_NEEDS_DEVICE(!m_targets.empty(), "there is no usable Vulkan device");
        addAllCases(m_cases);
    }

    void computes_data()
    {
        QTest::addColumn<size_t>("target");
        QTest::addColumn<size_t>("index");
        const std::regex wanted(qgetenv("WEIGHTLESS_TEST_CASES").toStdString());
        qsizetype row = 0;
        for (size_t target = 0; target < m_targets.size(); ++target) {
            const Mode mode = m_targets[target].mode;
            std::set<std::string> seen;
            for (size_t i = 0; i < m_cases.size(); ++i) {
                // The address variants differ in how elements are reached alone: a sample of the cases shows
                // it.
                const bool isFirst = seen.insert(m_cases[i].opType).second;
                const bool isWanted = mode == Mode::Plain ? true
                    : mode == Mode::ByAddress             ? isFirst || i % 6 == 0
                                                          : isForRounds(m_cases[i], mode);
                const bool isNamed = std::regex_search(m_cases[i].opType + m_cases[i].name, wanted);
                if (isWanted && isNamed && m_shard.has(row++)) {
                    QTest::addRow("device %d%s, %zu %s: %s", m_targets[target].device, suffixOf(mode), i,
                        m_cases[i].opType.c_str(), m_cases[i].name.c_str())
                        << target << i;
                }
            }
        }
    }

    void computes()
    {
        QFETCH(const size_t, target);
        QFETCH(const size_t, index);
        const std::shared_ptr<Context>& context = m_targets[target].context;
        const OperatorCase& test = m_cases[index];
        if (isForMatrixUnits(test) && !canMultiply(context->device().traits, test)) {
            QSKIP("the device multiplies no such matrices at once (VK_KHR_cooperative_matrix, and 2 of "
                  "NVIDIA's)");
        }
        const uint64_t messagesBefore = context->validationMessages();
        try {
            const std::shared_ptr<Graph> graph = builtCase(context, test);
            QVERIFY2(!test.expectedError, "the build succeeded, expected an error");
            const std::vector<HostTensor> outputs = dispatchedCase(context, graph, test);
            QCOMPARE(outputs.size(), test.expected.size());
            for (size_t i = 0; computesSomething() && i < outputs.size(); ++i) {
                const std::string difference = tensorDifference(
                    outputs[i], test.expected[i], test.relativeTolerance, test.absoluteTolerance);
                QVERIFY2(difference.empty(), ("output " + std::to_string(i) + " " + difference).c_str());
            }
        } catch (const Error& error) {
            if (lacksDoubles(context->device().traits, error)) {
                QSKIP("the device has no 64-bit floats");
            }
            QVERIFY2(test.expectedError && error.message().find(*test.expectedError) != std::string::npos,
                error.what());
        }
        QCOMPARE(context->validationMessages(), messagesBefore);
    }

    void cleanupTestCase() { m_targets.clear(); }

private:
    struct Target {
        std::shared_ptr<Context> context;
        int device = 0;
        Mode mode = Mode::Plain;
    };
    weightless::testing::Shard m_shard;
    std::vector<Target> m_targets;
    CaseList m_cases;
};

// tst_operators [INDEX/COUNT] [options of Qt Test]. With WEIGHTLESS_TEST_CASES=EXPRESSION the cases in
// whose names it is found.
int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QStringList arguments = QCoreApplication::arguments();
    TestOperators test(weightless::testing::takeShard(arguments));
    return QTest::qExec(&test, arguments);
}

#include "tst_operators.moc"
