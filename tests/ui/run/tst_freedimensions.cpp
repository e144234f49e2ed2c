// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"

#include "engine/demo/architecture.h"

#include "ui/engine/loadchoices.h"
#include "ui/pages/loadpage.h"
#include "ui/run/freedimensionseditor.h"
#include "ui/text/text.h"

#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

// What the fields of a model's free dimensions say of themselves.
class FreeDimensionsTest : public QObject {
    Q_OBJECT

private slots:
    void anObstacleIsSaidWithWhatToDo()
    {
        FreeDimensionsEditor editor;
        const std::vector<FreeDimension> dimensions {{"batch", {"x[0]"}, 1}};
        editor.setObstacle(QStringLiteral("Unload them first."));
        editor.setDimensions(dimensions, {});
        const auto tip = [&editor] { return named<QSpinBox>(editor, "Free dimension batch")->toolTip(); };
        QVERIFY(tip().contains(QLatin1String("x[0]")) && tip().contains(QLatin1String("Unload them first.")));
        editor.setObstacle({});
        QVERIFY(tip().contains(QLatin1String("x[0]")) && !tip().contains(QLatin1String("Unload")));
    }

    // Texts are laid out whole: a name of a million letters takes minutes. Its size is under all of it.
    void longNamesAreShortened()
    {
        FreeDimensionsEditor editor;
        const std::string symbol = "first" + std::string(1'000'000, 'x') + "last";
        editor.setDimensions({{symbol, {"x[0]"}, 3}}, {});
        const auto* box = editor.findChild<QSpinBox*>();
        QVERIFY(box != nullptr && box->accessibleName().contains(QLatin1String("firstx")));
        QCOMPARE_LT(box->accessibleName().size(), 1000);
        QCOMPARE_LT(box->toolTip().size(), 1000);
        for (const QLabel* label : editor.findChildren<QLabel*>())
            QCOMPARE_LT(label->text().size(), 1000);
        QCOMPARE(editor.values().at(symbol), 3);
    }

    void namesAreShownOnOneLine()
    {
        FreeDimensionsEditor editor;
        editor.setDimensions({{"a\u202Eb\nc", {"e\nvil[0]"}, 3}}, {});
        const auto* box = named<QSpinBox>(editor, "Free dimension ab c");
        QVERIFY(box != nullptr);
        QCOMPARE(box->toolTip(), QStringLiteral("Size of ab c in e vil[0]"));
        QCOMPARE(editor.findChild<QLabel*>()->text(), QStringLiteral("ab c"));
    }

    // What follows from files may change again, what the user has typed may not.
    void givenSizesAreNotChosen()
    {
        FreeDimensionsEditor editor;
        editor.setDimensions({{"height", {"x[2]"}, 8}, {"width", {"x[3]"}, 8}}, {});
        QSignalSpy edited(&editor, &FreeDimensionsEditor::edited);
        QVERIFY(editor.giveValues({{"width", 24}}));
        QVERIFY(!editor.giveValues({{"width", 24}}));
        QCOMPARE(editor.values().at("width"), 24);
        QCOMPARE(edited.size(), 0);
        QVERIFY(editor.chosen().empty());
        named<QSpinBox>(editor, "Free dimension height")->setValue(16);
        QCOMPARE(edited.size(), 1);
        QVERIFY(editor.chosen() == (std::map<std::string, int64_t> {{"height", 16}}));
    }

    // Files go before what was typed, until they say nothing or something is typed anew.
    void chosenSizesOutliveThoseOfFiles()
    {
        FreeDimensionsEditor editor;
        editor.setDimensions({{"batch", {"x[0]"}, 1}, {"width", {"x[1]"}, 8}}, {});
        auto* batch = named<QSpinBox>(editor, "Free dimension batch");
        batch->setValue(8);
        QVERIFY(editor.giveValues({{"batch", 3}}));
        QCOMPARE(batch->value(), 3);
        QVERIFY(editor.isGiven("batch"));
        QCOMPARE(editor.chosen().at("batch"), 8);
        QVERIFY(editor.giveValues({}));
        QCOMPARE(batch->value(), 8);
        QVERIFY(editor.giveValues({{"batch", 3}}));
        batch->setValue(5);
        QVERIFY(!editor.isGiven("batch"));
        QCOMPARE(editor.chosen().at("batch"), 5);
    }

    // A decoder's first step has no past: files say so, and it can be typed.
    void aSizeMayBeNone()
    {
        FreeDimensionsEditor editor;
        editor.setDimensions({{"sequence_length", {}, 77}, {"total_sequence_length", {}, 154},
                                 {"past_sequence_length", {}, 77}},
            {});
        QVERIFY(editor.giveValues({{"past_sequence_length", 0}}));
        QCOMPARE(editor.values().at("past_sequence_length"), 0);
        QCOMPARE(editor.values().at("total_sequence_length"), 77);
        QVERIFY(editor.giveValues({}));
        auto* past = named<QSpinBox>(editor, "Free dimension past_sequence_length");
        QCOMPARE(past->value(), 77);
        past->selectAll();
        QTest::keyClicks(past, QStringLiteral("0"));
        QTest::keyClick(past, Qt::Key_Return);
        QCOMPARE(editor.values().at("past_sequence_length"), 0);
        QCOMPARE(editor.values().at("total_sequence_length"), 77);
    }

    // A decoder's mask covers what is past and what is new.
    void sumsFollowUntilTheyAreChosen()
    {
        const std::vector<FreeDimension> dimensions {{"sequence_length", {}, 77},
            {"total_sequence_length", {}, 154}, {"past_sequence_length", {}, 77}};
        FreeDimensionsEditor editor;
        editor.setDimensions(dimensions, {{"sequence_length", 3}});
        QCOMPARE(editor.values().at("total_sequence_length"), 80);
        QSignalSpy edited(&editor, &FreeDimensionsEditor::edited);
        named<QSpinBox>(editor, "Free dimension past_sequence_length")->setValue(9);
        QCOMPARE(editor.values().at("total_sequence_length"), 12);
        QCOMPARE(edited.size(), 1);
        named<QSpinBox>(editor, "Free dimension total_sequence_length")->setValue(20);
        named<QSpinBox>(editor, "Free dimension sequence_length")->setValue(1);
        QCOMPARE(editor.values().at("total_sequence_length"), 20);
    }

    // Sizes that files say carry sums along and follow none; what files say no longer is as it was.
    void givenSizesAreDecided()
    {
        const std::vector<FreeDimension> dimensions {{"sequence_length", {}, 77},
            {"total_sequence_length", {}, 154}, {"past_sequence_length", {}, 77}};
        FreeDimensionsEditor editor;
        editor.setDimensions(dimensions, {{"past_sequence_length", 5}});
        QSignalSpy edited(&editor, &FreeDimensionsEditor::edited);
        const auto total = [&editor] { return editor.values().at("total_sequence_length"); };
        QVERIFY(editor.giveValues({{"sequence_length", 10}}));
        QCOMPARE(total(), 15);
        QVERIFY(editor.giveValues({{"total_sequence_length", 7}}));
        QCOMPARE(editor.values().at("sequence_length"), 2); // what the mask leaves
        QCOMPARE(edited.size(), 0);
        named<QSpinBox>(editor, "Free dimension past_sequence_length")->setValue(3);
        QCOMPARE(total(), 7);
        QVERIFY(editor.giveValues({}));
        QCOMPARE(total(), 80);
    }

    void decidedSizesFollowNoOther()
    {
        FreeDimensionsEditor editor;
        editor.setDimensions({{"sequence_length", {}, 77}, {"total_sequence_length", {}, 154},
                                 {"past_sequence_length", {}, 77}},
            {{"total_sequence_length", 154}});
        named<QSpinBox>(editor, "Free dimension past_sequence_length")->setValue(5);
        QCOMPARE(editor.values().at("total_sequence_length"), 154);
    }

    // A size that is what was suggested before others changed is meant: the plan has it, or says why not.
    void plansHaveTheSizesThatAreShown()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QTemporaryDir folder;
        EngineController controller;
        const QString model = folder.filePath(QStringLiteral("model.onnx"));
        writeDemo(DemoArchitecture::Decoder, {.scale = 32}, toPath(model));
        controller.openModel(model);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        const auto total = [&controller] {
            return controller.graph()->freeDimensions.at("total_sequence_length");
        };
        const int64_t suggested = total();
        controller.setFreeDimensions({{"sequence_length", 1}});
        controller.buildGraph();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        QVERIFY(total() < suggested);
        QSignalSpy problems(&controller, &EngineController::reported);
        controller.setFreeDimensions(
            {{"sequence_length", 1}, {"past_sequence_length", 2}, {"total_sequence_length", suggested}});
        controller.buildGraph();
        QTRY_COMPARE_WITH_TIMEOUT(problems.size(), 1, 60'000);
        QVERIFY(problems[0][0].value<Problem>().message.contains(QString::number(suggested)));
    }

    void sizesOfALoadedModelSayHowTheyAreChanged()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QTemporaryDir folder;
        EngineController controller;
        LoadChoices choices(controller);
        const LoadPage page(controller, choices);
        controller.openModel(writeSmallModel(folder.path(), DemoPart::Sd15Unet));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        const auto* box = named<QSpinBox>(page, "Free dimension height");
        QVERIFY(box != nullptr && box->isEnabled());
        QVERIFY(!box->toolTip().contains(QLatin1String("Unload")));
        controller.startLoad({});
        QVERIFY(!box->isEnabled() && box->toolTip().contains(QLatin1String("Unload")));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
        QVERIFY2(box->toolTip().contains(QLatin1String("Unload")), qPrintable(box->toolTip()));
        QVERIFY(box->accessibleDescription().contains(QLatin1String("Unload")));
        controller.unload();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        QVERIFY(box->isEnabled() && !box->toolTip().contains(QLatin1String("Unload")));
    }
};

QTEST_MAIN(FreeDimensionsTest)
#include "tst_freedimensions.moc"
