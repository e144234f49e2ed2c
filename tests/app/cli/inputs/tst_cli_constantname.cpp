// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs/constantname.h"

#include "tests/engine/expecterror.h"

#include <QTest>

using namespace weightless;
using namespace weightless::cli;

namespace {

std::shared_ptr<const ConstantInfo> constant(const char* name)
{
    auto info = std::make_shared<ConstantInfo>();
    info->name = name;
    return info;
}

std::shared_ptr<const ModelGraph> bodyWith(const std::shared_ptr<const ConstantInfo>& weight)
{
    auto body = std::make_shared<ModelGraph>();
    body->constants = {weight};
    return body;
}

Node branching(
    const char* name, std::shared_ptr<const ModelGraph> first, std::shared_ptr<const ModelGraph> second)
{
    Node node;
    node.name = name;
    node.opType = "If";
    node.outputs = {"y"};
    node.attributes.set("then_branch", std::move(first));
    node.attributes.set("else_branch", std::move(second));
    return node;
}

} // namespace

class TestCliConstantName : public QObject {
    Q_OBJECT

private slots:
    void branchesAreToldApart()
    {
        const auto first = constant("w"), second = constant("w"), own = constant("a/b");
        Model model;
        model.path = "m.onnx";
        model.graph.constants = {own};
        model.graph.nodes = {branching("If_0", bodyWith(first), bodyWith(second))};
        QCOMPARE(constantNamed(model, "a/b"), own);
        EXPECT_ERROR(constantNamed(model, "w"), ErrorKind::InvalidArgument,
            "2 tensors of 'm.onnx' are named 'w'; say which by its path: 'If_0/then_branch/w', "
            "'If_0/else_branch/w'");
        QCOMPARE(constantNamed(model, "If_0/then_branch/w"), first);
        QCOMPARE(constantNamed(model, "If_0/else_branch/w"), second);
        EXPECT_ERROR(constantNamed(model, "If_1/then_branch/w"), ErrorKind::InvalidArgument, "no tensor");
        EXPECT_ERROR(constantNamed(model, "a/c"), ErrorKind::InvalidArgument, "did you mean 'a/b'?");
        // Its name alone is the path of what the main graph has.
        const auto outer = constant("w");
        model.graph.constants.push_back(outer);
        QCOMPARE(constantNamed(model, "w"), outer);
        QCOMPARE(constantNamed(model, "If_0/else_branch/w"), second);
    }

    // Inside one another, without names, and more than once in one place.
    void pathsLeadAllTheWay()
    {
        const auto first = constant("w"), second = constant("w"), third = constant("w"), only = constant("v");
        auto outer = std::make_shared<ModelGraph>();
        outer->nodes = {branching("", bodyWith(first), bodyWith(only))};
        auto twice = std::make_shared<ModelGraph>();
        twice->constants = {second, third};
        Model model;
        model.graph.nodes = {branching("If_0", outer, twice)};
        QCOMPARE(constantNamed(model, "v"), only);
        QCOMPARE(constantNamed(model, "If_0/then_branch/y/then_branch/w"), first);
        QCOMPARE(constantNamed(model, "If_0/else_branch/w#1"), second);
        QCOMPARE(constantNamed(model, "If_0/else_branch/w#2"), third);
        EXPECT_ERROR(constantNamed(model, "w"), ErrorKind::InvalidArgument,
            "3 tensors of '' are named 'w'; say which by its path: 'If_0/then_branch/y/then_branch/w', "
            "'If_0/else_branch/w#1', 'If_0/else_branch/w#2'");
    }
};

QTEST_APPLESS_MAIN(TestCliConstantName)
#include "tst_cli_constantname.moc"
