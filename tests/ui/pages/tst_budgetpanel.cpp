// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/pages/budgetscene.h"
#include "ui/text/loadtext.h"
#include "ui/text/text.h"

#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace weightless;
using namespace weightless::ui;

// The limit on device memory, as a user meets it.
class TestBudgetPanel : public QObject, protected BudgetScene {
    Q_OBJECT

private slots:
    void init()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QVERIFY(openModel(writeSmallModel(m_folder.path(), DemoPart::Sd15Unet), LoadMode::Streamed));
    }

    void cleanup() { close(); }

    void offItLimitsNothing();
    void everyPositionSaysWhatItCosts();
    void aLoadTakesNoMoreThanWasChosen();
    void aMeasuredRunIsNoGuess();
    void aMeasurementCanBeStopped();
    void aLoadEndsAMeasurement();
    void anotherFileEndsAMeasurement();
    void aBadFileLeavesTheModelItsLimits();
    void anotherModelHasNoLimit();
    void aLoadWaitsForItsLimit_data();
    void aLoadWaitsForItsLimit();
    void aTypedSizeComesBeforeTheLoad_data();
    void aTypedSizeComesBeforeTheLoad();
    void anotherModeIsAskedForAnew();
    void aSizeCanBeTyped();
    void pagesOfTheFileNeedNoLimit();
    void anotherGraphKeepsTheLimit_data();
    void anotherGraphKeepsTheLimit();
    void aFailedMeasurementLeavesTheLimit();
    void aSizeCanBeAskedFor();

private:
    [[nodiscard]] QString effect() const { return m_panel->findChild<QLabel*>()->text(); }

    void limit()
    {
        m_panel->setChecked(true);
        QTRY_VERIFY_WITH_TIMEOUT(slider()->isEnabled(), patienceMs);
    }

    [[nodiscard]] QString badFile() const
    {
        QFile file(m_folder.filePath(QStringLiteral("nonsense.onnx")));
        return file.open(QIODevice::WriteOnly) && file.write("no model\n") > 0 ? file.fileName() : QString();
    }
};

void TestBudgetPanel::offItLimitsNothing()
{
    QVERIFY(m_panel->isEnabled());
    QVERIFY(!slider()->isVisible());
    QCOMPARE(m_choices->deviceBudget(), uint64_t {0});
    limit();
    QVERIFY(m_choices->deviceBudget() > 0);
    m_panel->setChecked(false);
    QCOMPARE(m_choices->deviceBudget(), uint64_t {0});
    QCOMPARE(m_choices->prediction(), &m_controller->graph()->prediction(LoadMode::Streamed));
}

void TestBudgetPanel::everyPositionSaysWhatItCosts()
{
    limit();
    uint64_t last = 0;
    for (int i = slider()->minimum(); i <= slider()->maximum(); ++i) {
        slider()->setValue(i);
        const LoadPrediction& needs = *m_choices->prediction();
        QVERIFY(needs.deviceWeightsBytes >= last);
        QVERIFY(!effect().isEmpty());
        QCOMPARE(needs.broughtBytesPerRun > 0, i < slider()->maximum());
        last = needs.deviceWeightsBytes;
    }
    QCOMPARE(m_choices->deviceBudget(), uint64_t {0}); // everything is no limit
}

void TestBudgetPanel::aLoadTakesNoMoreThanWasChosen()
{
    limit();
    slider()->setValue(1);
    const uint64_t budget = m_choices->deviceBudget();
    m_choices->start();
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, patienceMs);
    QVERIFY(!m_panel->isEnabled());
    QVERIFY2(LoadText::state(*m_controller).contains(QStringLiteral("come while the model runs")),
        qPrintable(LoadText::state(*m_controller)));
    QVERIFY(m_controller->graph()->meter->current(MemoryPurpose::Weights) <= budget);
    const QSignalSpy finished(m_controller.get(), &EngineController::runFinished);
    m_controller->run({});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patienceMs);
    QVERIFY(m_controller->graph()->meter->peak(MemoryPurpose::Weights) <= budget);
    QVERIFY(m_controller->runResult()->weights.broughtBytes > 0);
    QVERIFY2(LoadText::state(*m_controller).contains(QStringLiteral("a run took")),
        qPrintable(LoadText::state(*m_controller)));
    m_controller->unload();
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(slider()->isEnabled(), patienceMs); // asked anew, as it is still on
    QCOMPARE(m_choices->deviceBudget(), budget);
}

void TestBudgetPanel::aMeasuredRunIsNoGuess()
{
    limit();
    auto* measure = m_panel->findChild<QPushButton*>();
    QVERIFY(measure->isEnabled());
    QVERIFY(!m_choices->prediction()->isRunMeasured);
    measure->click();
    QCOMPARE(measure->text(), QStringLiteral("&Stop Measuring"));
    QTRY_VERIFY_WITH_TIMEOUT(m_choices->prediction()->isRunMeasured, patienceMs);
    QVERIFY(m_choices->prediction()->runSeconds > 0);
    QVERIFY(!measure->isEnabled());
    QCOMPARE(m_controller->state(), EngineState::Hollow); // nothing was set
}

// For how long, and how far the driver is. What comes of it when it is over is not shown.
void TestBudgetPanel::aMeasurementCanBeStopped()
{
    limit();
    auto* measure = m_panel->findChild<QPushButton*>();
    const uint64_t budget = m_choices->deviceBudget();
    measure->click();
    measure->click();
    QCOMPARE(measure->text(), QStringLiteral("&Measure a Run"));
    QTRY_VERIFY_WITH_TIMEOUT(!effect().contains(QStringLiteral("…")), patienceMs);
    QCOMPARE(m_choices->deviceBudget(), budget);
    QCOMPARE(m_controller->state(), EngineState::Hollow);
}

void TestBudgetPanel::aLoadEndsAMeasurement()
{
    limit();
    auto* measure = m_panel->findChild<QPushButton*>();
    const QString cost = effect();
    measure->click();
    m_choices->start();
    QCOMPARE(measure->text(), QStringLiteral("&Measure a Run"));
    QCOMPARE(effect(), cost);
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, patienceMs);
    m_controller->unload();
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(slider()->isEnabled(), patienceMs);
    QVERIFY(!m_choices->prediction()->isRunMeasured);
    QVERIFY(measure->isEnabled());
}

void TestBudgetPanel::anotherFileEndsAMeasurement()
{
    limit();
    auto* measure = m_panel->findChild<QPushButton*>();
    measure->click();
    m_controller->openModel(badFile());
    QCOMPARE(measure->text(), QStringLiteral("&Measure a Run"));
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, patienceMs);
    QVERIFY(!effect().contains(QStringLiteral("…")));
    QVERIFY(m_choices->deviceBudget() > 0);
    // What was measured would be known to what is predicted next.
    m_choices->setMode(LoadMode::ZeroCopy);
    m_choices->setMode(LoadMode::Streamed);
    QTRY_VERIFY_WITH_TIMEOUT(slider()->isEnabled(), patienceMs);
    QVERIFY(!m_choices->prediction()->isRunMeasured);
}

// Also when they are asked for while the other file is read.
void TestBudgetPanel::aBadFileLeavesTheModelItsLimits()
{
    m_panel->setChecked(true);
    m_controller->openModel(badFile());
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(slider()->isEnabled(), 30'000);
    QVERIFY(m_choices->deviceBudget() > 0);
}

// Nobody chose one for it.
void TestBudgetPanel::anotherModelHasNoLimit()
{
    limit();
    const QString path = m_folder.filePath(QStringLiteral("other.onnx"));
    QVERIFY(QFile::exists(path) || QFile::copy(fromPath(m_controller->document()->model.path), path));
    QSignalSpy opened(m_controller.get(), &EngineController::modelOpened);
    m_controller->openModel(path);
    QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, patienceMs);
    QVERIFY(!m_panel->isChecked());
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, patienceMs);
    QCOMPARE(m_choices->deviceBudget(), uint64_t {0});
}

void TestBudgetPanel::aLoadWaitsForItsLimit_data()
{
    QTest::addColumn<bool>("changesMode");
    QTest::newRow("same mode") << false;
    QTest::newRow("another mode meanwhile") << true;
}

void TestBudgetPanel::aLoadWaitsForItsLimit()
{
    QFETCH(bool, changesMode);
    if (changesMode)
        m_choices->setMode(LoadMode::ZeroCopy);
    m_panel->setChecked(true);
    QVERIFY(m_choices->canStart());
    m_choices->start();
    QVERIFY(!m_choices->canStart()); // it was pressed
    if (changesMode)
        m_choices->setMode(LoadMode::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, patienceMs);
    QVERIFY(m_choices->deviceBudget() > 0);
    QVERIFY(m_controller->graph()->meter->current(MemoryPurpose::Weights) <= m_choices->deviceBudget());
}

void TestBudgetPanel::aTypedSizeComesBeforeTheLoad_data()
{
    QTest::addColumn<bool>("isEntered");
    QTest::newRow("entered, as by a click elsewhere") << true;
    QTest::newRow("still in the field, as with a shortcut") << false;
}

void TestBudgetPanel::aTypedSizeComesBeforeTheLoad()
{
    QFETCH(bool, isEntered);
    limit();
    auto* size = m_panel->findChild<QDoubleSpinBox*>();
    slider()->setValue(slider()->minimum());
    const uint64_t wanted = m_choices->deviceBudget(); // the least, which the field rounds
    slider()->setValue(slider()->maximum());
    QCOMPARE(m_choices->deviceBudget(), uint64_t {0});
    size->selectAll();
    QTest::keyClicks(size, size->textFromValue(size->minimum()));
    if (isEntered)
        QTest::keyClick(size, Qt::Key_Return);
    m_choices->start();
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, patienceMs);
    QCOMPARE(m_choices->deviceBudget(), wanted);
    QVERIFY(m_controller->graph()->meter->current(MemoryPurpose::Weights) <= wanted);
}

// The mode that was asked about is not the one that is chosen by the time of the answer.
void TestBudgetPanel::anotherModeIsAskedForAnew()
{
    m_choices->setMode(LoadMode::ZeroCopy);
    m_panel->setChecked(true);
    m_choices->setMode(LoadMode::Streamed);
    QTRY_VERIFY_WITH_TIMEOUT(slider()->isEnabled(), 30'000);
    QVERIFY(m_choices->deviceBudget() > 0);
}

// What was typed counts to the byte, and the field follows the slider.
void TestBudgetPanel::aSizeCanBeTyped()
{
    limit();
    auto* size = m_panel->findChild<QDoubleSpinBox*>();
    QVERIFY(size->isEnabled() && size->minimum() < size->maximum());
    QSignalSpy settled(m_panel.get(), &BudgetPanel::settled);
    slider()->setValue(slider()->maximum());
    const double middle = (size->minimum() + size->maximum()) / 2;
    size->setValue(middle);
    const double wanted = size->value();
    QCOMPARE(size->decimals(), 2); // as the text below it, of so few MiB
    QTRY_COMPARE_WITH_TIMEOUT(settled.size(), 1, patienceMs);
    QCOMPARE(m_choices->deviceBudget(), static_cast<uint64_t>(std::llround(wanted * (1 << 20))));
    QCOMPARE(size->value(), wanted);
    slider()->setValue(slider()->maximum());
    QCOMPARE(m_choices->deviceBudget(), uint64_t {0});
    QCOMPARE(size->value(), size->maximum());
    slider()->setValue(0);
    QCOMPARE(size->value(), size->minimum());
    QCOMPARE(settled.size(), 1); // nothing was asked for by that
    // Rounded as it is, the end is everything.
    size->setValue(size->maximum());
    QTRY_COMPARE_WITH_TIMEOUT(settled.size(), 2, patienceMs);
    QCOMPARE(m_choices->deviceBudget(), uint64_t {0});
}

void TestBudgetPanel::pagesOfTheFileNeedNoLimit()
{
    const LoadPrediction& zeroCopy = m_controller->graph()->prediction(LoadMode::ZeroCopy);
    if (zeroCopy.importedBytes == 0)
        QSKIP("this device cannot use the file's pages");
    m_choices->setMode(LoadMode::ZeroCopy);
    m_panel->setChecked(true);
    QTRY_VERIFY_WITH_TIMEOUT(effect().contains(QStringLiteral("Nothing to limit")), patienceMs);
    QVERIFY(!slider()->isEnabled());
    QCOMPARE(m_choices->deviceBudget(), uint64_t {0});
}

// The limit is the user's, wherever the slider was moved to.
void TestBudgetPanel::anotherGraphKeepsTheLimit_data()
{
    QTest::addColumn<bool>("isAll");
    QTest::newRow("a limit") << false;
    QTest::newRow("everything") << true;
}

void TestBudgetPanel::anotherGraphKeepsTheLimit()
{
    QFETCH(bool, isAll);
    limit();
    slider()->setValue(isAll ? slider()->maximum() : 1);
    const uint64_t budget = m_choices->deviceBudget();
    QCOMPARE(budget == 0, isAll);
    auto dimensions = m_controller->freeDimensions();
    dimensions["height"] = 16;
    m_controller->setFreeDimensions(dimensions);
    m_controller->buildGraph();
    QCOMPARE(m_choices->deviceBudget(), budget); // until there is another graph
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(slider()->isEnabled(), patienceMs);
    QCOMPARE(m_choices->deviceBudget(), budget);
    m_controller->openModel(writeSmallModel(m_folder.path(), DemoPart::Sd15Unet)); // the same again
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(slider()->isEnabled(), patienceMs);
    QCOMPARE(m_choices->deviceBudget(), budget);
}

// A file that was cut off cannot be measured with: the limit that was chosen stays.
void TestBudgetPanel::aFailedMeasurementLeavesTheLimit()
{
    limit();
    slider()->setValue(1);
    const uint64_t budget = m_choices->deviceBudget();
    QSignalSpy settled(m_panel.get(), &BudgetPanel::settled);
    // Which of the names it has that a writer takes while the one before is read.
    for (const QString& name : QDir(m_folder.path()).entryList({QStringLiteral("model.onnx_data*")}))
        QVERIFY(QFile(m_folder.filePath(name)).resize(100));
    m_panel->findChild<QPushButton*>()->click();
    QTRY_COMPARE_WITH_TIMEOUT(settled.size(), 1, patienceMs);
    QVERIFY(!settled.front().front().toBool());
    QCOMPARE(m_choices->deviceBudget(), budget);
    QVERIFY(slider()->isEnabled());
    QVERIFY(!effect().contains(QStringLiteral("…")));
    QVERIFY(m_panel->findChild<QPushButton*>()->isEnabled()); // once more
}

// As the command line does: exactly that size, in every mode that copies, as near as the model allows.
void TestBudgetPanel::aSizeCanBeAskedFor()
{
    QSignalSpy settled(m_panel.get(), &BudgetPanel::settled);
    const uint64_t all = m_controller->graph()->prediction(LoadMode::Streamed).deviceWeightsBytes;
    m_panel->limitTo({.bytes = all / 2 + 12'345, .share = 0});
    QTRY_COMPARE_WITH_TIMEOUT(settled.size(), 1, patienceMs);
    QCOMPARE(m_choices->deviceBudget(), all / 2 + 12'345);
    QVERIFY(m_panel->isChecked());
    m_panel->limitTo({.bytes = 0, .share = 0.5});
    QTRY_COMPARE_WITH_TIMEOUT(settled.size(), 2, patienceMs);
    QCOMPARE(m_choices->deviceBudget(), all / 2);
    m_panel->limitTo({.bytes = 1, .share = 0});
    QTRY_COMPARE_WITH_TIMEOUT(settled.size(), 3, patienceMs);
    QVERIFY(m_choices->deviceBudget() > 1); // the least that can run
    m_panel->limitTo({.bytes = 2 * all, .share = 0});
    QTRY_COMPARE_WITH_TIMEOUT(settled.size(), 4, patienceMs);
    QCOMPARE(m_choices->deviceBudget(), uint64_t {0}); // more than everything limits nothing
    // Another place of the slider is another wish.
    slider()->setValue(0);
    QVERIFY(m_choices->deviceBudget() > 0);
    m_choices->setMode(LoadMode::ZeroCopy);
    QTRY_COMPARE_WITH_TIMEOUT(settled.size(), 5, patienceMs);
    QCOMPARE(m_choices->deviceBudget(), uint64_t {0}); // pages of the file
}

QTEST_MAIN(TestBudgetPanel)
#include "tst_budgetpanel.moc"
