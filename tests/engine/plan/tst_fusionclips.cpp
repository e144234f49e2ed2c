// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusion.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

#include <limits>
#include <optional>
#include <utility>

using namespace weightless;
using namespace weightless::plan;

namespace {

class ClipSketch : public testing::OnnxSketch {
public:
    explicit ClipSketch(DataType type)
        : m_type(type)
    {
    }

    ValueId product() { return node("MatMul", {input({5, 6}, m_type), hollow({6, 7}, m_type)}); }
    ValueId bound(double value)
    {
        HostTensor tensor = makeHostTensor({m_type, {}});
        setElement(tensor, 0, value);
        return known(std::move(tensor));
    }

private:
    DataType m_type;
};

} // namespace

// A Clip behind a product becomes its activation.
class TestFusionClips : public QObject {
    Q_OBJECT

private slots:
    // A sum that is beyond the type is as large as the type goes, as without fusion: not infinite.
    void aBoundThatIsNotThereIsItsTypes_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<float>("largest");
        QTest::newRow("float16") << DataType::Float16 << 65504.0f;
        QTest::newRow("float32") << DataType::Float32 << std::numeric_limits<float>::max();
    }

    void aBoundThatIsNotThereIsItsTypes()
    {
        QFETCH(const DataType, type);
        QFETCH(const float, largest);
        using Bounds = std::pair<float, float>;
        const auto fused = [&](std::optional<double> low, std::optional<double> high) {
            ClipSketch sketch(type);
            const auto bound = [&](std::optional<double> value) {
                return value ? std::optional(sketch.bound(*value)) : std::nullopt;
            };
            const ValueId x = sketch.product();
            const ValueId y = sketch.node("Clip", {x, bound(low), bound(high)});
            sketch.output(y);
            const DataflowNode made = sketch.producer(y);
            return made.op->name == "FusedMatMul" && made.attributes.stringOr("activation", "") == "Clip"
                ? Bounds {made.attributes.floatOr("activation_low", 0),
                    made.attributes.floatOr("activation_high", 0)}
                : Bounds {};
        };
        QCOMPARE(fused(-0.5, 6), (Bounds {-0.5f, 6.0f}));
        QCOMPARE(fused(-0.5, {}), (Bounds {-0.5f, largest}));
        QCOMPARE(fused({}, 6), (Bounds {-largest, 6.0f}));
        QCOMPARE(fused({}, {}), (Bounds {-largest, largest}));
    }

    void boundsThatAreComputedStay()
    {
        ClipSketch sketch(DataType::Float32);
        const ValueId x = sketch.product();
        const ValueId y = sketch.node("Clip", {x, sketch.hollow({}), sketch.bound(6)});
        sketch.output(y);
        QCOMPARE(sketch.producer(y).op->name, std::string_view("Clip"));
    }
};

QTEST_GUILESS_MAIN(TestFusionClips)
#include "tst_fusionclips.moc"
