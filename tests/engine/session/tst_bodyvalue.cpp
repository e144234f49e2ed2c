// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/session.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <tuple>

using namespace weightless;
using namespace weightless::testing;

namespace {

ValueInfo info(const char* name, DataType type, SymbolicShape shape)
{
    return {.name = name, .type = type, .shape = std::move(shape)};
}

std::shared_ptr<const ConstantInfo> known(const char* name, HostTensor value)
{
    auto constant = std::make_shared<ConstantInfo>();
    constant->name = name;
    constant->descriptor = value.descriptor;
    constant->sizeBytes = value.bytes.size();
    constant->value = std::move(value);
    return constant;
}

std::shared_ptr<ModelGraph> body(std::vector<Node> nodes, std::vector<ValueInfo> outputs)
{
    auto graph = std::make_shared<ModelGraph>();
    graph->nodes = std::move(nodes);
    graph->outputs = std::move(outputs);
    return graph;
}

} // namespace

// Values inside of If, Loop and Scan, looked at after a run.
class TestBodyValue : public ContextTest {
    Q_OBJECT

private slots:
    // y = x + 10 as often as `trips` says; inside of the loop a branch doubles what is above 25.
    void inLoopsAndBranches()
    {
        Node branch {.name = "choose", .opType = "If", .inputs = {"above"}, .outputs = {"chosen"}};
        branch.attributes.set("then_branch",
            std::shared_ptr<const ModelGraph>(
                body({{.name = "t", .opType = "Add", .inputs = {"more", "more"}, .outputs = {"twice"}}},
                    {info("twice", DataType::Float32, {})})));
        branch.attributes.set("else_branch",
            std::shared_ptr<const ModelGraph>(
                body({{.name = "e", .opType = "Neg", .inputs = {"more"}, .outputs = {"less"}}},
                    {info("less", DataType::Float32, {})})));
        auto inner =
            body({{.name = "a", .opType = "Add", .inputs = {"state", "ten"}, .outputs = {"more"}},
                     {.name = "c", .opType = "Greater", .inputs = {"more", "limit"}, .outputs = {"above"}},
                     branch, {.name = "g", .opType = "Identity", .inputs = {"goes"}, .outputs = {"on"}}},
                {info("on", DataType::Bool, {}), info("more", DataType::Float32, {}),
                    info("chosen", DataType::Float32, {})});
        inner->inputs = {info("i", DataType::Int64, {}), info("goes", DataType::Bool, {}),
            info("state", DataType::Float32, {})};
        Node loop {.name = "loop", .opType = "Loop", .inputs = {"trips", "", "x"}, .outputs = {"y", "all"}};
        loop.attributes.set("body", std::shared_ptr<const ModelGraph>(inner));
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {info("trips", DataType::Int64, {}), info("x", DataType::Float32, {})};
        model.graph.outputs = {info("y", DataType::Float32, {}), info("all", DataType::Float32, {{-1, "n"}})};
        HostTensor ten = makeHostTensor({DataType::Float32, {}}), limit = ten;
        setElement(ten, 0, 10.0);
        setElement(limit, 0, 25.0);
        model.graph.constants = {known("ten", ten), known("limit", limit)};
        model.graph.nodes = {loop};
        OpenedModel opened;
        opened.model = std::make_shared<const Model>(std::move(model));
        Session session(m_context);
        session.open(std::move(opened));
        session.build();
        const auto run = [&](int64_t trips) {
            Feeds feeds;
            feeds.values["trips"] = makeInt64Scalar(trips);
            HostTensor x = makeHostTensor({DataType::Float32, {}});
            setElement(x, 0, 1.0);
            feeds.values["x"] = x;
            session.feed(feeds);
            std::ignore = session.run();
        };
        const BodyStep inLoop {"y", "body"}, inThen {"chosen", "then_branch"},
            inElse {"chosen", "else_branch"};
        run(4); // 11, 21, 31, 41
        QCOMPARE(floatsOf(*session.valueInside({inLoop}, "more")), (std::vector<float> {41}));
        QCOMPARE(elementAsInt64(*session.valueInside({inLoop}, "i"), 0), int64_t {3});
        QCOMPARE(floatsOf(*session.valueInside({inLoop, inThen}, "twice")), (std::vector<float> {82}));
        // The last iteration that took this branch was the second.
        QCOMPARE(floatsOf(*session.valueInside({inLoop, inElse}, "less")), (std::vector<float> {-21}));
        QCOMPARE(floatsOf(*session.valueOf("y")), (std::vector<float> {41}));
        run(2);
        QCOMPARE(floatsOf(*session.valueInside({{"all", "body"}}, "more")), (std::vector<float> {21}));
        EXPECT_ERROR(session.valueInside({inLoop, inThen}, "twice"), ErrorKind::InvalidState, "not reached");
        EXPECT_ERROR(session.valueInside({inLoop}, "less"), ErrorKind::InvalidArgument, "makes no value");
        EXPECT_ERROR(session.valueInside({{"x", "body"}}, "more"), ErrorKind::InvalidArgument, "No node");
        EXPECT_ERROR(session.valueInside({{"y", "other"}}, "more"), ErrorKind::InvalidArgument, "no body");
        run(0);
        EXPECT_ERROR(session.valueInside({inLoop}, "more"), ErrorKind::InvalidState, "no iteration");
    }

    // Running sums of the rows of x, each twice: once from a state, once from nothing.
    void inScans()
    {
        auto inner =
            body({{.name = "a", .opType = "Add", .inputs = {"state", "row"}, .outputs = {"sum"}},
                     {.name = "d", .opType = "Add", .inputs = {"sum", "sum"}, .outputs = {"double"}}},
                {info("sum", DataType::Float32, {{2, ""}}), info("double", DataType::Float32, {{2, ""}})});
        inner->inputs = {
            info("state", DataType::Float32, {{2, ""}}), info("row", DataType::Float32, {{2, ""}})};
        Node scan {.name = "scan", .opType = "Scan", .inputs = {"zero", "x"}, .outputs = {"last", "all"}};
        scan.attributes.set("body", std::shared_ptr<const ModelGraph>(inner));
        scan.attributes.set("num_scan_inputs", int64_t {1});
        auto stateless = body({{.name = "n", .opType = "Neg", .inputs = {"line"}, .outputs = {"less"}}},
            {info("less", DataType::Float32, {{2, ""}})});
        stateless->inputs = {info("line", DataType::Float32, {{2, ""}})};
        Node second {.name = "negate", .opType = "Scan", .inputs = {"x"}, .outputs = {"negated"}};
        second.attributes.set("body", std::shared_ptr<const ModelGraph>(stateless));
        second.attributes.set("num_scan_inputs", int64_t {1});
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {info("x", DataType::Float32, {{-1, "n"}, {2, ""}})};
        model.graph.outputs = {info("all", DataType::Float32, {{-1, "n"}, {2, ""}}),
            info("negated", DataType::Float32, {{-1, "n"}, {2, ""}})};
        model.graph.constants = {known("zero", makeHostTensor({DataType::Float32, {2}}))};
        model.graph.nodes = {scan, second};
        OpenedModel opened;
        opened.model = std::make_shared<const Model>(std::move(model));
        Session session(m_context);
        session.open(std::move(opened));
        session.build();
        Feeds feeds;
        feeds.values["x"] = floatTensor({3, 2}, {1, 2, 3, 4, 5, 6});
        session.feed(feeds);
        std::ignore = session.run();
        const BodyStep inScan {"all", "body"};
        QCOMPARE(floatsOf(*session.valueInside({inScan}, "double")), (std::vector<float> {18, 24}));
        QCOMPARE(floatsOf(*session.valueInside({inScan}, "row")), (std::vector<float> {5, 6}));
        QCOMPARE(
            floatsOf(*session.valueInside({{"negated", "body"}}, "less")), (std::vector<float> {-5, -6}));
        QCOMPARE(floatsOf(*session.valueOf("all")), (std::vector<float> {2, 4, 8, 12, 18, 24}));
        EXPECT_ERROR(session.valueInside({inScan}, "less"), ErrorKind::InvalidArgument, "makes no value");
    }
};

QTEST_GUILESS_MAIN(TestBodyValue)
#include "tst_bodyvalue.moc"
