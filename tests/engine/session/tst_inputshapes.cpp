// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/inputshapes.h"

#include "engine/base/error.h"
#include "tests/engine/expecterror.h"

#include <QTest>

using namespace weightless;

namespace {

Model modelWith(std::vector<ValueInfo> inputs)
{
    Model model;
    model.graph.inputs = std::move(inputs);
    return model;
}

} // namespace

class TestInputShapes : public QObject {
    Q_OBJECT

private slots:
    void shapesComeFromTensors();
    void shapesThatDoNotFit();
    void shapesComeFromSizes();
    void sizesFollowTexts();
    void outputsFollowSizes();
    void constantsMayBeFed();
};

void TestInputShapes::shapesComeFromTensors()
{
    Model model = modelWith({{"a", DataType::Float32, SymbolicShape {{-1, "n"}, {3, ""}}},
        {"b", DataType::Float32, SymbolicShape {{-1, "n"}, {-1, ""}}}, {"c", DataType::Int64, std::nullopt}});
    const auto sizes =
        fixInputShapes(model, {{"a", {DataType::Float32, {5, 3}}}, {"c", {DataType::Int64, {2, 2}}}});
    QCOMPARE(sizes.size(), size_t {1});
    QCOMPARE(sizes.at("n").size, int64_t {5});
    QCOMPARE(sizes.at("n").input, std::string("a"));
    QCOMPARE(toConcrete(*model.graph.inputs[0].shape), std::optional<Shape>({5, 3}));
    QCOMPARE((*model.graph.inputs[1].shape)[0].value, int64_t {5});
    QVERIFY((*model.graph.inputs[1].shape)[1].isFree());
    QCOMPARE(toConcrete(*model.graph.inputs[2].shape), std::optional<Shape>({2, 2}));
}

void TestInputShapes::shapesThatDoNotFit()
{
    const auto refuses = [](const std::map<std::string, TensorDescriptor>& fed) {
        Model model = modelWith({{"a", DataType::Float32, SymbolicShape {{-1, "n"}, {3, ""}}},
            {"b", DataType::Float32, SymbolicShape {{-1, "n"}}}});
        try {
            fixInputShapes(model, fed);
        } catch (const Error&) {
            return true;
        }
        return false;
    };
    QVERIFY(refuses({{"a", {DataType::Float16, {5, 3}}}}));
    QVERIFY(refuses({{"a", {DataType::Float32, {5, 4}}}}));
    QVERIFY(refuses({{"a", {DataType::Float32, {5, 3, 1}}}}));
    QVERIFY(refuses({{"a", {DataType::Float32, {5, 3}}}, {"b", {DataType::Float32, {4}}}}));
    QVERIFY(refuses({{"z", {DataType::Float32, {5}}}}));
    QVERIFY(!refuses({{"a", {DataType::Float32, {5, 3}}}, {"b", {DataType::Float32, {5}}}}));
    Model model = modelWith({{"a", DataType::Float32, SymbolicShape {{-1, "n"}}},
        {"b", DataType::Float32, SymbolicShape {{-1, "n"}}}});
    EXPECT_ERROR(fixInputShapes(model, {{"a", {DataType::Float32, {5}}}, {"b", {DataType::Float32, {4}}}}),
        ErrorKind::InvalidArgument,
        "Dimension 'n' is 5 in the tensor for input 'a', but 4 in the one for 'b'");
}

void TestInputShapes::shapesComeFromSizes()
{
    const Model model =
        modelWith({{"sample", DataType::Float32, SymbolicShape {{-1, "batch"}, {4, ""}, {-1, ""}}},
            {"step", DataType::Int64, SymbolicShape {{1, ""}}}, {"any", DataType::Int64, std::nullopt},
            {"prompt", DataType::Int64, SymbolicShape {{-1, "batch"}, {-1, "sequence"}}},
            {"sound", DataType::Float32, SymbolicShape {{-1, "samples"}}}});
    // Of one sample of sound no model makes anything.
    const std::map<std::string, Shape> suggested {
        {"sample", {1, 4, 1}}, {"prompt", {1, 77}}, {"sound", {512}}};
    QCOMPARE(inputShapes(model, {}), suggested);
    const std::map<std::string, Shape> given {{"sample", {3, 4, 9}}, {"prompt", {3, 77}}, {"sound", {256}}};
    QCOMPARE(
        inputShapes(model, {{"batch", 3}, {"sample:2", 9}, {"samples", 256}, {"of no input", 5}}), given);
}

// Of two texts for one row the second one was dropped.
void TestInputShapes::sizesFollowTexts()
{
    const auto input = [](SymbolicShape shape, DataType type = DataType::String) {
        return std::vector<ValueInfo> {{"city", type, std::move(shape)}};
    };
    const std::map<std::string, InputSource> two {{"city", {.kind = InputKind::Text, .text = "Paris;Rome"}}};
    const std::map<std::string, InputSource> one {{"city", {.kind = InputKind::Text, .text = "Paris"}}};
    using Sizes = std::map<std::string, int64_t>;
    const SymbolicShape rows {{-1, "rows"}, {1, ""}};
    QVERIFY((sizesOfTexts(input(rows), two, {}) == Sizes {{"rows", 2}}));
    QVERIFY(sizesOfTexts(input(rows), two, {{"rows", 1}}).empty());
    QVERIFY(sizesOfTexts(input(rows), one, {}).empty());
    QVERIFY(sizesOfTexts(input(rows), {}, {}).empty());
    QVERIFY(sizesOfTexts(input(rows, DataType::Float32), two, {}).empty());
    QVERIFY(sizesOfTexts(input({{-1, "rows"}, {3, ""}}), two, {}).empty());
    const SymbolicShape both {{-1, "rows"}, {-1, "columns"}};
    QVERIFY(sizesOfTexts(input(both), two, {}).empty());
    QVERIFY((sizesOfTexts(input(both), two, {{"columns", 2}}) == Sizes {{"rows", 1}}));
}

// An initializer is a default that a caller may replace: then it is an input, and its bytes are not loaded.
void TestInputShapes::outputsFollowSizes()
{
    const ValueInfo output {
        "y", DataType::Float32, SymbolicShape {{-1, "n"}, {4, ""}, {-1, ""}, {-1, "m"}, {-1, "n"}}};
    const auto shape = outputShape(output, {1, 4, 6, 7, 2}, {{"n", 1}}, {{"n", 9}});
    QVERIFY(shape.has_value());
    QCOMPARE(toString(*shape), std::string("[9, 4, ?, ?, ?]")); // the last is n no more than it is 1
    QCOMPARE(toString(*outputShape(output, {1, 5, 6, 7, 1}, {{"n", 1}}, {{"n", 9}})),
        std::string("[9, ?, ?, ?, 9]"));
    QVERIFY(!outputShape(output, {1, 4}, {{"n", 1}}, {{"n", 9}}));
    QVERIFY(!outputShape({"y", DataType::Float32, std::nullopt}, {1}, {{"n", 1}}, {{"n", 9}}));
}

void TestInputShapes::constantsMayBeFed()
{
    Model model = modelWith({{"x", DataType::Float32, SymbolicShape {{2, ""}}}});
    for (const char* name : {"w", "b"}) {
        auto constant = std::make_shared<ConstantInfo>();
        constant->name = name;
        constant->descriptor = {DataType::Float32, {2}};
        model.graph.constants.push_back(std::move(constant));
    }
    QVERIFY(fixInputShapes(model, {{"x", {DataType::Float32, {2}}}}).empty());
    QCOMPARE(model.graph.constants.size(), size_t {2});
    EXPECT_ERROR(fixInputShapes(model, {{"w", {DataType::Int64, {2}}}}), ErrorKind::InvalidArgument,
        "Input 'w' is float32[2], but the tensor for it is int64[2]");
    QVERIFY(fixInputShapes(model, {{"w", {DataType::Float32, {3, 1}}}}).empty());
    QCOMPARE(model.graph.inputs.size(), size_t {2});
    QCOMPARE(toConcrete(*model.graph.inputs[1].shape), std::optional<Shape>({3, 1}));
    QCOMPARE(model.graph.constants.size(), size_t {1});
    QCOMPARE(model.graph.constants[0]->name, std::string("b"));
}

QTEST_APPLESS_MAIN(TestInputShapes)
#include "tst_inputshapes.moc"
