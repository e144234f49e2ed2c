// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"
#include "ui/engine/loadchoices.h"
#include "ui/pages/budgetpanel.h"

#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

// A limit is for copies, and the device may take the file's own pages: where nobody chose that, the limit
// comes first, as it does for a folder's parts and for pictures.
class TestBudgetModes : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        m_controller = std::make_unique<EngineController>();
        m_choices = std::make_unique<LoadChoices>(*m_controller);
        m_panel = std::make_unique<BudgetPanel>(*m_controller, *m_choices);
        m_panel->show();
        m_controller->openModel(writeSmallModel(m_folder.path(), DemoPart::Sd15Unet));
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, 60'000);
        QVERIFY(m_choices->mode() == LoadMode::Auto);
        QCOMPARE(m_choices->prediction(), &m_controller->graph()->prediction(LoadMode::Auto));
        m_panel->setChecked(true);
        QTRY_VERIFY_WITH_TIMEOUT(slider()->isEnabled(), 60'000);
    }

    void cleanup()
    {
        m_panel.reset();
        m_choices.reset();
        m_controller.reset();
    }

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
    [[nodiscard]] QSlider* slider() const { return m_panel->findChild<QSlider*>(); }

    void load()
    {
        m_choices->start();
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, 60'000);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<EngineController> m_controller;
    std::unique_ptr<LoadChoices> m_choices;
    std::unique_ptr<BudgetPanel> m_panel;
};

QTEST_MAIN(TestBudgetModes)
#include "tst_budgetmodes.moc"
