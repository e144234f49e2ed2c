// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/followingside.h"

#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

using namespace weightless;

namespace {

ValueInfo input(const char* name, SymbolicShape shape)
{
    return {name, DataType::Float32, std::move(shape), "tensor"};
}

const Dimension batch {-1, "N"}, colours {3, ""}, width {-1, "W"}, height {-1, "H"}, line {48, ""};

} // namespace

class TestFollowingSide : public QObject {
    Q_OBJECT

private slots:
    void theOneThatIsFree()
    {
        const auto first = followingSide(input("x", {batch, colours, line, width}));
        QVERIFY(first && first->isWidth);
        QCOMPARE(first->symbol, std::string("W"));
        QCOMPARE(first->other, 48);
        const auto last = followingSide(input("x", {batch, height, line, colours}));
        QVERIFY(last && !last->isWidth);
        QCOMPARE(last->symbol, std::string("H"));
        const ValueInfo both = input("x", {batch, colours, height, width});
        QVERIFY(!followingSide(both));
        QVERIFY(!followingSide(both, {{"N", 1}}));
        QCOMPARE(followingSide(both, {{"H", 64}})->other, 64);
        QVERIFY(!followingSide(both, {{"H", 64}, {"W", 9}}));
        QVERIFY(!followingSide(input("x", {batch, colours, line, line})));
        QVERIFY(!followingSide(input("x", {batch, width})));
    }

    void sizesAreRounded()
    {
        const FollowingSide side {.symbol = "W", .other = 48, .isWidth = true};
        QCOMPARE(side.sizeFor({.width = 320, .height = 48}), 320);
        QCOMPARE(side.sizeFor({.width = 100, .height = 31}), 155); // 154.8
        QCOMPARE(side.sizeFor({.width = 1, .height = 1000}), 1);
        const FollowingSide tall {.symbol = "H", .other = 48, .isWidth = false};
        QCOMPARE(tall.sizeFor({.width = 10, .height = 20}), 96);
    }

    // Only pictures decide, and of those only what nothing else does.
    void picturesDecide()
    {
        const test::TemporaryFolder folder;
        const auto path = folder.write("line.ppm", "P6 6 2 255\n" + std::string(36, 'x'));
        Model model;
        model.graph.inputs = {input("x", {batch, colours, line, width})};
        const InputSource picture {.kind = InputKind::Image, .path = path};
        using Sizes = std::map<std::string, int64_t>;
        QVERIFY((sizesOfPictures(model, {{"x", picture}}, {}) == Sizes {{"W", 144}}));
        QVERIFY(sizesOfPictures(model, {{"x", picture}}, {{"W", 20}}).empty());
        QVERIFY(sizesOfPictures(model, {{"x", {}}}, {}).empty());
        QVERIFY(sizesOfPictures(model, {}, {}).empty());
        const InputSource absent {.kind = InputKind::Image, .path = folder / "absent.png"};
        EXPECT_ERROR(sizesOfPictures(model, {{"x", absent}}, {}), ErrorKind::Io, "Input 'x' has no picture");
    }
};

QTEST_APPLESS_MAIN(TestFollowingSide)
#include "tst_followingside.moc"
