// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/stridedloop.h"
#include "tests/engine/plan/plankernels.h"

#include <QTest>

using namespace weightless;
using namespace weightless::plan;
using namespace weightless::testing;

namespace {

constexpr DataType f16 = DataType::Float16;

OnnxSketch layerNorm(int64_t rows, int64_t length, bool isComputed = false)
{
    OnnxSketch sketch;
    const ValueId input = sketch.input({rows, length}, f16);
    sketch.output(sketch.node("LayerNormalization",
        {isComputed ? sketch.node("Relu", {input}) : input, sketch.hollow({length}, f16),
            sketch.hollow({length}, f16)}));
    return sketch;
}

OnnxSketch softmax(int64_t axis)
{
    OnnxSketch sketch;
    Attributes attributes;
    attributes.set("axis", axis);
    sketch.output(sketch.node("Softmax", {sketch.input({16, 512, 512}, f16)}, attributes));
    return sketch;
}

OnnxSketch mean(const Shape& x, const std::vector<int64_t>& axes)
{
    OnnxSketch sketch;
    Attributes attributes;
    attributes.set("axes", axes);
    sketch.output(sketch.node("ReduceMean", {sketch.input(x, f16)}, attributes));
    return sketch;
}

OnnxSketch convolved(const Shape& x, const Shape& filter, bool isComputed)
{
    OnnxSketch sketch;
    Attributes attributes;
    attributes.set("group", x[1] / filter[1]);
    const ValueId input = sketch.input(x, f16);
    sketch.output(sketch.node(
        "Conv", {isComputed ? sketch.node("Relu", {input}) : input, sketch.hollow(filter, f16)}, attributes));
    return sketch;
}

// How many results the software device's kernel that ends the plan writes at once.
uint32_t storeWidthOf(const OnnxSketch& sketch)
{
    const auto plan = sketch.planned(lavapipe());
    return std::get<ops::DispatchStep>(plan->steps.back().work).specialization.back();
}

OnnxSketch alongAxis(const std::string& opType, int64_t length)
{
    OnnxSketch sketch;
    sketch.dataflow.opset = 26; // CumProd's
    Attributes attributes;
    const ValueId x = sketch.input({1, length}, DataType::Float32);
    if (opType == "ScatterND") {
        attributes.set("reduction", std::string("add"));
        sketch.output(sketch.node(opType,
            {sketch.input({1000}, DataType::Float32), sketch.input({1, length, 1}, DataType::Int64), x},
            attributes));
        return sketch;
    }
    if (opType == "ArgMax") {
        attributes.set("axis", int64_t {1});
        sketch.output(sketch.node(opType, {x}, attributes));
        return sketch;
    }
    sketch.output(
        sketch.node(opType, {x, sketch.known(makeInt64Tensor(std::array {int64_t {1}}))}, attributes));
    return sketch;
}

// Of one head, beyond what tiles have room for.
OnnxSketch wideAttention(int64_t keys)
{
    OnnxSketch sketch;
    const ValueId scores =
        sketch.node("MatMul", {sketch.input({1, 4096, 512}, f16), sketch.input({1, 512, keys}, f16)});
    sketch.output(
        sketch.node("MatMul", {sketch.node("Softmax", {scores}), sketch.input({1, keys, 512}, f16)}));
    return sketch;
}

// Of kernels whose name begins so.
uint64_t mostRounds(
    const OnnxSketch& sketch, const vulkan::DeviceTraits& traits, std::string_view kernel = {})
{
    const auto plan = sketch.planned(traits);
    uint64_t most = 0;
    for (const PlanStep& step : plan->steps) {
        const auto* dispatch = std::get_if<ops::DispatchStep>(&step.work);
        if (dispatch != nullptr && std::string_view(dispatch->kernel->name).starts_with(kernel)) {
            most = std::max(most, dispatch->loopRounds.count());
        }
    }
    return most;
}

// A product, a convolution and attention, in this order.
OnnxSketch products(DataType type)
{
    OnnxSketch sketch;
    sketch.output(sketch.node("MatMul", {sketch.input({512, 512}, type), sketch.input({512, 512}, type)}));
    sketch.output(
        sketch.node("Conv", {sketch.input({1, 64, 64, 64}, type), sketch.hollow({64, 64, 3, 3}, type)}));
    const ValueId scores =
        sketch.node("MatMul", {sketch.input({8, 256, 64}, type), sketch.input({8, 64, 256}, type)});
    sketch.output(
        sketch.node("MatMul", {sketch.node("Softmax", {scores}), sketch.input({8, 256, 64}, type)}));
    return sketch;
}

} // namespace

// Which kernels a node becomes on which device.
class TestKernelPlans : public QObject {
    Q_OBJECT

private slots:
    void cardsHoldRows()
    {
        QCOMPARE(kernelsOf(layerNorm(8192, 320), geforce()), QStringLiteral("rownormheld_f16"));
        QCOMPARE(kernelsOf(layerNorm(8192, 320), lavapipe()), QStringLiteral("rownorm_f16"));
        QCOMPARE(kernelsOf(layerNorm(8192, 32), geforce()), QStringLiteral("rownorm_f16"));
        QCOMPARE(kernelsOf(layerNorm(8192, 100'000), geforce()), QStringLiteral("rownorm_f16"));
        QCOMPARE(kernelsOf(softmax(-1), geforce()), QStringLiteral("softmaxheld_f16"));
        QCOMPARE(kernelsOf(softmax(1), geforce()), QStringLiteral("softmax_f16"));
        QCOMPARE(kernelsOf(softmax(-1), lavapipe()), QStringLiteral("softmax_f16"));
        QCOMPARE(kernelsOf(mean({64, 8, 4096}, {1, 2}), geforce()), QStringLiteral("reduceheld_f16"));
        QCOMPARE(kernelsOf(mean({64, 8, 7}, {0, 1}), geforce()), QStringLiteral("reduce_f16"));
        vulkan::DeviceTraits without = geforce();
        without.rowSubgroups.reset();
        QCOMPARE(kernelsOf(softmax(-1), without), QStringLiteral("softmax_f16"));
    }

    // Few long rows leave no processor idle.
    void longRowsAreCutIntoParts()
    {
        QCOMPARE(kernelsOf(layerNorm(2, 100'000), geforce()),
            QStringLiteral("reducepartsheld_f16 mergeparts_f32 scalepartsheld_f16"));
        QCOMPARE(kernelsOf(layerNorm(2, 65'536), geforce()), QStringLiteral("rownormheld_f16"));
        QCOMPARE(kernelsOf(layerNorm(2, 200'000), lavapipe()),
            QStringLiteral("reducepartsgroups_f16 mergeparts_f32 scalepartsgroups_f16"));
        QCOMPARE(kernelsOf(mean({2, 8, 40'960}, {1, 2}), geforce()),
            QStringLiteral("reducepartsheld_f16 mergeparts_f16"));
        vulkan::DeviceTraits without = geforce();
        without.rowSubgroups.reset();
        QCOMPARE(kernelsOf(layerNorm(2, 100'000), without), QStringLiteral("rownorm_f16"));
    }

    // Neighbours that belong to different results are reduced side by side, in parts where they are few.
    void neighboursAreReducedTogether()
    {
        QCOMPARE(kernelsOf(mean({2, 8, 40'960}, {0, 1}), geforce()), QStringLiteral("reducecolumns_f16"));
        QCOMPARE(kernelsOf(mean({64, 8, 4096}, {0, 1}), geforce()),
            QStringLiteral("reducecolumns_f16 mergeparts_f16"));
        QCOMPARE(
            kernelsOf(mean({64, 8, 4096}, {0, 1}), lavapipe()), QStringLiteral("reducecolumnsgroups_f16"));
        QCOMPARE(kernelsOf(mean({4096, 8, 40}, {0, 1}), lavapipe()),
            QStringLiteral("reducecolumnsgroups_f16 mergeparts_f16"));
        QCOMPARE(kernelsOf(mean({64, 8, 3}, {0, 1}), lavapipe()), QStringLiteral("reduce_f16"));
    }

    // No invocation of a card walks a long axis alone.
    void cardsShareLongAxes()
    {
        constexpr uint64_t few = ops::longLoopRounds(256).count();
        for (const char* opType : {"ArgMax", "CumSum", "ScatterND"}) {
            for (const int64_t length : {100'003, 3'000'000}) {
                QVERIFY2(mostRounds(alongAxis(opType, length), geforce()) <= few, opType);
            }
        }
        // The first of groups are looked at several times, should they be equal.
        constexpr uint64_t several = ops::longLoopRounds(300).count();
        QVERIFY(mostRounds(alongAxis("TopK", 3'000'000), geforce(), "topk_select") <= several);
        QVERIFY(mostRounds(alongAxis("TopK", 3'000'000), geforce(), "topk_groups") <= few);
        QCOMPARE(kernelsOf(alongAxis("TopK", 100'003), geforce()),
            QStringLiteral("topk_groups_f32 topk_select_f32 topk_select_f32 topk_f32"));
        QCOMPARE(kernelsOf(alongAxis("TopK", 4095), geforce()), QStringLiteral("topk_select_f32 topk_f32"));
        QCOMPARE(kernelsOf(alongAxis("TopK", 4095), lavapipe()).left(8), QStringLiteral("topk_few"));
        for (const auto& traits : {geforce(), lavapipe()}) {
            const uint64_t rounds = mostRounds(wideAttention(60'000), traits, "softmaxmasked");
            QVERIFY(rounds > 0 && rounds <= (traits.type == vulkan::DeviceType::Software ? 16'500 : few));
        }
        QCOMPARE(kernelsOf(alongAxis("ArgMax", 1000), geforce()), QStringLiteral("argreduce_f32"));
        QCOMPARE(kernelsOf(alongAxis("ArgMax", 100'003), geforce()),
            QStringLiteral("argreduce_f32 argreduce_f32"));
        QCOMPARE(kernelsOf(alongAxis("TopK", 128), geforce()), QStringLiteral("topk_f32"));
        QCOMPARE(kernelsOf(alongAxis("CumSum", 1000), geforce()), QStringLiteral("cumsum_f32"));
        // A product of a part may leave the range of numbers that the whole stays in.
        QCOMPARE(kernelsOf(alongAxis("CumProd", 3000), geforce()), QStringLiteral("cumsum_f32"));
        QCOMPARE(kernelsOf(alongAxis("ScatterND", 60), geforce()),
            QStringLiteral("strided_copy_b32 scatter_nd_f32_i64"));
        QCOMPARE(kernelsOf(alongAxis("ScatterND", 3'000'000), lavapipe()),
            QStringLiteral("copyruns_b32 scatter_nd_f32_i64"));
    }

    // What the graph made begins at a group of eight elements, and rows of such groups are read so.
    void softwareDevicesReadRowsInGroups()
    {
        QVERIFY(kernelsOf(layerNorm(8192, 320, true), lavapipe()).endsWith("rownormgroups_f16"));
        QVERIFY(kernelsOf(layerNorm(8192, 321, true), lavapipe()).endsWith("rownorm_f16"));
        QVERIFY(kernelsOf(layerNorm(8192, 320, true), geforce()).endsWith("rownormheld_f16"));
        QCOMPARE(kernelsOf(mean({64, 8, 4096}, {1, 2}), lavapipe()), QStringLiteral("reducegroups_f16"));
        QCOMPARE(kernelsOf(mean({64, 8, 4097}, {2}), lavapipe()), QStringLiteral("reducegroups_f16"));
        QCOMPARE(kernelsOf(mean({64, 8, 7}, {2}), lavapipe()), QStringLiteral("reduce_f16"));
    }

    // A constant begins anywhere, which matters where its neighbours are read.
    void softwareDevicesAskWhereNeighboursBegin()
    {
        const auto quadsOf = [](const Shape& factors) {
            OnnxSketch sketch;
            const ValueId made = sketch.node("Neg", {sketch.input({2, 3, 8, 8}, DataType::Int32)});
            sketch.output(sketch.node("Mul", {made, sketch.hollow(factors, DataType::Int32)}));
            const auto plan = sketch.planned(lavapipe());
            const auto& step = std::get<ops::DispatchStep>(plan->steps.back().work);
            return static_cast<ops::QuadAccess>(step.specialization.at(2));
        };
        QCOMPARE(quadsOf({3, 1, 1}), ops::QuadAccess::Known);
        QCOMPARE(quadsOf({8, 1}), ops::QuadAccess::Known);
        QCOMPARE(quadsOf({1}), ops::QuadAccess::Known);
        QCOMPARE(quadsOf({8}), ops::QuadAccess::None);
        QCOMPARE(quadsOf({2, 3, 8, 8}), ops::QuadAccess::None);
    }

    // Floats in groups, wherever operands begin, if rows are made of such and the result begins at one.
    void softwareDevicesMakeEightAtOnce()
    {
        const auto kernels = [](const Shape& shape, const Shape& factors) {
            OnnxSketch sketch;
            const ValueId product =
                sketch.node("Mul", {sketch.input(shape, f16), sketch.hollow(factors, f16)});
            sketch.output(sketch.node("Transpose", {sketch.node("Tanh", {product})}));
            return kernelsOf(sketch, lavapipe());
        };
        const QString groups = QStringLiteral("binarygroups_f16 unarygroups_f16 copyruns_b16");
        QCOMPARE(kernels({2, 3, 8, 8}, {3, 1, 1}), groups);
        QCOMPARE(kernels({2, 3, 8, 8}, {8}), groups);
        QCOMPARE(kernels({2, 3, 8, 7}, {2, 3, 8, 7}), groups);
        QCOMPARE(kernels({2, 3, 8, 7}, {7}), QStringLiteral("binary_f16 unarygroups_f16 copyruns_b16"));
        QCOMPARE(kernels({2, 3, 5, 7}, {1}), QStringLiteral("binary_f16 unary_f16 copyruns_b16"));
    }

    // Runs of what source or target have side by side, where the target is known to begin at one.
    void softwareDevicesCopyInRuns()
    {
        const auto kernels = [](const Shape& shape, const std::vector<int64_t>& permutation,
                                 const vulkan::DeviceTraits& traits) {
            OnnxSketch sketch;
            Attributes attributes;
            attributes.set("perm", permutation);
            sketch.output(sketch.node("Transpose", {sketch.input(shape, f16)}, attributes));
            return kernelsOf(sketch, traits);
        };
        QCOMPARE(kernels({2, 8, 40, 16}, {0, 2, 1, 3}, lavapipe()), QStringLiteral("copyruns_b16"));
        QCOMPARE(kernels({2, 8, 40, 16}, {0, 2, 3, 1}, lavapipe()), QStringLiteral("transposeruns_b16"));
        QCOMPARE(kernels({1, 3, 40, 16}, {0, 2, 3, 1}, lavapipe()), QStringLiteral("transposeruns_b16"));
        QCOMPARE(kernels({1, 40, 16, 3}, {0, 3, 1, 2}, lavapipe()), QStringLiteral("copyruns_b16"));
        QCOMPARE(kernels({2, 8, 40, 16}, {0, 2, 1, 3}, geforce()), QStringLiteral("strided_copy_b16"));
        vulkan::DeviceTraits without = lavapipe();
        without.hasInt64 = false;
        QCOMPARE(kernels({2, 8, 40, 16}, {0, 2, 1, 3}, without), QStringLiteral("strided_copy_b16"));
    }

    // From 2^24 scores on: fewer are not worth the kernel's compilation.
    void softwareDevicesKeepManyScoresInRegisters()
    {
        const auto kernels = [](int64_t rows, int64_t elements) {
            OnnxSketch sketch;
            const ValueId scores = sketch.node(
                "MatMul", {sketch.input({8, rows, elements}, f16), sketch.input({8, elements, rows}, f16)});
            sketch.output(sketch.node(
                "MatMul", {sketch.node("Softmax", {scores}), sketch.input({8, rows, elements}, f16)}));
            return kernelsOf(sketch, lavapipe());
        };
        const QString flash = QStringLiteral("attentionpack_f16 attentionflash_f16");
        QCOMPARE(kernels(1456, 64), flash);
        QCOMPARE(kernels(1456, 40), flash);
        QVERIFY(!kernels(1440, 64).contains(flash));
        QVERIFY(!kernels(1456, 88).contains(flash));
    }

    // Where a device has matrices of a type, what is made of products goes there.
    void matrixUnitsTakeTheirTypes()
    {
        const DataType bf16 = DataType::BFloat16;
        vulkan::DeviceTraits both = geforce();
        both.bfloat16Units = both.matrixUnits;
        const QString matrix = QStringLiteral("gemmmatrix_%1 imagematrix_%1 attentionmatrix_%1");
        const QString shared = QStringLiteral("gemmshared_%1 imageshared_%1 attentionshared_%1");
        QCOMPARE(kernelsOf(products(f16), geforce()), matrix.arg(QStringLiteral("f16")));
        QCOMPARE(kernelsOf(products(bf16), geforce()), shared.arg(QStringLiteral("bf16")));
        QCOMPARE(kernelsOf(products(bf16), both), matrix.arg(QStringLiteral("bf16")));
        QCOMPARE(kernelsOf(products(DataType::Float32), both), shared.arg(QStringLiteral("f32")));
        // Attention makes its weights of sums: of float16 only where these can be had in 16 bits.
        for (std::optional<vulkan::MatrixUnits>* units : {&both.matrixUnits, &both.bfloat16Units})
            units->value().hasShortSums = false;
        QCOMPARE(kernelsOf(products(f16), both),
            QStringLiteral("gemmmatrix_f16 imagematrix_f16 attentionshared_f16"));
        QCOMPARE(kernelsOf(products(bf16), both), matrix.arg(QStringLiteral("bf16")));
    }

    // Few tiles and many steps: parts, which are added up. Pieces of something larger stay whole.
    void deepProductsAreSplit()
    {
        OnnxSketch sketch;
        sketch.output(sketch.node(
            "Conv", {sketch.input({2, 1280, 8, 8}, f16), sketch.hollow({1280, 1280, 3, 3}, f16)}));
        QCOMPARE(kernelsOf(sketch, geforce()), QStringLiteral("imagematrix_f16 productsums_f16"));
        OnnxSketch shallow;
        shallow.output(shallow.node(
            "Conv", {shallow.input({2, 64, 64, 64}, f16), shallow.hollow({1280, 64, 3, 3}, f16)}));
        QCOMPARE(kernelsOf(shallow, geforce()), QStringLiteral("imagematrix_f16"));
        const QString pieces = kernelsOf(upsampled({1, 4096, 16, 16}, {4096, 16, 4, 4}), geforce());
        QVERIFY2(pieces.contains(QStringLiteral("gemmmatrix")), qPrintable(pieces));
        QVERIFY2(!pieces.contains(QStringLiteral("productsums")), qPrintable(pieces));
    }

    // As many as the distances of rows allow, where it is known that all that is bound begins at groups, and
    // products are shallow.
    void softwareDevicesStoreSeveralAtOnce()
    {
        const Shape pointwise {256, 32, 1, 1};
        const Shape depthwise {32, 1, 1, 1};
        for (const auto& [size, ofProduct, ofDepthwise] :
            {std::tuple(32, 8u, 8u), {28, 8u, 4u}, {14, 4u, 2u}, {21, 1u, 1u}}) {
            const Shape x {1, 32, size, size};
            QCOMPARE(storeWidthOf(convolved(x, pointwise, true)), ofProduct);
            QCOMPARE(storeWidthOf(convolved(x, depthwise, true)), ofDepthwise);
        }
        QCOMPARE(storeWidthOf(convolved({1, 32, 32, 32}, pointwise, false)), 1u);
        QCOMPARE(storeWidthOf(convolved({1, 256, 32, 32}, {256, 256, 1, 1}, true)), 1u);
        QCOMPARE(storeWidthOf(convolved({1, 256, 14, 14}, {256, 256, 1, 1}, true)), 1u);
    }

    // Few filters, and filters too wide for the depthwise kernel, if what that saves is worth a kernel more.
    void softwareDevicesReadNarrowConvolutions()
    {
        const auto kernels = [](const Shape& x, const Shape& filter) {
            return kernelsOf(convolved(x, filter, false), lavapipe());
        };
        const QString narrow = QStringLiteral("convnarrow_f16");
        QCOMPARE(kernels({1, 64, 256, 256}, {3, 64, 3, 3}), narrow);
        QCOMPARE(kernels({1, 3, 512, 512}, {64, 3, 7, 7}), narrow);
        QCOMPARE(kernels({1, 128, 128, 128}, {128, 4, 3, 3}), narrow);
        QCOMPARE(kernels({1, 64, 1000}, {64, 1, 31}), narrow);
        QCOMPARE(kernels({1, 64, 100, 100}, {64, 1, 3, 3}), QStringLiteral("convdepthwise_f16"));
        QVERIFY(!kernels({1, 64, 16, 16}, {3, 64, 3, 3}).contains(narrow));
        QVERIFY(!kernels({1, 64, 128, 128}, {64, 64, 3, 3}).contains(narrow));
        QVERIFY(!kernelsOf(convolved({1, 64, 256, 256}, {3, 64, 3, 3}, false), geforce()).contains(narrow));
    }
};

QTEST_APPLESS_MAIN(TestKernelPlans)
#include "tst_kernelplans.moc"
