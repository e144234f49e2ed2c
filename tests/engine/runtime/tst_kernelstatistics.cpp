// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/graphinternals.h"
#include "engine/runtime/kernelvariants.h"
#include "engine/vulkan/kernelstatistics.h"
#include "engine/vulkan/launchcompiler.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <array>

using namespace weightless;
using namespace weightless::testing;

namespace {

// What networks spend their time in, in the sizes of real ones. Weights are hollow, so they take no memory.
class NetworkPart {
public:
    NetworkPart(const std::shared_ptr<Context>& context, DataType type)
        : m_builder(context, 21)
        , m_type(type)
    {
    }

    std::shared_ptr<Graph> convolution(
        int64_t channels, int64_t filters, int64_t size, int64_t stride, int64_t kernel)
    {
        Attributes attributes;
        attributes.set("pads", Shape(4, kernel / 2));
        attributes.set("strides", Shape {stride, stride});
        return built(m_builder.node("Conv",
            {input({2, channels, size, size}), weight({filters, channels, kernel, kernel}),
                weight({filters})},
            attributes));
    }

    std::shared_ptr<Graph> product(int64_t rows, int64_t depth, int64_t columns)
    {
        const Operand sum = m_builder.node("MatMul", {input({rows, depth}), weight({depth, columns})});
        return built(m_builder.node("Add", {sum, weight({columns})}));
    }

    std::shared_ptr<Graph> attention(int64_t heads, int64_t headSize, int64_t rows, int64_t keys)
    {
        Attributes attributes;
        attributes.set("num_heads", heads);
        const int64_t width = heads * headSize;
        const std::array<std::optional<Operand>, 3> inputs {
            input({2, rows, width}), input({2, keys, width}), input({2, keys, width})};
        return built(m_builder.node("MultiHeadAttention", inputs, attributes, 1, "attention", "com.microsoft")
                         .front());
    }

    std::shared_ptr<Graph> groupNorm(int64_t channels, int64_t size)
    {
        Attributes attributes;
        attributes.set("num_groups", int64_t {32});
        const Operand normalized = m_builder.node("GroupNormalization",
            {input({2, channels, size, size}), weight({channels}), weight({channels})}, attributes);
        return built(m_builder.node("Mul", {normalized, m_builder.node("Sigmoid", {normalized})}));
    }

    std::shared_ptr<Graph> layerNorm(int64_t rows, int64_t width)
    {
        const Operand sum = m_builder.node("Add", {input({rows, width}), input({rows, width})});
        return built(m_builder.node("LayerNormalization", {sum, weight({width}), weight({width})}));
    }

    std::shared_ptr<Graph> rows(const char* opType, int64_t rows, int64_t width)
    {
        return built(m_builder.node(opType, {input({rows, width})}));
    }

private:
    Operand input(Shape shape)
    {
        return m_builder.input("x" + std::to_string(m_count++), {m_type, std::move(shape)});
    }
    Operand weight(Shape shape) { return m_builder.constant({m_type, std::move(shape)}); }
    std::shared_ptr<Graph> built(const Operand& result)
    {
        return m_builder.build(std::array {std::pair<std::string, Operand> {"y", result}});
    }

    GraphBuilder m_builder;
    DataType m_type;
    int m_count = 0;
};

using BuildPart = std::function<std::shared_ptr<Graph>(NetworkPart&)>;

} // namespace

// What a driver says of kernels: their sums and rows have to find registers, or each step reads and writes
// memory. Drivers say that without a card (tests/nocard.sh).
class TestKernelStatistics : public ContextTest {
    Q_OBJECT

private slots:
    void driversCountScratchInTheirOwnWays()
    {
        using Statistics = std::vector<vulkan::KernelStatistic>;
        const auto bytesOf = [](const Statistics& statistics) { return scratchBytesOf(statistics, 32); };
        QCOMPARE(bytesOf({{"Spills", 7}}), uint64_t {0});
        QCOMPARE(bytesOf({{"Local Memory Size", 96}}), uint64_t {96});
        QCOMPARE(bytesOf({{"Scratch size", 96}}), uint64_t {3});
        QCOMPARE(bytesOf({{"Scratch Memory Size", 1024}}), uint64_t {32});
        QCOMPARE(bytesOf({{"Scratch Memory Size", 1024}, {"Max dispatch width", 8}}), uint64_t {128});
    }

    void everythingFindsRegisters_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<BuildPart>("build");
        for (const DataType type : {DataType::Float16, DataType::Float32}) {
            const auto add = [&](const char* name, BuildPart build) {
                QTest::addRow("%s, %s", name, toString(type).c_str())
                    << static_cast<int>(type) << std::move(build);
            };
            for (const int64_t size : {8, 16, 32, 64}) {
                add(("3 x 3 on " + std::to_string(size)).c_str(),
                    [size](NetworkPart& s) { return s.convolution(320, 320, size, 1, 3); });
            }
            add("3 x 3 on 14", [](NetworkPart& s) { return s.convolution(256, 256, 14, 1, 3); });
            add("3 x 3 with stride", [](NetworkPart& s) { return s.convolution(320, 320, 64, 2, 3); });
            add("7 x 7 of 3 channels", [](NetworkPart& s) { return s.convolution(3, 64, 224, 2, 7); });
            add("1 x 1", [](NetworkPart& s) { return s.convolution(960, 320, 64, 1, 1); });
            add("a large product", [](NetworkPart& s) { return s.product(8192, 320, 2560); });
            add("a product of no eights", [](NetworkPart& s) { return s.product(197, 771, 333); });
            add("a token's product", [](NetworkPart& s) { return s.product(1, 4096, 4096); });
            for (const int64_t headSize : {40, 64, 80, 96, 128, 160, 192, 208, 224, 256}) {
                add(("attention of " + std::to_string(headSize)).c_str(),
                    [headSize](NetworkPart& s) { return s.attention(8, headSize, 1024, 1024); });
            }
            add("a prompt's attention", [](NetworkPart& s) { return s.attention(8, 40, 4096, 77); });
            add("a token's attention", [](NetworkPart& s) { return s.attention(32, 128, 1, 2048); });
            for (const int64_t channels : {320, 480, 640, 960}) {
                add(("GroupNorm of " + std::to_string(channels)).c_str(),
                    [channels](NetworkPart& s) { return s.groupNorm(channels, 64); });
            }
            for (const int64_t width : {320, 768, 1280, 4096, 16384}) {
                add(("LayerNorm of " + std::to_string(width)).c_str(),
                    [width](NetworkPart& s) { return s.layerNorm(512, width); });
                add(("Softmax of " + std::to_string(width)).c_str(),
                    [width](NetworkPart& s) { return s.rows("Softmax", 512, width); });
            }
            add("ReduceLogSumExp", [](NetworkPart& s) { return s.rows("ReduceLogSumExp", 3, 50'000); });
        }
    }

    void everythingFindsRegisters()
    {
        QFETCH(int, type);
        QFETCH(BuildPart, build);
        const ContextInternals& context = *m_context->internals();
        vulkan::LaunchCompiler compiler(*context.device, {.tellsStatistics = true});
        if (!compiler.tellsStatistics()) {
            QSKIP("the driver does not tell what became of kernels (VK_KHR_pipeline_executable_properties)");
        }
        NetworkPart sketch(m_context, static_cast<DataType>(type));
        const std::shared_ptr<Graph> graph = build(sketch);
        const plan::Segment& segment =
            graph->internals().firstStage(graph->internals().builtShapes()).segment;
        for (const bool byAddress : {false, true}) {
            for (const KernelVariant& kernel : kernelsOf(*segment.plan, context.info.traits, byAddress)) {
                const auto statistics = compiler.statistics(*kernel.code, kernel.specialization, kernel.mode);
                QVERIFY(!statistics.empty());
                const uint64_t bytes = vulkan::scratchBytesOf(statistics, context.info.traits.subgroupSize);
                constexpr uint64_t some = 32; // that a compiler's next version may take more
                QVERIFY2(bytes <= some,
                    qPrintable(QStringLiteral("%1 has %2 bytes of an invocation in memory")
                                   .arg(QString::fromUtf8(kernel.code->name.data(),
                                       static_cast<qsizetype>(kernel.code->name.size())))
                                   .arg(bytes)));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestKernelStatistics)
#include "tst_kernelstatistics.moc"
