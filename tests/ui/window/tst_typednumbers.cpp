// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"
#include "tests/ui/window/windowtest.h"

#include "ui/pages/loadpage.h"
#include "ui/pages/runpage.h"
#include "ui/window/docklayout.h"
#include "ui/window/windowpages.h"

#include <QApplication>
#include <QComboBox>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QWheelEvent>
#include <qtestspontaneevent.h>

#include <utility>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

namespace {

constexpr int patienceMs = 60'000;

} // namespace

// Sizes that somebody types, and goes on without leaving the field.
class TypedNumbersTest : public WindowTest {
    Q_OBJECT

private slots:
    void init()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        m_window = std::make_unique<MainWindow>(false);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->openModel(m_model);
        QTRY_VERIFY_WITH_TIMEOUT(controller().canLoad(), patienceMs);
    }
    void cleanup() { m_window.reset(); }

    void isLoadedAsTyped()
    {
        type(loadPage(), Purpose::Load);
        trigger("load.start");
        // What the other size needs is told before anything is loaded.
        QTRY_COMPARE_WITH_TIMEOUT(controller().state(), EngineState::Hollow, patienceMs);
        QCOMPARE(controller().graph()->freeDimensions.at("batch"), int64_t {3});
        trigger("load.start");
        QTRY_COMPARE_WITH_TIMEOUT(controller().state(), EngineState::Ready, patienceMs);
        QCOMPARE(controller().graph()->freeDimensions.at("batch"), int64_t {3});
        QCOMPARE(batchOf(loadPage())->value(), 3);
    }

    void isRunAsTyped()
    {
        trigger("load.start");
        QTRY_COMPARE_WITH_TIMEOUT(controller().state(), EngineState::Ready, patienceMs);
        QSignalSpy finished(&controller(), &EngineController::runFinished);
        type(*m_window->pages().run, Purpose::Run);
        trigger("run.dispatch");
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patienceMs);
        const RunResultPtr& result = controller().runResult();
        QCOMPARE(result->outputs.front().descriptor.shape.front(), int64_t {3});
    }

    // Each step has another plan made; the field keeps the keyboard meanwhile.
    void goesOnStepByStep()
    {
        m_window->dockLayout().enter(Purpose::Load);
        QSpinBox* field = batchOf(loadPage());
        field->setFocus();
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(field, Qt::Key_Up);
            QVERIFY(field->hasFocus());
        }
        QCOMPARE(field->value(), 4);
        QTRY_COMPARE_WITH_TIMEOUT(controller().state(), EngineState::Hollow, patienceMs);
        QCOMPARE(controller().graph()->freeDimensions.at("batch"), int64_t {4});
        QVERIFY(field->hasFocus());
    }

    // Whoever scrolls the panel plans nothing with what comes under the pointer.
    void theWheelOverAPanelChangesNoField()
    {
        m_window->dockLayout().enter(Purpose::Load);
        m_window->setFocus();
        QSpinBox* size = batchOf(loadPage());
        auto* weights = named<QComboBox>(loadPage(), "Type that weights are loaded as");
        const int type = weights->currentIndex();
        for (const auto& [field, up] : {std::pair<QWidget*, int> {size, 120}, {weights, -120}}) {
            QVERIFY(!field->hasFocus());
            const QPointF place = QRectF(field->rect()).center();
            QWheelEvent turn(place, field->mapToGlobal(place), {}, {0, up}, Qt::NoButton, Qt::NoModifier,
                Qt::NoScrollPhase, false);
            QSpontaneKeyEvent::setSpontaneous(&turn); // as a hand's, which may give the keyboard, too
            qApp->notify(field, &turn);
        }
        QCOMPARE(size->value(), 1);
        QCOMPARE(weights->currentIndex(), type);
        QVERIFY(controller().canLoad());
    }

private:
    [[nodiscard]] EngineController& controller() { return m_window->controller(); }
    [[nodiscard]] LoadPage& loadPage() { return *m_window->pages().load; }
    [[nodiscard]] static QSpinBox* batchOf(QWidget& page)
    {
        return named<QSpinBox>(page, "Free dimension batch");
    }

    // 3, for what was 1.
    void type(QWidget& page, Purpose purpose)
    {
        m_window->dockLayout().enter(purpose);
        QSpinBox* field = batchOf(page);
        field->setFocus();
        QVERIFY(field->hasFocus());
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("3"));
        QCOMPARE(field->text(), QStringLiteral("3"));
        QCOMPARE(field->value(), 1);
    }

    void trigger(const char* action) { m_window->actionRegistry().action(QLatin1String(action))->trigger(); }

    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TypedNumbersTest)
#include "tst_typednumbers.moc"
