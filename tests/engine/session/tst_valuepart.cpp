// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/valuepart.h"
#include "tests/engine/expecterror.h"

#include <QTest>

using namespace weightless;

class TestValuePart : public QObject {
    Q_OBJECT

private slots:
    // a → b → c, d → e with a branch that reads b: what leads to a value stays, also what only a body reads.
    void onlyWhatLeadsThere()
    {
        const auto constant = [](const char* name) {
            auto info = std::make_shared<ConstantInfo>();
            info->name = name;
            return info;
        };
        auto body = std::make_shared<ModelGraph>();
        body->nodes = {{.name = "inner", .opType = "Neg", .inputs = {"b"}, .outputs = {"i"}}};
        body->outputs = {{.name = "i"}};
        Model model;
        model.graph.inputs = {{.name = "a"}, {.name = "d"}};
        model.graph.constants = {constant("v"), constant("w")};
        model.graph.values = {{.name = "b", .type = DataType::Float32}};
        model.graph.outputs = {{.name = "c"}, {.name = "e"}};
        Attributes branch;
        branch.set("then_branch", std::shared_ptr<const ModelGraph>(body));
        model.graph.nodes = {{.name = "n1", .opType = "Add", .inputs = {"a", "v"}, .outputs = {"b"}},
            {.name = "n2", .opType = "Mul", .inputs = {"b", "w", ""}, .outputs = {"c"}},
            {.name = "n3", .opType = "If", .inputs = {"d"}, .outputs = {"e"}, .attributes = branch}};

        Model part = modelUpTo(model, "b");
        QCOMPARE(part.graph.nodes.size(), size_t {1});
        QCOMPARE(part.graph.inputs.size(), size_t {1});
        QCOMPARE(part.graph.constants.size(), size_t {1});
        QCOMPARE(part.graph.constants[0]->name, std::string("v"));
        QCOMPARE(part.graph.outputs.size(), size_t {1});
        QCOMPARE(int(part.graph.outputs[0].type), int(DataType::Float32));
        part = modelUpTo(model, "e");
        QCOMPARE(part.graph.nodes.size(), size_t {2}); // n1, which the branch reads, and n3
        QCOMPARE(part.graph.inputs.size(), size_t {2});
        for (const char* name : {"a", "w", "i", "nothing", ""})
            EXPECT_ERROR(modelUpTo(model, name), ErrorKind::InvalidArgument, "No node of the main graph");
    }
};

QTEST_APPLESS_MAIN(TestValuePart)
#include "tst_valuepart.moc"
