// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/compare/modeldiff.h"
#include "tests/engine/compare/sketch.h"

#include <QTest>

using namespace weightless;
using namespace weightless::test;

// What is told apart by its place and what makes it, not by its name.
class TestSameNames : public QObject {
    Q_OBJECT

private slots:
    // What is called the same may have become another thing.
    void namesThatMovedAreDifferences()
    {
        const auto make = [](const char* neg, const char* abs, const char* first, const char* second) {
            Model model = sketch();
            model.graph.nodes = {{.name = "neg", .opType = "Neg", .inputs = {"x"}, .outputs = {neg}},
                {.name = "abs", .opType = "Abs", .inputs = {"x"}, .outputs = {abs}},
                {.name = "sub", .opType = "Sub", .inputs = {first, second}, .outputs = {"z"}}};
            return model;
        };
        const Model before = make("p", "q", "p", "q");
        QVERIFY(diffModels(before, make("q", "p", "q", "p")).isEqual());
        QCOMPARE(diffModels(before, make("q", "p", "p", "q")).nodes.at(0).details,
            std::vector<std::string> {"inputs: p, q → p (was q), q (was p)"});
        QCOMPARE(diffModels(before, make("p", "q", "q", "p")).nodes.at(0).details,
            std::vector<std::string> {"inputs: p, q → q, p"});
        // The outputs of one node.
        const auto split = [](const char* first, const char* second) {
            Model model = sketch();
            model.graph.outputs = {{.name = "p", .type = DataType::Float32}};
            model.graph.nodes = {
                {.name = "split", .opType = "Split", .inputs = {"x"}, .outputs = {first, second}}};
            return model;
        };
        const ModelDiff diff = diffModels(split("p", "q"), split("q", "p"));
        QCOMPARE(diff.facts,
            std::vector<std::string> {
                "output p: made by node split (Split), output 1 → node split (Split), output 2"});
        QVERIFY(!diff.isEqual());
    }

    // Callers go by the places of inputs and outputs.
    void theOrderOfOutputsIsCompared()
    {
        const auto make = [](const std::vector<const char*>& outputs) {
            Model model = sketch();
            model.graph.outputs.clear();
            for (const char* output : outputs)
                model.graph.outputs.push_back({.name = output, .type = DataType::Float32});
            return model;
        };
        QCOMPARE(diffModels(make({"y", "z"}), make({"z", "y"})).facts,
            std::vector<std::string> {"outputs: y, z → z, y"});
        QCOMPARE(diffModels(make({"y", "z"}), make({"z", "x", "y"})).facts,
            (std::vector<std::string> {"output x: none → float32[?]", "outputs: y, z → z, y"}));
        QCOMPARE(diffModels(make({"y", "z"}), make({"z"})).facts,
            std::vector<std::string> {"output y: float32[?] → none"});
    }

    // A file may have what ONNX forbids: a copy of it is still the same.
    void twinsAreComparedInOrder()
    {
        Model model = sketch();
        model.graph.outputs = {{.name = "z", .type = DataType::Float32}, {.name = "z"}};
        model.functions = {{.name = "f"}, {.name = "f", .outputs = {"o"}}};
        QVERIFY(diffModels(model, model).isEqual());
        Model after = model;
        after.graph.outputs.pop_back();
        after.functions[1].outputs.clear();
        QCOMPARE(diffModels(model, after).facts,
            (std::vector<std::string> {"output z: undefined[?] → none", "function f outputs: o → nothing"}));
    }

    void functionsAreCompared()
    {
        const auto make = [](ModelFunction function) {
            function.domain = "custom";
            function.name = "f";
            function.nodes = {
                {.name = "sub", .opType = "Sub", .inputs = {"a", "b"}, .outputs = {"c"}},
                {.name = "neg", .opType = "Neg", .inputs = {"c"}, .outputs = {"d"}},
            };
            Model model = sketch();
            model.functions = {function};
            return model;
        };
        const ModelFunction function {.domain = {},
            .name = {},
            .inputs = {"a", "b"},
            .outputs = {"c", "d"},
            .attributeNames = {"alpha", "beta"},
            .attributeDefaults = Attributes({{"gamma", int64_t {1}}}),
            .nodes = {},
            .opsets = {{"", 17}}};
        const Model before = make(function);
        ModelFunction other = function;
        other.attributeNames = {"beta", "alpha"};
        QVERIFY(diffModels(before, make(other)).isEqual());
        other.attributeNames = {"beta"};
        other.attributeDefaults = Attributes({{"gamma", int64_t {2}}});
        other.opsets = {{"", 18}};
        other.outputs = {"d", "c"};
        QCOMPARE(diffModels(before, make(other)).facts,
            (std::vector<std::string> {"function custom.f opset ai.onnx: 17 → 18",
                "function custom.f attributes: alpha, beta → beta",
                "function custom.f attribute gamma: 1 → 2", "function custom.f outputs: c, d → d, c"}));
        other = function;
        other.inputs = {"b", "a"};
        QCOMPARE(diffModels(before, make(other)).nodes.at(0).details,
            std::vector<std::string> {"inputs: a, b → a (was b), b (was a)"});
        other.inputs = {"a", "b", "e"};
        QCOMPARE(diffModels(before, make(other)).facts,
            std::vector<std::string> {"function custom.f inputs: a, b → a, b, e"});
    }

    // Each body has names of its own, and its inputs and outputs are what their places make them.
    void theEndsOfBodiesAreCompared()
    {
        const auto make = [](const std::vector<const char*>& inputs, const char* left, const char* output) {
            auto body = std::make_shared<ModelGraph>();
            for (const char* input : inputs)
                body->inputs.push_back({.name = input});
            body->nodes = {
                {.name = "neg", .opType = "Neg", .inputs = {left}, .outputs = {"n"}},
                {.name = "abs", .opType = "Abs", .inputs = {left}, .outputs = {"y"}},
            };
            body->outputs = {{.name = output}};
            Model model = sketch();
            Attributes attributes;
            attributes.set("body", std::shared_ptr<const ModelGraph>(body));
            model.graph.nodes.push_back({.name = "scan",
                .opType = "Scan",
                .inputs = {"x", "x"},
                .outputs = {"o"},
                .attributes = attributes});
            return model;
        };
        const Model before = make({"a", "b"}, "a", "n");
        QVERIFY(diffModels(before, make({"c", "d"}, "c", "n")).isEqual());
        QCOMPARE(diffModels(before, make({"b", "a"}, "a", "n")).nodes.at(0).details,
            std::vector<std::string> {"inputs: a → a (was b)"});
        QCOMPARE(diffModels(before, make({"a", "b"}, "a", "y")).nodes.at(0).details,
            std::vector<std::string> {"body body outputs: n → y"});
        QCOMPARE(diffModels(before, make({"a"}, "a", "n")).nodes.at(0).details,
            std::vector<std::string> {"body body inputs: a, b → a"});
    }

    // Any of several constants that are the same will do.
    void equalConstantsStandForEachOther()
    {
        const auto make = [](const std::vector<const char*>& names, const char* used, const char* other) {
            Model model = sketch();
            model.graph.constants.clear();
            for (const char* name : names)
                model.graph.constants.push_back(constant(name, {3}, 0));
            model.graph.nodes = {{.name = "add", .opType = "Add", .inputs = {"x", used}, .outputs = {"p"}},
                {.name = "mul", .opType = "Mul", .inputs = {"p", other}, .outputs = {"z"}}};
            return model;
        };
        const ModelDiff diff = diffModels(make({"b1", "b2"}, "b1", "b2"), make({"c2", "c1"}, "c1", "c2"));
        QVERIFY(diff.nodes.empty());
        QCOMPARE(diff.constants.size(), size_t {2});
        QCOMPARE(diff.constants[0].otherName, std::string("c2"));
        const ModelDiff single = diffModels(make({"b1", "b2"}, "b1", "b2"), make({"c"}, "c", "c"));
        QVERIFY(single.nodes.empty());
        QCOMPARE(int(single.constants.at(1).kind), int(DifferenceKind::Removed));
    }
};

QTEST_APPLESS_MAIN(TestSameNames)
#include "tst_samenames.moc"
