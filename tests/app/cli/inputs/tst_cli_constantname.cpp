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
        QCOMPARE(constantNamed(model, "a/b").constant, own);
        EXPECT_ERROR(constantNamed(model, "w"), ErrorKind::InvalidArgument,
            "2 tensors of 'm.onnx' are named 'w'; say which by its path: 'If_0/then_branch/w', "
            "'If_0/else_branch/w'");
        QCOMPARE(constantNamed(model, "If_0/then_branch/w").constant, first);
        QCOMPARE(constantNamed(model, "If_0/else_branch/w").constant, second);
        EXPECT_ERROR(constantNamed(model, "If_1/then_branch/w"), ErrorKind::InvalidArgument, "no tensor");
        EXPECT_ERROR(constantNamed(model, "a/c"), ErrorKind::InvalidArgument, "did you mean 'a/b'?");
        // Its name alone is the path of what the main graph has.
        const auto outer = constant("w");
        model.graph.constants.push_back(outer);
        QCOMPARE(constantNamed(model, "w").constant, outer);
        QCOMPARE(constantNamed(model, "If_0/else_branch/w").constant, second);
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
        QCOMPARE(constantNamed(model, "v").constant, only);
        QCOMPARE(constantNamed(model, "If_0/then_branch/y/then_branch/w").constant, first);
        QCOMPARE(constantNamed(model, "If_0/else_branch/w#1").constant, second);
        QCOMPARE(constantNamed(model, "If_0/else_branch/w#2").constant, third);
        EXPECT_ERROR(constantNamed(model, "w"), ErrorKind::InvalidArgument,
            "3 tensors of '' are named 'w'; say which by its path: 'If_0/then_branch/y/then_branch/w', "
            "'If_0/else_branch/w#1', 'If_0/else_branch/w#2'");
    }

    // What is taken says that it is one of several, and a wrong path where the name is to be found.
    void othersOfTheNameAreKnown()
    {
        Model model;
        model.graph.constants = {constant("w"), constant("alone")};
        model.graph.nodes = {branching("If_0", bodyWith(constant("w")), bodyWith(constant("v")))};
        const NamedConstant outer = constantNamed(model, "w");
        QCOMPARE(outer.shown, std::string("w"));
        QCOMPARE(outer.others, std::vector<std::string> {"If_0/then_branch/w"});
        const NamedConstant inner = constantNamed(model, "If_0/then_branch/w");
        QCOMPARE(inner.shown, std::string("If_0/then_branch/w"));
        QCOMPARE(inner.others, std::vector<std::string> {"w"});
        QVERIFY(constantNamed(model, "alone").others.empty());
        QCOMPARE(constantNamed(model, "v").shown, std::string("v"));
        EXPECT_ERROR(constantNamed(model, "If_0/w"), ErrorKind::InvalidArgument,
            "no tensor named 'If_0/w'; what it ends in is the name of 'w', 'If_0/then_branch/w'");
    }
};

QTEST_APPLESS_MAIN(TestCliConstantName)
#include "tst_cli_constantname.moc"
