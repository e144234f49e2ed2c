// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/compare/modeldiff.h"
#include "tests/engine/compare/sketch.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <tuple>

using namespace weightless;
using namespace weightless::test;

namespace {

std::shared_ptr<const ConstantInfo> floats(const char* name, const std::vector<float>& values)
{
    auto info = std::make_shared<ConstantInfo>(*constant(name, {static_cast<int64_t>(values.size())}, 0));
    const auto* bytes = reinterpret_cast<const std::byte*>(values.data());
    info->source.range = MemoryRange {
        std::make_shared<std::vector<std::byte>>(bytes, bytes + info->sizeBytes), 0, info->sizeBytes};
    return info;
}

std::shared_ptr<const ConstantInfo> scalar(DataType type, uint64_t bits)
{
    auto info = std::make_shared<ConstantInfo>(*constant("w", {1}, 0));
    info->descriptor.type = type;
    info->sizeBytes = byteCount(info->descriptor).value_or(0);
    const auto* bytes = reinterpret_cast<const std::byte*>(&bits);
    info->source.range = MemoryRange {
        std::make_shared<std::vector<std::byte>>(bytes, bytes + info->sizeBytes), 0, info->sizeBytes};
    return info;
}

const ConstantDifference* find(const ModelDiff& diff, DifferenceKind kind)
{
    const auto found = std::ranges::find(diff.constants, kind, &ConstantDifference::kind);
    return found == diff.constants.end() ? nullptr : &*found;
}

} // namespace

Q_DECLARE_METATYPE(AttributeValue)

class TestModelDiff : public QObject {
    Q_OBJECT

private slots:
    void equalModels()
    {
        const ModelDiff diff = diffModels(sketch(), sketch());
        QVERIFY(diff.isEqual());
        QCOMPARE(diff.equalConstants, uint64_t {2});
        QCOMPARE(diff.equalNodes, uint64_t {2});
        QCOMPARE(diff.bytesBefore, uint64_t {40});
    }

    void constantsDiffer()
    {
        Model after = sketch();
        after.graph.constants = {constant("w", {2, 3}, 1), constant("v", {5}, 7), constant("u", {1}, 9)};
        Model before = sketch();
        before.graph.constants.push_back(constant("t", {8}, 0));
        uint64_t last = 0;
        const ModelDiff diff = diffModels(before, after, {.onProgress = [&](uint64_t done, uint64_t total) {
            QVERIFY(done > last && done <= total);
            last = done;
        }});
        QCOMPARE(diff.constants.size(), size_t {4});
        QCOMPARE(diff.constants[0].changedElements, uint64_t {6});
        QCOMPARE(diff.constants[0].constantBefore, before.graph.constants[0].get());
        QCOMPARE(diff.constants[0].constantAfter, after.graph.constants[0].get());
        QVERIFY(!find(diff, DifferenceKind::Removed)->constantAfter);
        QCOMPARE(diff.constants[1].after.shape, (Shape {5}));
        QCOMPARE(diff.constants[1].bytesAfter, uint64_t {20});
        QCOMPARE(find(diff, DifferenceKind::Removed)->name, std::string("t"));
        QCOMPARE(find(diff, DifferenceKind::Added)->bytesAfter, uint64_t {4});
        // Without reading, only what the structure tells.
        QCOMPARE(diffModels(before, after, {.comparesValues = false}).equalConstants, uint64_t {1});
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(
            diffModels(before, after, {.stop = stop.get_token()}), ErrorKind::Cancelled, "cancelled");
    }

    // NaN, infinities and a zero with a sign hide nothing, and are no difference that has a size.
    void theLargestDifferenceIsTold()
    {
        constexpr float nan = std::numeric_limits<float>::quiet_NaN();
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const auto largest = [](const std::vector<float>& a, const std::vector<float>& b) {
            Model before = sketch(), after = sketch();
            before.graph.constants = {floats("w", a)};
            after.graph.constants = {floats("w", b)};
            return diffModels(before, after).constants.at(0).largestDifference;
        };
        QCOMPARE(largest({1, 2, 3}, {1.5, 2, 1}).value(), 2.0);
        QCOMPARE(largest({nan, 2, 3}, {1.5, nan, 3.25}).value(), 0.25);
        QCOMPARE(largest({0, infinity}, {-0.0F, 1}).value(), 0.0);
        QVERIFY(!largest({nan, -infinity}, {1, infinity}));
        Model finite = sketch(), infinite = sketch();
        finite.graph.constants = {floats("w", {1, 2, nan, infinity}), constant("v", {4}, 7)};
        infinite.graph.constants = {floats("w", {nan, 3, nan, 5}), constant("v", {4}, 7)};
        const ModelDiff diff = diffModels(finite, infinite);
        QCOMPARE(diff.constants.at(0).nonFiniteElements, uint64_t {2});
        QCOMPARE(diff.constants.at(0).largestDifference.value(), 1.0);
        QCOMPARE(diff.equalBytes, uint64_t {16});
        // Of halves and of doubles too; integers have none.
        for (const auto& [type, one, other, expected] :
            std::vector<std::tuple<DataType, uint64_t, uint64_t, std::optional<double>>> {
                {DataType::Float16, 0x3c00, 0xc000, 3.0}, {DataType::BFloat16, 0x3f80, 0xc000, 3.0},
                {DataType::Float64, 0x3ff0000000000000, 0xc000000000000000, 3.0},
                {DataType::Float64, 0x7fe1ccf385ebc8a0, 0xffe1ccf385ebc8a0,
                    std::numeric_limits<double>::max()},
                {DataType::Float8E5M2, 0x3c, 0xc0, 3.0}, {DataType::Float4E2M1, 2, 12, 3.0},
                {DataType::Int8, 1, 2, std::nullopt}}) {
            Model before = sketch(), after = sketch();
            before.graph.constants = {scalar(type, one)};
            after.graph.constants = {scalar(type, other)};
            const ConstantDifference difference = diffModels(before, after).constants.at(0);
            QCOMPARE(difference.changedElements, uint64_t {1});
            QVERIFY(difference.largestDifference == expected);
        }
    }

    // Floats are numbers in every type; the sign of a zero is none.
    void typesAndSignsOfZero()
    {
        const auto differenceOf = [](const auto& before, const auto& after, bool comparesValues = true) {
            Model a = sketch(), b = sketch();
            a.graph.constants = {before};
            b.graph.constants = {after};
            DiffOptions options;
            options.comparesValues = comparesValues;
            return diffModels(a, b, options).constants.at(0);
        };
        const auto half = scalar(DataType::Float16, 0x2e66); // 0.0999755859375
        ConstantDifference found = differenceOf(floats("w", {0.1F}), half);
        QCOMPARE(found.changedElements, uint64_t {1});
        QVERIFY(std::abs(found.largestDifference.value() - 2.44155526e-5) < 1e-12);
        QVERIFY(found.before != found.after && !found.hasSameValues);
        QVERIFY(!differenceOf(floats("w", {0.1F}), half, false).largestDifference);
        found = differenceOf(floats("w", {0.0999755859375F}), half);
        QVERIFY(found.changedElements == 0 && found.hasSameValues);
        QVERIFY(differenceOf(floats("w", {-4.0F}), scalar(DataType::Float8E5M2, 0xc4)).hasSameValues);
        // As bits these are the same.
        QCOMPARE(differenceOf(scalar(DataType::BFloat16, 0x3f80), scalar(DataType::Float16, 0x3f80))
                     .changedElements,
            uint64_t {1});
        QVERIFY(!differenceOf(floats("w", {2}), scalar(DataType::Int32, 2)).hasSameValues);

        found = differenceOf(floats("w", {0, 0, 1}), floats("w", {-0.0F, 0, 1}));
        QCOMPARE(found.changedElements, uint64_t {1});
        QCOMPARE(found.zeroSigns, uint64_t {1});
        QCOMPARE(differenceOf(floats("w", {0, 1}), floats("w", {-0.0F, 2})).zeroSigns, uint64_t {1});
        QCOMPARE(differenceOf(floats("w", {-0.0F}), scalar(DataType::Float16, 0)).zeroSigns, uint64_t {1});
    }

    // Another exporter's names: nothing has changed but these.
    void renamingIsNoChangeElsewhere()
    {
        Model after = sketch();
        after.graph.constants = {constant("weights", {2, 3}, 0), constant("v", {4}, 7)};
        after.graph.nodes[0].name = "Conv_0";
        after.graph.nodes[0].inputs = {"x", "weights"};
        after.graph.nodes[0].outputs = {"hidden"};
        after.graph.nodes[1].inputs = {"hidden"};
        const ModelDiff diff = diffModels(sketch(), after);
        QCOMPARE(diff.constants.size(), size_t {1});
        QCOMPARE(int(diff.constants[0].kind), int(DifferenceKind::Renamed));
        QCOMPARE(diff.constants[0].otherName, std::string("weights"));
        QCOMPARE(diff.nodes.size(), size_t {1});
        QCOMPARE(int(diff.nodes[0].kind), int(DifferenceKind::Renamed));
        QCOMPARE(diff.equalNodes, uint64_t {1});
    }

    // Each is read once, not with every other: pair by pair this took longer than a test may.
    void manyRenamedConstants()
    {
        constexpr int count = 20'000;
        Model before = sketch(), after = sketch();
        for (int i = 0; i < count; ++i) {
            const std::string number = std::to_string(i);
            before.graph.constants.push_back(constant(("a" + number).c_str(), {3}, static_cast<float>(i)));
            after.graph.constants.push_back(
                constant(("b" + number).c_str(), {3}, static_cast<float>(count - 1 - i)));
            before.graph.inputs.push_back({.name = "i" + number});
            after.graph.inputs.push_back({.name = "j" + number});
        }
        const ModelDiff diff = diffModels(before, after);
        QCOMPARE(diff.facts.size(), size_t {2 * count});
        QCOMPARE(diff.constants.size(), size_t {count});
        QCOMPARE(diff.constants[1].name, std::string("a1"));
        QCOMPARE(diff.constants[1].otherName, "b" + std::to_string(count - 2));
        // Of several that are equal the first goes with the first.
        before = after = sketch();
        for (const char* name : {"p", "q"})
            before.graph.constants.push_back(constant(name, {2}, 5));
        for (const char* name : {"r", "s"})
            after.graph.constants.push_back(constant(name, {2}, 5));
        QCOMPARE(diffModels(before, after).constants[0].otherName, std::string("r"));
    }

    void nodesDiffer()
    {
        Model after = sketch();
        after.opsets[""] = 18;
        after.graph.inputs[0].type = DataType::Float16;
        after.graph.nodes[0].attributes.set("pads", std::vector<int64_t> {1, 1});
        after.graph.nodes[0].attributes.set("group", int64_t {2});
        after.graph.nodes[1].opType = "Gelu";
        after.graph.nodes.push_back({.name = "more", .opType = "Neg", .inputs = {"z"}, .outputs = {"a"}});
        ModelDiff diff = diffModels(sketch(), after);
        QCOMPARE(diff.facts,
            (std::vector<std::string> {"opset ai.onnx: 17 → 18", "input x: float32[1, n] → float16[1, n]"}));
        QCOMPARE(diff.nodes.size(), size_t {3});
        QCOMPARE(diff.nodes[0].details,
            (std::vector<std::string> {"attribute pads: [0, 0] → [1, 1]", "attribute group: none → 2"}));
        QCOMPARE(diff.nodes[1].details, std::vector<std::string> {"operator: Relu → Gelu"});
        QCOMPARE(int(diff.nodes[2].kind), int(DifferenceKind::Added));
        diff = diffModels(after, sketch());
        QCOMPARE(int(diff.nodes.back().kind), int(DifferenceKind::Removed));
    }

    // An initializer that is an input too can be replaced by whoever calls the model.
    void whatACallerMayReplaceIsCompared()
    {
        Model before = sketch(), after = sketch();
        before.graph.defaultedInputs = {"w", "v"};
        after.graph.defaultedInputs = {"v"};
        QCOMPARE(diffModels(before, after).facts,
            std::vector<std::string> {"initializer w: inputs too, which a caller may set → fixed"});
        QCOMPARE(diffModels(after, before).facts,
            std::vector<std::string> {"initializer w: fixed → inputs too, which a caller may set"});
        // One of another name is the same one; one that is gone is told as that alone.
        before = after = sketch();
        before.graph.defaultedInputs = {"w", "v"};
        after.graph.constants = {constant("u", {2, 3}, 0)};
        after.graph.defaultedInputs = {"u"};
        after.graph.nodes[0].inputs[1] = "u";
        QVERIFY(diffModels(before, after).facts.empty());
        after.graph.defaultedInputs = {};
        QCOMPARE(diffModels(before, after).facts,
            std::vector<std::string> {"initializer u: inputs too, which a caller may set → fixed"});
        // What was written before IR 4 has all of them.
        before = after = sketch();
        before.graph.constants.clear();
        for (int i = 0; i < 20; ++i) {
            before.graph.constants.push_back(constant(("i" + std::to_string(i)).c_str(), {1}, i));
            before.graph.defaultedInputs.push_back("i" + std::to_string(i));
        }
        after.graph.constants = before.graph.constants;
        QCOMPARE(diffModels(before, after).facts,
            std::vector<std::string> {"initializers i0, i1, i2, i3, i4, i5, i6, i7 and 12 more: inputs too, "
                                      "which a caller may set → fixed"});
    }

    // Values are compared, not what is shown of them, which is shortened.
    void attributesAreComparedWhole_data()
    {
        QTest::addColumn<AttributeValue>("before");
        QTest::addColumn<AttributeValue>("after");
        QTest::newRow("the last digit") << AttributeValue(0.1F) << AttributeValue(0.1000001F);
        std::vector<std::string> words(150, "word");
        const AttributeValue vocabulary = words;
        words.back() = "world";
        QTest::newRow("a word in many") << vocabulary << AttributeValue(words);
        const std::string text(100, 'a');
        QTest::newRow("the end of a long word") << AttributeValue(std::vector<std::string> {text})
                                                << AttributeValue(std::vector<std::string> {text + "b"});
        QTest::newRow("types") << AttributeValue(OpaqueAttribute {"type", {}, 13, "1"})
                               << AttributeValue(OpaqueAttribute {"type", {}, 13, "2"});
    }

    void attributesAreComparedWhole()
    {
        QFETCH(AttributeValue, before);
        QFETCH(AttributeValue, after);
        const auto with = [](const AttributeValue& value) {
            Model model = sketch();
            model.graph.nodes[0].attributes.set("it", value);
            return model;
        };
        QVERIFY(diffModels(with(before), with(before)).isEqual());
        const ModelDiff diff = diffModels(with(before), with(after));
        QCOMPARE(diff.nodes.size(), size_t {1});
        QVERIFY(diff.nodes[0].details.at(0).starts_with("attribute it: "));
    }

    void oddAttributesAreCompared()
    {
        const auto with = [](const AttributeValue& value) {
            Model model = sketch();
            model.graph.nodes[0].attributes.set("it", value);
            return model;
        };
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const Model numbers = with(std::vector<float> {nan, 1});
        QVERIFY(diffModels(numbers, numbers).isEqual());
        QVERIFY(!diffModels(numbers, with(std::vector<float> {nan, 2})).isEqual());
        const Model unread = with(OpaqueAttribute {"sparse tensor", {}, 11});
        QCOMPARE(diffModels(unread, unread).nodes.at(0).details,
            std::vector<std::string> {"attribute it: sparse tensor, unread"});
        const Model reference = with(OpaqueAttribute {"the caller's alpha", "alpha", 1});
        QVERIFY(diffModels(reference, reference).isEqual());
    }

    // Inside of a branch, and weights of one name in two branches.
    void bodiesAreCompared()
    {
        const auto with = [](const char* opType, float weight) {
            Model model = sketch();
            Attributes branches;
            for (const char* name : {"then_branch", "else_branch"}) {
                auto body = std::make_shared<ModelGraph>();
                body->nodes = {{.name = "inner", .opType = opType, .inputs = {"y"}, .outputs = {"i"}}};
                body->constants = {constant("k", {1}, weight)};
                branches.set(name, std::shared_ptr<const ModelGraph>(body));
            }
            model.graph.nodes.push_back(
                {.name = "if", .opType = "If", .inputs = {"x"}, .outputs = {"o"}, .attributes = branches});
            return model;
        };
        QVERIFY(diffModels(with("Neg", 1), with("Neg", 1)).isEqual());
        const ModelDiff diff = diffModels(with("Neg", 1), with("Abs", 2));
        QCOMPARE(diff.constants.size(), size_t {2});
        QCOMPARE(diff.constants[0].name, std::string("if/then_branch/k"));
        QCOMPARE(diff.constants[1].name, std::string("if/else_branch/k"));
        QCOMPARE(diff.nodes.size(), size_t {2});
        QCOMPARE(diff.nodes[1].name, std::string("if/else_branch/inner"));
        QCOMPARE(diff.nodes[0].name, std::string("if/then_branch/inner"));
        // Who is who, inside too.
        const Model one = with("Neg", 1), other = with("Abs", 2);
        const auto matched = diffModels(one, other).matched;
        QCOMPARE(matched.size(), size_t {5});
        QCOMPARE(matched[2].first, &one.graph.nodes[2]);
        QCOMPARE(matched[2].second, &other.graph.nodes[2]);
        QCOMPARE(matched[3].second->name, std::string("inner"));
    }

    // Where one of several of a name is gone, the others keep to their places.
    void constantsKeepToTheirPlaces()
    {
        const auto with = [](bool hasOuter, bool hasSecond = true) {
            Model model = sketch();
            auto body = std::make_shared<ModelGraph>();
            body->constants = {constant("k", {1}, 2)};
            Attributes branches;
            branches.set("then_branch", std::shared_ptr<const ModelGraph>(body));
            if (hasSecond) {
                const auto second = std::make_shared<ModelGraph>(*body);
                branches.set("else_branch", std::shared_ptr<const ModelGraph>(second));
            }
            model.graph.nodes.push_back(
                {.name = "if", .opType = "If", .inputs = {"x"}, .outputs = {"o"}, .attributes = branches});
            if (hasOuter) {
                model.graph.constants.push_back(constant("k", {1}, 1));
            }
            return model;
        };
        const ModelDiff removed = diffModels(with(true), with(false));
        QCOMPARE(removed.constants.size(), size_t {1});
        QCOMPARE(removed.constants[0].name, std::string("k"));
        QCOMPARE(int(removed.constants[0].kind), int(DifferenceKind::Removed));
        const ModelDiff added = diffModels(with(false), with(true));
        QCOMPARE(added.constants.size(), size_t {1});
        QCOMPARE(int(added.constants[0].kind), int(DifferenceKind::Added));
        const ModelDiff alone = diffModels(with(false, false), with(true, false));
        QCOMPARE(alone.constants.size(), size_t {1});
        QCOMPARE(int(alone.constants[0].kind), int(DifferenceKind::Added));
    }

    // What cannot be read is said, and is not called equal.
    void missingBytes()
    {
        Model after = sketch();
        auto broken = std::make_shared<ConstantInfo>(*after.graph.constants[0]);
        broken->source = {};
        broken->problem = "w.bin is missing";
        after.graph.constants[0] = broken;
        const ModelDiff diff = diffModels(sketch(), after);
        QVERIFY(!diff.isEqual());
        QCOMPARE(find(diff, DifferenceKind::Unread)->details, std::string("w.bin is missing"));
    }
};

QTEST_APPLESS_MAIN(TestModelDiff)
#include "tst_modeldiff.moc"
