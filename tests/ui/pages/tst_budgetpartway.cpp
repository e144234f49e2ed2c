// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "tests/ui/pages/budgetscene.h"
#include "ui/text/text.h"

#include <QDeadlineTimer>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <cmath>

using namespace weightless;
using namespace weightless::ui;

namespace {

double mebibytesOf(uint64_t bytes)
{
    return static_cast<double>(bytes) / static_cast<double>(MiB);
}

// Of several MiB.
QString writePartWayModel(const QString& folder)
{
    const QString path = folder + QStringLiteral("/partway.onnx");
    DemoOptions options;
    options.scale = 8;
    options.latentHeight = options.latentWidth = options.sequence = 8;
    writeDemo(DemoPart::Sd15Unet, options, toPath(path));
    return path;
}

} // namespace

// The limit on device memory after a load that was cancelled half-way: what it set stays on the device, and a
// limit is one of that, too.
class TestBudgetPartWay : public QObject, protected BudgetScene {
    Q_OBJECT

private slots:
    void init()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QVERIFY(openModel(writePartWayModel(m_folder.path()), LoadMode::Streamed));
        cancelHalfWay();
        m_panel->setChecked(true);
        QTRY_VERIFY2_WITH_TIMEOUT(slider()->isEnabled(), qPrintable(effect()), patienceMs);
    }

    void cleanup() { close(); }

    void whatIsThereCounts();
    void aLargerSizeCanBeTyped();

private:
    [[nodiscard]] QDoubleSpinBox* size() const { return m_panel->findChild<QDoubleSpinBox*>(); }

    // As far as the field tells.
    [[nodiscard]] bool shows(uint64_t bytes) const
    {
        return std::abs(size()->value() - mebibytesOf(bytes)) <= 0.51 * std::pow(10, -size()->decimals());
    }
    [[nodiscard]] QString effect() const { return m_panel->findChild<QLabel*>()->text(); }

    // After at least one constant, and before the last; a load that was quicker than that is made undone.
    void cancelHalfWay()
    {
        for (int attempt = 0; attempt < 50 && !m_controller->isPartlyLoaded(); ++attempt) {
            m_controller->unload();
            QTRY_VERIFY_WITH_TIMEOUT(m_controller->canLoad(), patienceMs);
            LoadOptions options;
            options.mode = LoadMode::Streamed;
            m_controller->startLoad(options);
            const QDeadlineTimer patience(30'000);
            while (m_controller->feed()->constantsSet == 0 && !patience.hasExpired())
                QThread::yieldCurrentThread();
            m_controller->cancelLoad();
            QTRY_VERIFY_WITH_TIMEOUT(m_controller->state() != EngineState::Loading, patienceMs);
        }
        QVERIFY(m_controller->isPartlyLoaded());
    }
};

void TestBudgetPartWay::whatIsThereCounts()
{
    const uint64_t all = m_controller->graph()->prediction(LoadMode::Streamed).deviceWeightsBytes;
    QVERIFY(all > 2 * MiB);
    QVERIFY2(size()->maximum() > mebibytesOf(all) - 0.01, qPrintable(QString::number(size()->maximum())));
    for (int i = slider()->minimum(); i < slider()->maximum(); ++i) {
        slider()->setValue(i);
        QVERIFY2(shows(m_choices->deviceBudget()), qPrintable(size()->text()));
    }
    slider()->setValue(slider()->maximum());
    QCOMPARE(m_choices->deviceBudget(), uint64_t {0});
    QCOMPARE(size()->value(), size()->maximum());
    // The model is smaller than what the device gives at once, so that all of it is there.
    const uint64_t held = m_controller->graph()->meter->current(MemoryPurpose::Weights);
    QVERIFY2(effect().startsWith(bytesText(std::max(all, held))), qPrintable(effect()));
}

void TestBudgetPartWay::aLargerSizeCanBeTyped()
{
    const uint64_t all = m_controller->graph()->prediction(LoadMode::Streamed).deviceWeightsBytes;
    QSignalSpy settled(m_panel.get(), &BudgetPanel::settled);
    const int wanted = static_cast<int>(std::ceil(mebibytesOf(all))) - 1;
    size()->selectAll();
    QTest::keyClicks(size(), QString::number(wanted));
    QTest::keyClick(size(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(settled.size(), 1, patienceMs);
    QCOMPARE(size()->value(), double(wanted));
    QCOMPARE(m_choices->deviceBudget(), static_cast<uint64_t>(wanted) * MiB);
    m_choices->start();
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, patienceMs);
    QVERIFY(m_controller->graph()->meter->current(MemoryPurpose::Weights) <= uint64_t(wanted) * MiB);
}

QTEST_MAIN(TestBudgetPartWay)
#include "tst_budgetpartway.moc"
