// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/inputcasts.h"
#include "engine/runtime/typesinmodel.h"
#include "tests/engine/runtime/modelsketch.h"

#include <QTest>

#include <map>
#include <numeric>
#include <string>
#include <vector>

using namespace weightless;
using namespace weightless::testing;

namespace {

std::vector<InputType> unknown(size_t count)
{
    return std::vector<InputType>(count, DataType::Undefined);
}

std::vector<std::string> names(size_t count)
{
    std::vector<std::string> all;
    for (size_t i = 0; i < count; ++i) {
        all.push_back("x" + std::to_string(i));
    }
    return all;
}

size_t readBy(const std::vector<InputCast>& casts)
{
    return std::accumulate(casts.begin(), casts.end(), size_t {0}, [](size_t sum, const InputCast& each) {
        return sum + (each.same ? 0 : 1) + each.others.size() + (each.leader ? 1 : 0);
    });
}

ValueInfo sequenceOf(const std::string& name, DataType type)
{
    ValueInfo value = valueOf(name, type, {});
    value.kind = "sequence";
    return value;
}

} // namespace

class TestInputCasts : public QObject {
    Q_OBJECT

private slots:
    // A file of 32 KB took seconds and hundreds of MB: each cast read all inputs.
    void manyInputsAreReadFewTimes()
    {
        constexpr size_t count = 4000;
        const std::vector<InputType> types = unknown(count);
        const auto casts = castsFor(nodeOf("Concat", names(count), {"y"}), types, DataType::Float16, false);
        QCOMPARE(casts.size(), count);
        QVERIFY(casts[0].others.size() == count - 1 && !casts[0].leader);
        QVERIFY(casts.back().leader == size_t {0});
        QVERIFY(readBy(casts) <= 3 * count);
    }

    void aValueIsCastOnce()
    {
        constexpr size_t count = 4000;
        const std::vector<InputType> types = unknown(count);
        const Node same = nodeOf("Concat", std::vector<std::string>(count, "x"), {"y"});
        for (const bool isKnown : {false, true}) {
            std::vector<InputType> some = types;
            some[0] = some.back() = isKnown ? DataType::Float16 : DataType::Undefined;
            const auto casts = castsFor(same, types, DataType::Float16, false);
            QCOMPARE(casts.size(), count);
            QVERIFY(!casts[0].same && casts.back().same == size_t {0});
            QCOMPARE(readBy(casts), size_t {1});
        }
    }

    // Operators whose inputs are of several kinds: each looks at all others itself.
    void fewInputsLookAtAllOthers()
    {
        const auto casts = castsFor(nodeOf("Sum", names(3), {"y"}), unknown(3), DataType::Float16, false);
        QCOMPARE(casts.size(), size_t {3});
        for (const InputCast& cast : casts) {
            QVERIFY(cast.others.size() == 2 && !cast.leader && cast.beside == DataType::Float16);
        }
    }

    void channelsOfUnknownTypesAreFloat32_data()
    {
        QTest::addColumn<DataType>("scale");
        QTest::addColumn<DataType>("bias");
        QTest::addColumn<size_t>("count");
        QTest::newRow("unknown scale") << DataType::Undefined << DataType::Float32 << size_t {1};
        QTest::newRow("all unknown") << DataType::Undefined << DataType::Undefined << size_t {2};
        QTest::newRow("mixed") << DataType::Float16 << DataType::Float32 << size_t {1};
        QTest::newRow("float16") << DataType::Float16 << DataType::Float16 << size_t {0};
        QTest::newRow("float32") << DataType::Float32 << DataType::Float32 << size_t {0};
    }

    void channelsOfUnknownTypesAreFloat32()
    {
        QFETCH(const DataType, scale);
        QFETCH(const DataType, bias);
        QFETCH(const size_t, count);
        const Node node = nodeOf("BatchNormalization", {"x", "scale", "bias", "scale", "bias"}, {"y"});
        const auto casts = castsFor(node,
            std::vector<InputType> {DataType::Float16, scale, bias, scale, bias}, DataType::Float16, false);
        QCOMPARE(casts.size(), 2 * count); // scale and bias are there twice
        for (const InputCast& cast : casts) {
            QVERIFY(cast.input > 0 && cast.to == DataType::Float32 && cast.beside == DataType::Undefined);
        }
    }

    void elementsAreOfTheTypeThatIsDeclared()
    {
        ModelGraph body;
        body.inputs = {valueOf("i", DataType::Int64, {}), valueOf("c", DataType::Bool, {}),
            sequenceOf("state", DataType::Undefined)};
        body.nodes = {nodeOf("SequenceInsert", {"state", "x"}, {"longer"})};
        body.outputs = {valueOf("c", DataType::Bool, {}), sequenceOf("longer", DataType::Undefined)};
        Attributes half;
        half.set("dtype", static_cast<int64_t>(DataType::Float16));
        ModelGraph graph;
        graph.inputs = {sequenceOf("given", DataType::BFloat16)};
        graph.nodes = {nodeOf("SequenceEmpty", {}, {"none"}, half), nodeOf("SequenceEmpty", {}, {"plain"}),
            nodeOf("Loop", {"count", "", "none"}, {"all"}, graphAttribute("body", body)),
            nodeOf("SequenceInsert", {"given", "x"}, {"more"}),
            nodeOf("SequenceConstruct", {"x"}, {"of nothing declared"})};
        const std::map<std::string, DataType, std::less<>> expected {{"none", DataType::Float16},
            {"plain", DataType::Float32}, {"state", DataType::Float16}, {"longer", DataType::Float16},
            {"all", DataType::Float16}, {"given", DataType::BFloat16}, {"more", DataType::BFloat16},
            {"i", DataType::Int64}, {"c", DataType::Bool}};
        QVERIFY(typesInModel(graph) == expected);
    }

    void typesFollowFromWhatIsDeclared()
    {
        Attributes toHalf, nothing, number;
        toHalf.set("to", static_cast<int64_t>(DataType::Float16));
        nothing.set("to", std::string("FLOAT16")); // of the first version
        number.set("value_float", 1.0F);
        ModelGraph graph;
        graph.inputs = {valueOf("x", DataType::Float32, {2}), valueOf("b", DataType::BFloat16, {2})};
        graph.constants = {hollowConstant("w", {DataType::Float16, {2, 2}}),
            hollowConstant("bytes", {DataType::Int8, {2, 2}})};
        graph.nodes = {nodeOf("Add", {"v", "v"}, {"late"}), nodeOf("Cast", {"x"}, {"v"}, toHalf),
            nodeOf("Cast", {"x"}, {"named"}, nothing), nodeOf("Less", {"x", "x"}, {"isLess"}),
            nodeOf("Where", {"isLess", "v", "v"}, {"chosen"}), nodeOf("Constant", {}, {"one"}, number),
            nodeOf("CastLike", {"x", "b"}, {"like"}), nodeOf("Shape", {"x"}, {"shape"}),
            nodeOf("OneHot", {"x", "shape", "v"}, {"hot"}), nodeOf("TopK", {"x", "k"}, {"values", "places"}),
            nodeOf("DequantizeLinear", {"bytes", "w"}, {"weight"}),
            nodeOf("DynamicQuantizeLinear", {"b"}, {"q", "scale", "zero"}),
            nodeOf("SequenceConstruct", {"v", "v"}, {"list"}), nodeOf("SequenceAt", {"list", "k"}, {"at"})};
        const auto types = typesInModel(graph);
        for (const char* name : {"late", "v", "chosen", "hot", "weight", "list", "at"}) {
            QVERIFY2(types.contains(name) && types.at(name) == DataType::Float16, name);
        }
        for (const char* name : {"one", "values", "scale"}) {
            QVERIFY2(types.contains(name) && types.at(name) == DataType::Float32, name);
        }
        QVERIFY(types.contains("like") && types.at("like") == DataType::BFloat16);
        for (const char* name : {"named", "isLess", "shape", "places", "q", "zero"}) {
            QVERIFY2(!types.contains(name), name);
        }
    }

    // One that was declared in a branch was taken for another's.
    void twoOfOneNameAreOfNoType()
    {
        ModelGraph integers, floats;
        integers.values = {sequenceOf("list", DataType::Int64), sequenceOf("same", DataType::Float32)};
        floats.nodes = {nodeOf("SequenceConstruct", {"x"}, {"list"}),
            nodeOf("SequenceConstruct", {"x"}, {"same"}), nodeOf("Identity", {"list"}, {"more"})};
        integers.nodes = {
            nodeOf("SequenceConstruct", {"k"}, {"list"}), nodeOf("SequenceConstruct", {"y"}, {"same"})};
        ModelGraph graph;
        graph.inputs = {valueOf("x", DataType::Float32, {2})};
        Attributes branches = graphAttribute("then_branch", integers);
        branches.set("else_branch", std::make_shared<const ModelGraph>(floats));
        graph.nodes = {nodeOf("If", {"condition"}, {"y"}, branches)};
        const auto types = typesInModel(graph);
        QVERIFY(!types.contains("list"));
        for (const char* name : {"same", "more"}) {
            QVERIFY2(types.contains(name) && types.at(name) == DataType::Float32, name);
        }
    }
};

QTEST_GUILESS_MAIN(TestInputCasts)
#include "tst_inputcasts.moc"
