// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/memorybysize.h"
#include "engine/session/session.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

// past[past] and ids[sequence] one after the other, + mask[covered]; nothing else goes with a mask that is
// not as long as both.
OpenedModel decoder(const std::string& covered)
{
    auto model = std::make_shared<Model>();
    const auto input = [](const char* name, const std::string& symbol) {
        return ValueInfo {name, DataType::Float32, SymbolicShape {{-1, symbol}}};
    };
    model->opsets[""] = 17;
    model->graph.inputs = {
        input("ids", "sequence_length"), input("mask", covered), input("past", "past_sequence_length")};
    model->graph.outputs = {{"y", DataType::Float32, {}}};
    Attributes along;
    along.set("axis", int64_t {0});
    model->graph.nodes = {{.name = "join",
                              .opType = "Concat",
                              .inputs = {"past", "ids"},
                              .outputs = {"all"},
                              .attributes = along},
        {.name = "add", .opType = "Add", .inputs = {"all", "mask"}, .outputs = {"y"}, .attributes = {}}};
    return {std::move(model), {}};
}

} // namespace

// Sizes of free dimensions that follow from others.
class TestSessionSizes : public ContextTest {
    Q_OBJECT

private slots:
    // A decoder's mask is as long as what is past and what is new, also where tensors say how long one is.
    void sumsFollowTensors_data()
    {
        QTest::addColumn<QString>("covered");
        QTest::newRow("sum") << "past_sequence_length + sequence_length";
        QTest::newRow("total") << "total_sequence_length";
    }
    void sumsFollowTensors()
    {
        QFETCH(const QString, covered);
        const std::string mask = covered.toStdString();
        Session session(m_context);
        session.open(decoder(mask));
        std::vector<std::string> suggested;
        GraphRequest request;
        request.onSuggestion = [&](const FreeDimension& each) { suggested.push_back(each.symbol); };
        request.fed["ids"] = {DataType::Float32, {5}};
        session.build(request);
        QCOMPARE(session.dimensions().at(mask), int64_t {82});
        QCOMPARE(suggested, (std::vector<std::string> {mask, "past_sequence_length"}));
        request.freeDimensions["past_sequence_length"] = 3;
        session.build(request);
        QCOMPARE(session.dimensions().at(mask), int64_t {8});
        request.freeDimensions = {{"sequence_length", 2}};
        request.fed = {{"past", {DataType::Float32, {3}}}};
        session.build(request);
        QCOMPARE(session.dimensions().at(mask), int64_t {5});
        QCOMPARE(session.graph().outputs()[0].descriptor.shape, (Shape {5}));
    }

    // Nobody has chosen it: errors name it, and who asks for sizes is told where it is from.
    void aSideOfAPictureIsTold()
    {
        const test::TemporaryFolder folder;
        Model reading;
        reading.opsets[""] = 17;
        const SymbolicShape shape {{1, ""}, {3, ""}, {8, ""}, {-1, "w"}};
        reading.graph.inputs = {
            {"x", DataType::Float32, shape}, {"v", DataType::Float32, SymbolicShape {{-1, "n"}}}};
        reading.graph.outputs = {{"y", DataType::Float32, shape}};
        reading.graph.nodes = {
            {.name = "add", .opType = "Add", .inputs = {"x", "v"}, .outputs = {"y"}, .attributes = {}}};
        Session session(m_context);
        session.open({std::make_shared<const Model>(std::move(reading)), {}});
        std::vector<std::pair<std::string, int64_t>> suggested, ofPictures;
        GraphRequest request;
        request.onSuggestion = [&](const FreeDimension& each) {
            suggested.emplace_back(each.symbol, each.suggested);
        };
        request.onPictureSize = [&](const FreeDimension& each) {
            ofPictures.emplace_back(each.symbol, each.suggested);
        };
        request.sources["x"] = {.kind = InputKind::Image,
            .path = folder.write("line.ppm", "P6 6 2 255\n" + std::string(36, 'x'))};
        using Told = std::vector<std::pair<std::string, int64_t>>;
        session.build(request);
        QCOMPARE(suggested, (Told {{"n", 1}}));
        QCOMPARE(ofPictures, (Told {{"w", 24}}));
        request.freeDimensions["n"] = 5;
        request.sizeAdvice = "--dim gives another";
        EXPECT_ERROR(
            session.build(request), ErrorKind::InvalidArgument, "; 'w' was taken as 24: --dim gives another");
        request.freeDimensions["w"] = 5;
        session.build(request);
        QCOMPARE(ofPictures.size(), size_t {2});
    }

    // Its channels are where the model has them, whatever its free sides are given.
    void aPictureOfThreeRowsHasItsChannelsLast()
    {
        const test::TemporaryFolder folder;
        Model reading;
        reading.opsets[""] = 17;
        const SymbolicShape shape {{1, ""}, {-1, "h"}, {-1, "w"}, {3, ""}};
        reading.graph.inputs = {{"x", DataType::Float32, shape}};
        reading.graph.outputs = {{"y", DataType::Float32, shape}};
        reading.graph.nodes = {
            {.name = "same", .opType = "Identity", .inputs = {"x"}, .outputs = {"y"}, .attributes = {}}};
        Session session(m_context);
        session.open({std::make_shared<const Model>(std::move(reading)), {}});
        GraphRequest request;
        request.freeDimensions = {{"h", 3}, {"w", 1}};
        session.build(request);
        Feeds feeds;
        feeds.sources["x"] = {.kind = InputKind::Image,
            .path = folder.write("red.ppm", std::string("P6 1 1 255\n\xff\0\0", 14)),
            .imageRange = ImageRange::Bytes};
        session.feed(feeds);
        QCOMPARE(floatsOf(*session.run().outputs[0].values),
            (std::vector<float> {255, 0, 0, 255, 0, 0, 255, 0, 0}));
        feeds.shapes["x"] = {1, 4, 1, 3};
        session.feed(feeds);
        QCOMPARE(floatsOf(*session.run().outputs[0].values),
            (std::vector<float> {255, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0}));
    }

    // A plan has a size for each dimension: with the mask of one size no other could be planned.
    void memoryOfEachSizeHasAMaskThatFits()
    {
        Session session(m_context);
        session.open(decoder("total_sequence_length"));
        session.build();
        const auto plans = [&](const std::map<std::string, int64_t>& planned) {
            return memoryBySize(m_context, *session.model(),
                {.symbol = "sequence_length", .sizes = {1, 3, 128}, .freeDimensions = planned});
        };
        QCOMPARE(session.dimensions().size(), size_t {3});
        const auto results = plans(session.dimensions());
        QCOMPARE(results.size(), size_t {3});
        for (const MemoryAtSize& result : results) {
            QVERIFY2(result.problem.empty(), result.problem.c_str());
        }
        QVERIFY(results[2].plan.activationBytes > results[0].plan.activationBytes);
        // One that was chosen fits the size that it was chosen for.
        const auto chosen = plans({{"past_sequence_length", 4}, {"total_sequence_length", 7}});
        QVERIFY(!chosen[0].problem.empty() && chosen[1].problem.empty() && !chosen[2].problem.empty());
    }

    // A table's last row was what any larger number gave.
    void indicesBeyondATableAreRefused()
    {
        auto model = std::make_shared<Model>();
        model->opsets[""] = 17;
        model->graph.inputs = {{"ids", DataType::Int64, SymbolicShape {{2, ""}}}};
        model->graph.outputs = {{"y", DataType::Float32, {}}};
        auto rows = std::make_shared<ConstantInfo>();
        rows->name = "rows";
        rows->descriptor = {DataType::Float32, {2, 1}};
        rows->value = makeHostTensor(rows->descriptor);
        rows->sizeBytes = rows->value->bytes.size();
        model->graph.constants = {std::move(rows)};
        model->graph.nodes = {
            {.name = "look", .opType = "Gather", .inputs = {"rows", "ids"}, .outputs = {"y"}}};
        Session session(m_context);
        session.open({std::move(model), {}});
        session.build({});
        session.load()->run({});
        const auto feed = [&](const InputSource& source) { session.feed({.sources = {{"ids", source}}}); };
        feed({.kind = InputKind::Number, .number = {-2.0}});
        feed({.kind = InputKind::Random}); // up to 9, which nobody chose
        QCOMPARE(session.run().outputs[0].descriptor.shape, (Shape {2, 1}));
        EXPECT_ERROR(feed({.kind = InputKind::Number, .number = {2.0}}), ErrorKind::InvalidArgument,
            "Input 'ids' chooses from 'rows'");
        Feeds values;
        values.values["ids"] = makeInt64Tensor(std::vector<int64_t> {0, 500000});
        EXPECT_ERROR(session.feed(values), ErrorKind::InvalidArgument, "element 1 is 500000");
    }
};

QTEST_GUILESS_MAIN(TestSessionSizes)
#include "tst_session_sizes.moc"
