// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/document/selection.h"
#include "ui/models/problemmodel.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/outlinepage.h"
#include "ui/pages/problemspage.h"
#include "ui/pages/runpage.h"

#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <numeric>

using namespace weightless;
using namespace weightless::ui;

namespace {

template <typename Widget>
Widget* named(const QWidget& page, const char* accessibleName)
{
    for (Widget* widget : page.findChildren<Widget*>()) {
        if (widget->accessibleName() == QLatin1String(accessibleName))
            return widget;
    }
    return nullptr;
}

} // namespace

class PagesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    // With rows that follow their contents, each that arrived measured all: this took many minutes.
    void manyProblemsArrive()
    {
        ProblemsPage page;
        page.resize(700, 300);
        page.show();
        const QString text = QStringLiteral("Constant 'x' cannot be read. ").repeated(12);
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 2 * ProblemModel::maxProblems; ++i)
            page.add(warningOf(Task::Open, text + QString::number(i), text));
        QTest::qWait(0);
        QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
        // The newest is in view, and whole.
        auto* table = page.findChild<QTableView*>();
        const int last = page.model().rowCount() - 1;
        QTRY_VERIFY(table->rowViewportPosition(last) + table->rowHeight(last) <= table->viewport()->height());
        QVERIFY(table->rowHeight(last) > 2 * page.fontMetrics().height());
        // So is what is scrolled to.
        table->scrollToTop();
        QTRY_VERIFY(table->rowHeight(0) > 2 * page.fontMetrics().height());
    }

    void namesOfTheOutlineCanBeRead()
    {
        Selection selection;
        OutlinePage page(selection);
        page.setDocument(smallDocument());
        page.resize(200, 400);
        page.show();
        auto* tree = page.findChild<QTreeView*>();
        tree->expandAll();
        QTRY_VERIFY(tree->horizontalScrollBar()->maximum() > 0);
        QAbstractItemView* view = tree;
        QVERIFY(tree->columnWidth(0) >= view->sizeHintForColumn(0));
        // Where there is room it is used, and nothing scrolls.
        page.resize(1600, 400);
        QTRY_COMPARE(tree->horizontalScrollBar()->maximum(), 0);
    }

    void nothingIsStartedWithoutItsData()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        const QString model = writeSmallModel(m_folder.path());
        const QDir folder(m_folder.path());
        int removed = 0;
        for (const QString& name : folder.entryList(QDir::Files))
            removed += name != QFileInfo(model).fileName() && QFile::remove(folder.filePath(name)) ? 1 : 0;
        QVERIFY(removed > 0);
        EngineController controller;
        LoadPage page(controller);
        QSignalSpy problems(&controller, &EngineController::reported);
        controller.openModel(model);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        QCOMPARE(problems.size(), 1); // not one for each of its constants
        QVERIFY(controller.graph()->tensorOfConstant.size() > 10);
        QVERIFY(!page.canStart());
        QVERIFY(!named<QPushButton>(page, "Start loading")->isEnabled());
        const QString prediction = named<QLabel>(page, "What the load will need")->text();
        QVERIFY2(!prediction.contains(QLatin1String("fits")), qPrintable(prediction));
        QVERIFY2(prediction.contains(QLatin1String("no bytes")), qPrintable(prediction));
        // The data is back.
        QCOMPARE(writeSmallModel(m_folder.path()), model);
        controller.openModel(model);
        QTRY_VERIFY_WITH_TIMEOUT(page.canStart(), 60'000);
        QVERIFY(named<QPushButton>(page, "Start loading")->isEnabled());
    }

    void aRunThatDidNotEndLeavesNoTimes()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        RunPage page(controller);
        controller.openModel(writeSmallModel(m_folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        controller.startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
        const QLabel* state = named<QLabel>(page, "State of the run");
        page.dispatch();
        QTRY_VERIFY_WITH_TIMEOUT(state->text().startsWith(QLatin1String("Ran in")), 60'000);
        QSignalSpy failed(&controller, &EngineController::runFailed);
        named<QSpinBox>(page, "How often to run")->setValue(10'000);
        page.dispatch();
        controller.cancelRun();
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 60'000);
        QVERIFY2(state->text().contains(QLatin1String("did not end")), qPrintable(state->text()));
        named<QSpinBox>(page, "How often to run")->setValue(1);
        page.dispatch();
        QTRY_VERIFY_WITH_TIMEOUT(state->text().startsWith(QLatin1String("Ran in")), 60'000);
    }

    // A load that is cancelled and continued is one load: its bytes are told whole.
    void bytesByPathAreOfAllParts()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        controller.openModel(writeSmallModel(m_folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        QSignalSpy ended(&controller, &EngineController::loadEnded);
        const auto sum = [](const auto& bytes) {
            return std::accumulate(bytes.begin(), bytes.end(), uint64_t {0});
        };
        const auto load = [&](bool cancels) {
            controller.startLoad({.mode = LoadMode::Streamed});
            if (cancels)
                controller.pauseLoad();
            if (cancels && QTest::qWaitFor([&] { return controller.state() == EngineState::Paused; }, 10'000))
                controller.cancelLoad();
            return QTest::qWaitFor([&] { return !ended.isEmpty(); }, 60'000)
                ? ended.takeFirst().front().value<LoadResult>()
                : LoadResult();
        };
        LoadResult part = load(true);
        uint64_t parts = sum(part.report.bytesByPath);
        if (part.outcome == LoadOutcome::Cancelled) {
            part = load(false);
            parts += sum(part.report.bytesByPath);
        }
        QVERIFY(part.outcome == LoadOutcome::Finished);
        QVERIFY(parts > 0);
        QCOMPARE(sum(part.bytesByPath), parts);
        controller.unload();
        QTRY_COMPARE(controller.state(), EngineState::Hollow);
        part = load(false);
        QCOMPARE(sum(part.bytesByPath), parts); // counted anew
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(PagesTest)
#include "tst_pages.moc"
