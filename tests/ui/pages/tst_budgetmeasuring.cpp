// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/pages/budgetscene.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

// While a run is measured: how far it is stands below what the chosen limit costs.
class TestBudgetMeasuring : public QObject, protected BudgetScene {
    Q_OBJECT

private slots:
    void init()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QVERIFY(openModel(writeSmallModel(m_folder.path(), DemoPart::Sd15Unet), LoadMode::Streamed));
    }

    void cleanup() { close(); }

    void aMeasurementTellsThatItGoesOn()
    {
        QVERIFY(m_panel->title().endsWith(QStringLiteral("for weights"))); // as in every window
        m_panel->setChecked(true);
        QTRY_VERIFY_WITH_TIMEOUT(slider()->isEnabled(), patienceMs);
        m_panel->findChild<QPushButton*>()->click();
        QCOMPARE(progress(), QStringLiteral("Measuring a run…"));
        emit m_controller->kernelsAdvanced(1, 3);
        QCOMPARE(progress(), QStringLiteral("Compiling kernels, 1 of 3…"));
        emit m_controller->kernelsAdvanced(3, 3);
        QCOMPARE(progress(), QStringLiteral("Measuring a run…"));
        slider()->setValue(slider()->value() - 1);
        const QString another = effect(); // which is told meanwhile
        QTest::qSleep(1100);
        emit m_controller->kernelsAdvanced(3, 3);
        QVERIFY2(progress().contains(QStringLiteral("(for ")), qPrintable(progress()));
        QVERIFY(effect() == another && !another.contains(QStringLiteral("…")));
        QTRY_VERIFY_WITH_TIMEOUT(m_choices->prediction()->isRunMeasured, patienceMs);
        const QString known = effect();
        emit m_controller->kernelsAdvanced(1, 3);
        QVERIFY(effect() == known && progress().isEmpty());
    }

private:
    [[nodiscard]] QString effect() const { return m_panel->findChild<QLabel*>()->text(); }
    [[nodiscard]] QString progress() const // empty: nothing is measured
    {
        const QLabel* label = m_panel->findChildren<QLabel*>().last();
        return label->isVisibleTo(m_panel.get()) ? label->text() : QString();
    }
};

QTEST_MAIN(TestBudgetMeasuring)
#include "tst_budgetmeasuring.moc"
