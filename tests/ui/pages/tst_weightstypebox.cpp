// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"

#include "ui/engine/loadchoices.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/weightstypebox.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

// What weights are loaded as, chosen where loads are.
class WeightsTypeBoxTest : public QObject {
    Q_OBJECT

private slots:
    void showsWhatIsChosen()
    {
        WeightsTypeBox box;
        QVERIFY(!box.type());
        for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float32}) {
            box.setType(type);
            QVERIFY(box.type() == type);
        }
        box.setType(std::nullopt);
        QVERIFY(!box.type());
    }

    // Half the memory, and a run computes with it; once weights are loaded they are what they are.
    void thePlanFollows()
    {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        EngineController controller;
        LoadChoices choices(controller);
        LoadPage page(controller, choices);
        page.show();
        controller.openModel(writeSmallModel(folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        auto* box = named<WeightsTypeBox>(page, "Type that weights are loaded as");
        QVERIFY(box->isEnabled() && !box->type());
        const uint64_t stored = controller.graph()->prediction(LoadMode::Streamed).deviceWeightsBytes;
        const DataType other = DataType::Float32; // the demo's weights are float16
        QSignalSpy built(&controller, &EngineController::graphBuilt);
        box->setType(other);
        emit box->activated(box->currentIndex());
        QTRY_COMPARE_WITH_TIMEOUT(built.size(), 1, 60'000);
        const uint64_t widened = controller.graph()->prediction(LoadMode::Streamed).deviceWeightsBytes;
        QVERIFY2(widened > stored * 3 / 2, qPrintable(QString::number(widened)));
        QVERIFY(controller.weightsType() == other);
        QVERIFY(box->isEnabled() && box->type() == other);

        controller.startLoad({.mode = LoadMode::Streamed});
        QVERIFY(!box->isEnabled());
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
        QVERIFY(!box->isEnabled());
        QVERIFY(box->toolTip().contains(QLatin1String("Unload")));
        QSignalSpy finished(&controller, &EngineController::runFinished);
        controller.run({});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        controller.unload();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        QVERIFY(box->isEnabled());
        QVERIFY(!box->toolTip().contains(QLatin1String("Unload")));
    }

    void anotherModelIsLoadedAsItIs()
    {
        QTemporaryDir folder, other;
        QVERIFY(folder.isValid() && other.isValid());
        EngineController controller;
        const QString first = writeSmallModel(folder.path());
        for (const auto& [model, isSame] : {std::pair(first, false), std::pair(first, true),
                 std::pair(writeSmallModel(other.path()), false)}) {
            controller.openModel(model);
            QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
            QCOMPARE(controller.weightsType().has_value(), isSame);
            controller.setWeightsType(DataType::Float32);
        }
    }

    void aModelThatIsClosedTakesItAlong()
    {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        EngineController controller;
        const QString model = writeSmallModel(folder.path());
        controller.openModel(model);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        controller.setWeightsType(DataType::Float16);
        controller.closeModel();
        QVERIFY(!controller.weightsType());
        controller.setWeightsType(DataType::Float16); // as the command line does, for a file that is none
        controller.openModel(folder.filePath(QStringLiteral("absent.onnx")));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Empty, 60'000);
        QTRY_VERIFY(!controller.weightsType());
    }

    // A change while a plan is being made holds, too.
    void changesWhilePlanningCount()
    {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        EngineController controller;
        controller.openModel(writeSmallModel(folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        const uint64_t stored = controller.graph()->prediction(LoadMode::Streamed).deviceWeightsBytes;
        controller.buildGraph();
        QCOMPARE(controller.state(), EngineState::Building);
        controller.setWeightsType(DataType::Float32);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        QVERIFY(controller.graph()->prediction(LoadMode::Streamed).deviceWeightsBytes > stored * 3 / 2);
    }
};

QTEST_MAIN(WeightsTypeBoxTest)
#include "tst_weightstypebox.moc"
