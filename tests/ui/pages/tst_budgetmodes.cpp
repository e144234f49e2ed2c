// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/pages/budgetscene.h"

#include <QSignalSpy>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

// A limit is for copies, and the device may take the file's own pages: where nobody chose that, the limit
// comes first, as it does for a folder's parts and for pictures.
class TestBudgetModes : public QObject, protected BudgetScene {
    Q_OBJECT

private slots:
    void init()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QVERIFY(openModel(writeSmallModel(m_folder.path(), DemoPart::Sd15Unet), LoadMode::Auto));
        QVERIFY(m_choices->mode() == LoadMode::Auto);
        QCOMPARE(m_choices->prediction(), &m_controller->graph()->prediction(LoadMode::Auto));
        m_panel->setChecked(true);
        QTRY_VERIFY_WITH_TIMEOUT(slider()->isEnabled(), patienceMs);
    }

    void cleanup() { close(); }

    void anAutomaticLoadKeepsTheLimit()
    {
        slider()->setValue(1);
        const uint64_t budget = m_choices->deviceBudget();
        QVERIFY(budget > 0);
        load();
        QVERIFY(m_controller->loadMode() == LoadMode::Streamed);
        QVERIFY(m_controller->graph()->meter->current(MemoryPurpose::Weights) <= budget);
        QVERIFY(m_choices->mode() == LoadMode::Auto); // what was chosen
    }

    // What is predicted is what happens.
    void theLastPlaceOfTheSliderIsALimitToo()
    {
        slider()->setValue(slider()->maximum());
        QCOMPARE(m_choices->deviceBudget(), uint64_t {0});
        const LoadPrediction& streamed = m_controller->graph()->prediction(LoadMode::Streamed);
        QCOMPARE(m_choices->prediction(), &streamed);
        load();
        QVERIFY(m_controller->loadMode() == LoadMode::Streamed);
        QVERIFY(m_controller->graph()->meter->current(MemoryPurpose::Weights) >= streamed.deviceWeightsBytes);
    }

    void withoutALimitNothingIsAnother()
    {
        m_panel->setChecked(false);
        QCOMPARE(m_choices->prediction(), &m_controller->graph()->prediction(LoadMode::Auto));
        load();
        QVERIFY(m_controller->loadMode() == LoadMode::Auto);
    }

    // It is the same load.
    void theModeByItsNameKeepsWhatWasPredicted()
    {
        slider()->setValue(1);
        const uint64_t budget = m_choices->deviceBudget();
        m_choices->setMode(LoadMode::Streamed);
        QCOMPARE(m_choices->deviceBudget(), budget);
        QVERIFY(slider()->isEnabled());
    }

private:
    void load()
    {
        m_choices->start();
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, patienceMs);
    }
};

QTEST_MAIN(TestBudgetModes)
#include "tst_budgetmodes.moc"
