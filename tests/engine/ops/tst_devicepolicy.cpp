// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadplan.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/rows.h"
#include "engine/ops/stridedloop.h"
#include "tests/engine/ops/recordedcards.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ops;
using vulkan::DeviceTraits;
using vulkan::DeviceType;

namespace {

DeviceTraits device(
    const char* name, DeviceType type, uint32_t invocations, uint32_t sharedBytes, bool hasInt64)
{
    DeviceTraits traits;
    traits.name = name;
    traits.type = type;
    traits.maxWorkGroupInvocations = invocations;
    traits.maxSharedMemoryBytes = sharedBytes;
    traits.hasInt64 = hasInt64;
    return traits;
}

// As these devices' drivers report them.
const DeviceTraits llvmpipe =
    device("llvmpipe (LLVM 15.0.6, 256 bits)", DeviceType::Software, 1024, 32768, true);
const DeviceTraits h100 = device("NVIDIA H100 80GB HBM3", DeviceType::Discrete, 1024, 49152, true);
const DeviceTraits radeon =
    device("AMD Radeon RX 7900 XTX (RADV NAVI31)", DeviceType::Discrete, 1024, 65536, true);
const DeviceTraits intel =
    device("Intel(R) Iris(R) Xe Graphics (TGL GT2)", DeviceType::Integrated, 1024, 65536, true);

QString textOf(ProductKernel kernel)
{
    const std::string_view name = nameOf(kernel);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

uint32_t teamSize(const DeviceTraits& device, uint64_t rows, uint64_t length, uint64_t neighbours)
{
    return rowTeams(
        device, devicePolicy(device), {.rows = rows, .length = length, .walks = 1, .neighbours = neighbours})
        .teamSize;
}

// The least that Vulkan asks of any device.
const DeviceTraits least = device("least", DeviceType::Other, 128, 16384, false);

} // namespace

using weightless::testing::RecordedCard;

Q_DECLARE_METATYPE(RecordedCard)

class TestDevicePolicy : public QObject {
    Q_OBJECT

private slots:
    void softwareDevicesWorkInEights()
    {
        const DevicePolicy policy = devicePolicy(llvmpipe);
        QCOMPARE(policy.mostItems, 8u);
        QVERIFY(policy.largeProduct == ProductKernel::Wide);
        QVERIFY(policy.prefersEights && policy.prefersWinograd && policy.prefersFlashAttention);
        QVERIFY(!policy.prefersQuads && !policy.prefersColumns && !policy.holdsRows);
        QCOMPARE(policy.stepsAhead, 0u); // llvmpipe runs one launch after the other
        QCOMPARE(policy.fewestForTransposedTiles, DevicePolicy::never);
        QVERIFY(policy.packsAttentionOperands && !policy.readsImages && !policy.prefersTiledAttention);
        QVERIFY(!policy.prefersRowAttention);
        QVERIFY(policy.mostOperationsPerSubmission < devicePolicy(h100).mostOperationsPerSubmission);
        QCOMPARE(policy.mostOperationsPerSubmission, devicePolicy(intel).mostOperationsPerSubmission);
    }

    void cardsShareTiles_data()
    {
        QTest::addColumn<DeviceTraits>("card");
        for (const DeviceTraits& card : {h100, radeon, intel}) {
            QTest::newRow(card.name.c_str()) << card;
        }
    }

    void cardsShareTiles()
    {
        QFETCH(const DeviceTraits, card);
        const DevicePolicy policy = devicePolicy(card);
        QCOMPARE(policy.mostItems, 1u);
        QVERIFY(policy.prefersQuads && policy.prefersColumns && policy.holdsRows && policy.stepsAhead > 0);
        QCOMPARE(policy.fewestForTransposedTiles, uint64_t {16});
        QVERIFY(policy.largeProduct == ProductKernel::Shared);
        QVERIFY(!policy.prefersEights && !policy.prefersWinograd && !policy.prefersFlashAttention);
        QVERIFY(!policy.packsAttentionOperands && policy.readsImages && policy.prefersTiledAttention);
        QVERIFY(policy.prefersRowAttention);
        QVERIFY(policy.enoughRows > devicePolicy(llvmpipe).enoughRows);
    }

    void smallWorkGroupsTakeThePlainKernel()
    {
        QVERIFY(!canShareTiles(least));
        QVERIFY(devicePolicy(least).largeProduct == ProductKernel::Plain);
        QCOMPARE(devicePolicy(least).fewestForTransposedTiles, DevicePolicy::never);
    }

    void pairsOfFloatsNeed64BitIntegers()
    {
        QVERIFY(canReadEights(llvmpipe, DataType::Float32));
        QVERIFY(!canReadEights(least, DataType::Float32));
        QVERIFY(canReadEights(llvmpipe, DataType::Float16));
        QVERIFY(!canReadEights(least, DataType::Float16));
    }

    // What each card gets: the kernel of large products and of those of float16, the most rows of a product
    // that are read as vectors, words of packed weights in an access, neighbours per invocation, and the load
    // mode and memory type of weights.
    void recordedCards_data()
    {
        QTest::addColumn<RecordedCard>("card");
        QTest::addColumn<QString>("expected");
        const std::vector<RecordedCard> cards = weightless::testing::recordedCards();
        const std::vector<QString> expected {QStringLiteral("shared matrix 8 4 1 streamed 1"),
            QStringLiteral("shared matrix 8 4 1 streamed 1"),
            QStringLiteral("shared shared 8 4 1 streamed 1"),
            QStringLiteral("shared shared 8 4 1 streamed 0"),
            QStringLiteral("shared matrix 8 4 1 streamed 0"),
            QStringLiteral("shared shared 8 4 1 in place 2"),
            QStringLiteral("shared shared 8 4 1 streamed 0"),
            QStringLiteral("shared matrix 8 4 1 streamed 0"),
            QStringLiteral("shared shared 8 4 1 in place 0"), QStringLiteral("wide wide 0 1 8 zero-copy 0"),
            QStringLiteral("wide wide 0 1 8 zero-copy 0"), QStringLiteral("shared shared 8 4 1 streamed 0")};
        QCOMPARE(cards.size(), expected.size());
        for (size_t i = 0; i < cards.size(); ++i) {
            QTest::newRow(cards[i].traits.name.c_str()) << cards[i] << expected[i];
        }
    }

    void recordedCards()
    {
        QFETCH(const RecordedCard, card);
        QFETCH(const QString, expected);
        const DevicePolicy policy = devicePolicy(card.traits);
        const vulkan::MemoryPolicy memory = vulkan::memoryPolicyFor(card.facts.memory);
        const bool isZeroCopy = resolveMode(LoadMode::Auto, card.traits) == LoadMode::ZeroCopy;
        QCOMPARE(
            QStringLiteral("%1 %2 %3 %4 %5 %6 %7")
                .arg(textOf(policy.largeProduct), textOf(largeProductFor(card.traits, DataType::Float16)))
                .arg(policy.mostVectorRows)
                .arg(policy.packedWordsAtOnce)
                .arg(policy.mostItems)
                .arg(isZeroCopy                   ? "zero-copy"
                        : memory.hasMappedWeights ? "in place"
                                                  : "streamed")
                .arg(memory.typesFor(vulkan::BufferIntent::Weights).front()),
            expected);
    }

    // The shapes of matrices that kernels take, and the subgroups that they run with.
    void matrixUnitsOfCards()
    {
        using vulkan::MatrixUnits;
        constexpr uint32_t any = std::numeric_limits<uint32_t>::max(); // subgroups in a group
        constexpr uint32_t registersOfArc = 128;
        const std::vector<RecordedCard> cards = weightless::testing::recordedCards();
        const std::vector<std::optional<MatrixUnits>> expected {MatrixUnits {16, 16, 16, {32}},
            MatrixUnits {16, 16, 16, {32}}, std::nullopt, std::nullopt, MatrixUnits {16, 16, 16, {64, true}},
            std::nullopt, MatrixUnits {8, 8, 16, {8, true, any, registersOfArc}, false, true},
            MatrixUnits {8, 16, 16, {16, true, any, registersOfArc}}, std::nullopt, std::nullopt,
            MatrixUnits {8, 8, 8, {8}}, MatrixUnits {16, 16, 16, {64, true}, true, true}};
        QCOMPARE(cards.size(), expected.size());
        for (size_t i = 0; i < cards.size(); ++i) {
            QVERIFY2(cards[i].traits.matrixUnits == expected[i], cards[i].traits.name.c_str());
        }
    }

    // AMD's own drivers list matrices for every card; RDNA3 multiplies bytes of mixed signs at once, too.
    void amdsDriversListUnitsThatAreNotThere()
    {
        vulkan::DeviceFacts facts = weightless::testing::recordedCards().back().facts;
        const auto areSlow = [&] { return vulkan::matrixUnitsFor(facts, 64)->areSlow; };
        for (const uint32_t driver : {1u, 2u}) { // AMD_PROPRIETARY, AMD_OPEN_SOURCE
            facts.driverId = driver;
            facts.acceleratesMixedDotProduct = false;
            QVERIFY(areSlow());
            facts.acceleratesMixedDotProduct = true;
            QVERIFY(!areSlow());
        }
        facts.acceleratesMixedDotProduct = false;
        facts.driverId = 3; // MESA_RADV, which lists what there is
        QVERIFY(!areSlow());
    }

    // One driver was seen to end the program.
    void amdsDriverOfIntegratedDevicesIsNotAskedForMatrices()
    {
        vulkan::DeviceFacts facts;
        facts.vendorId = 0x1002;
        facts.driverId = 1; // AMD_PROPRIETARY
        facts.memory.deviceType = DeviceType::Integrated;
        QVERIFY(!vulkan::mayBeAskedForMatrices(facts));
        facts.driverId = 3; // MESA_RADV
        QVERIFY(vulkan::mayBeAskedForMatrices(facts));
        facts.driverId = 1;
        facts.memory.deviceType = DeviceType::Discrete;
        QVERIFY(vulkan::mayBeAskedForMatrices(facts));
        facts.memory.deviceType = DeviceType::Integrated;
        facts.vendorId = 0x8086;
        QVERIFY(vulkan::mayBeAskedForMatrices(facts));
    }

    // The subgroups that reduce rows: of the size that a driver names first, but for Intel's.
    void rowSubgroupsOfCards()
    {
        constexpr uint32_t any = std::numeric_limits<uint32_t>::max();
        for (const RecordedCard& card : weightless::testing::recordedCards()) {
            const vulkan::DeviceFacts& facts = card.facts;
            vulkan::WholeSubgroups expected {
                card.traits.subgroupSize, facts.leastSubgroupSize != facts.mostSubgroupSize};
            if (card.traits.name == "Arc A770" || card.traits.name == "Iris Xe") {
                expected = {16, true, any, 64};
            } else if (card.traits.name == "Arc B580") {
                expected = {16, true, any, 128};
            }
            QVERIFY2(card.traits.rowSubgroups == expected, card.traits.name.c_str());
            QCOMPARE(card.traits.mostRegisters, expected.registers < 255 ? 128u : 255u); // of 8 lanes, or 16
        }
        vulkan::DeviceFacts facts = weightless::testing::recordedCards().front().facts;
        facts.subgroupOperations = {"basic", "vote"};
        QVERIFY(!vulkan::rowSubgroupsFor(facts, 32));
        facts.subgroupOperations = {"basic", "arithmetic"};
        facts.mostSubgroupsInGroup = 16;
        QVERIFY(vulkan::rowSubgroupsFor(facts, 32)->mostInGroup > 16); // a limit of sizes that are chosen
        facts.canChooseSubgroupSize = true;
        QCOMPARE(vulkan::rowSubgroupsFor(facts, 32)->mostInGroup, 16u);
        facts.hasFullSubgroups = false;
        QVERIFY(!vulkan::rowSubgroupsFor(facts, 32));
    }

    void matrixUnitsNeedSubgroupsOfKnownSize()
    {
        vulkan::DeviceFacts facts;
        facts.leastSubgroupSize = 32;
        facts.mostSubgroupSize = 64;
        facts.hasFullSubgroups = true;
        facts.matrixShapes = {weightless::testing::halves(16, 16, 16)};
        QVERIFY(!vulkan::matrixUnitsFor(facts, 32));
        facts.canChooseSubgroupSize = true;
        QVERIFY(vulkan::matrixUnitsFor(facts, 32));
        QVERIFY(!vulkan::matrixUnitsFor(facts, 32)->hasShortSums);
        facts.hasFullSubgroups = false;
        QVERIFY(!vulkan::matrixUnitsFor(facts, 32));
        facts.hasFullSubgroups = true;
        // Neither larger than a subgroup's part of the smallest tile, nor with sums of 16 bits.
        facts.matrixShapes = {weightless::testing::halves(32, 8, 16)};
        QVERIFY(!vulkan::matrixUnitsFor(facts, 32));
        facts.matrixShapes = {weightless::testing::halves(16, 16, 16)};
        facts.matrixShapes = {weightless::testing::halves(16, 16, 16, "float16")};
        QVERIFY(!vulkan::matrixUnitsFor(facts, 32));
        facts.matrixShapes = weightless::testing::bothHalves(16, 16, 16);
        QVERIFY(vulkan::matrixUnitsFor(facts, 32)->hasShortSums);
    }

    // Those of the largest work groups before those of subgroups, as far as tiles are multiples of them.
    void groupMatricesOfCards()
    {
        using vulkan::GroupMatrices;
        using vulkan::MatrixUnits;
        const MatrixUnits units {16, 16, 16, {32}};
        vulkan::DeviceFacts facts;
        QVERIFY(!vulkan::groupMatricesFor(facts, units));
        vulkan::MatrixShape shape = weightless::testing::halves(8, 8, 8);
        shape.isGranularity = true;
        facts.matrixGranularities = {shape};
        QVERIFY(vulkan::groupMatricesFor(facts, units) == (GroupMatrices {8, 8, 8, 32, true, false}));
        // NVIDIA's, of work groups of 128, 256 and 512.
        facts.hasTensorAddressing = true;
        shape.scope = "workgroup";
        for (const auto& [columns, invocations] : {std::pair(16u, 128u), {32u, 256u}, {32u, 512u}}) {
            shape.rows = 32;
            shape.columns = columns;
            shape.depth = 16;
            shape.groupInvocations = invocations;
            facts.matrixGranularities.push_back(shape);
        }
        QVERIFY(vulkan::groupMatricesFor(facts, units) == (GroupMatrices {32, 32, 16, 256, false, true}));
        for (vulkan::MatrixShape& each : facts.matrixGranularities) {
            each.c = each.result = "float16";
        }
        QVERIFY(!vulkan::groupMatricesFor(facts, units));
    }

    // Large products of bfloat16 go where those of float16 go, where the device has matrices of theirs.
    void bfloat16ProductsOnMatrixUnits()
    {
        RecordedCard card = weightless::testing::recordedCards().front();
        QVERIFY(largeProductFor(card.traits, DataType::BFloat16) == ProductKernel::Shared);
        vulkan::MatrixShape shape = weightless::testing::halves(16, 16, 16);
        shape.a = shape.b = "bfloat16";
        card.facts.matrixShapes.push_back(shape);
        QVERIFY(vulkan::matrixUnitsFor(card.facts, 32, "bfloat16")
            == (vulkan::MatrixUnits {16, 16, 16, {32}, false}));
        card.traits.bfloat16Units = vulkan::matrixUnitsFor(card.facts, 32, "bfloat16");
        QVERIFY(largeProductFor(card.traits, DataType::BFloat16) == ProductKernel::Matrix);
        QVERIFY(largeProductFor(card.traits, DataType::Float32) == ProductKernel::Shared);
        QVERIFY(largeProductFor(llvmpipe, DataType::BFloat16) == ProductKernel::Wide);
    }

    // What was measured of a card decides, as far as it can run there; on no software device.
    void measuredProductsDecide()
    {
        RecordedCard card = weightless::testing::recordedCards().front();
        vulkan::DeviceTraits& traits = card.traits;
        QVERIFY(largeProductFor(traits, DataType::Float16) == ProductKernel::Matrix);
        QVERIFY(prefersMatrices(traits, DataType::Float16));
        traits.float16Products.prefersGroupMatrices = true;
        traits.groupMatrices.reset();
        QVERIFY(largeProductFor(traits, DataType::Float16) == ProductKernel::Matrix);
        traits.groupMatrices = vulkan::GroupMatrices {32, 32, 16, 256, false, true};
        QVERIFY(largeProductFor(traits, DataType::Float16) == ProductKernel::Group);
        QVERIFY(largeProductFor(traits, DataType::Float16, SecondOperand::Image) == ProductKernel::Matrix);
        QVERIFY(largeProductFor(traits, DataType::Float16, SecondOperand::Taps) == ProductKernel::Matrix);
        QVERIFY(largeProductFor(traits, DataType::BFloat16) == ProductKernel::Shared);
        traits.float16Products.prefersGroupImages = true;
        QVERIFY(largeProductFor(traits, DataType::Float16, SecondOperand::Image) == ProductKernel::Group);
        QVERIFY(largeProductFor(traits, DataType::Float16, SecondOperand::Taps) == ProductKernel::Matrix);
        traits.float16Products.prefersGroupImages = false;
        traits.float16Products.prefersMatrixUnits = false;
        QVERIFY(largeProductFor(traits, DataType::Float16) == ProductKernel::Group);
        QVERIFY(largeProductFor(traits, DataType::Float16, SecondOperand::Image) == ProductKernel::Shared);
        QVERIFY(!prefersMatrices(traits, DataType::Float16));
        QVERIFY(canMultiplyMatrices(traits, DataType::Float16));
        QVERIFY(!prefersMatrixAttention(traits, DataType::Float16)); // as products, where nobody knows more
        traits.float16Products.prefersMatrixAttention = true;
        QVERIFY(prefersMatrixAttention(traits, DataType::Float16));
        traits.float16Products.prefersMatrixUnits = true;
        traits.float16Products.prefersMatrixAttention = false;
        QVERIFY(prefersMatrices(traits, DataType::Float16));
        QVERIFY(!prefersMatrixAttention(traits, DataType::Float16));
        traits.float16Products.prefersMatrixUnits = false;
        traits.float16Products.prefersGroupMatrices = false;
        QVERIFY(largeProductFor(traits, DataType::Float16) == ProductKernel::Shared);

        vulkan::DeviceTraits software = llvmpipe;
        software.float16Products = {true, true, true};
        QVERIFY(largeProductFor(software, DataType::Float16) == ProductKernel::Wide);
    }

    // What the operators share follows from it.
    void rowsAndItemsFollow()
    {
        const StridedLoop flat {{1000}, {}};
        QCOMPARE(itemsPerInvocation(llvmpipe, flat), 8u);
        QCOMPARE(itemsPerInvocation(h100, flat), 1u);
        const auto launch = [](const vulkan::DeviceTraits& device, bool atQuads) {
            return flatLaunchOf(devicePolicy(device), 1000, {DataType::Float16}, atQuads);
        };
        QVERIFY(launch(h100, false).quads == QuadAccess::Checked);
        QVERIFY(launch(llvmpipe, false).quads == QuadAccess::None);
        QVERIFY(launch(llvmpipe, true).quads == QuadAccess::Known);
        QCOMPARE(launch(llvmpipe, false).items, 8u);
        QCOMPARE(teamSize(llvmpipe, 64, 1000, 1000), 1u); // enough rows already
        QCOMPARE(teamSize(h100, 64, 1000, 1000), 256u); // a quarter of the row
        QCOMPARE(teamSize(h100, 64, 40'960, 40'960), 256u); // with the other rows, enough
        QCOMPARE(teamSize(h100, 1, 4096, 4096), 512u);
        QCOMPARE(teamSize(least, 1, 4096, 4096), 128u);
    }

    // Many rows, which occupy a card with an invocation or two each: a subgroup reads neighbours all the
    // same.
    void teamsReadNeighbours()
    {
        QCOMPARE(teamSize(h100, 8192, 320, 320), 32u);
        QCOMPARE(teamSize(h100, 1'000'000, 320, 320), 32u);
        QCOMPARE(teamSize(h100, 8192, 320, 1), 2u); // elements that are apart
        QCOMPARE(teamSize(h100, 8192, 320, 20), 16u); // runs of twenty
        QCOMPARE(teamSize(h100, 1'000'000, 128, 128), 32u); // four elements each
        QCOMPARE(teamSize(h100, 1'000'000, 127, 127), 16u);
        QCOMPARE(teamSize(h100, 1'000'000, 3, 3), 1u);
        QCOMPARE(teamSize(llvmpipe, 8192, 320, 320), 1u);
    }
};

QTEST_GUILESS_MAIN(TestDevicePolicy)
#include "tst_devicepolicy.moc"
