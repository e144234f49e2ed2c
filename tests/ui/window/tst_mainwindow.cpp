// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"
#include "tests/widgets/eventloopwatchdog.h"

#include "engine/demo/architecture.h"
#include "ui/dialogs/savedialog.h"
#include "ui/document/selection.h"
#include "ui/engine/loadchoices.h"
#include "ui/models/problemmodel.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/memorypage.h"
#include "ui/pages/problemspage.h"
#include "ui/pages/propertiespage.h"
#include "ui/pages/runpage.h"
#include "ui/pages/tensorspage.h"
#include "ui/run/resultview.h"
#include "ui/start/startpage.h"
#include "ui/style/fonts.h"
#include "ui/style/windowstyle.h"
#include "ui/text/text.h"
#include "ui/window/mainwindow.h"
#include "ui/window/scriptrunner.h"
#include "widgets/graph/graphview.h"
#include "widgets/plot/memoryplot.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QProgressBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace weightless;
using namespace weightless::ui;

namespace {

bool isControl(const QWidget* widget)
{
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QLineEdit*>(widget)
        || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget)
        || qobject_cast<const QAbstractItemView*>(widget) || qobject_cast<const QProgressBar*>(widget);
}

// Parts that Qt itself puts into its widgets speak through the widget around them.
bool isInner(const QWidget* widget)
{
    return widget->objectName().startsWith(QLatin1String("qt_")) || widget->inherits("QHeaderView")
        || widget->inherits("QTabBar") || widget->inherits("QComboBoxListView")
        || widget->inherits("QTableCornerButton")
        || (widget->parentWidget()
            && (qobject_cast<const QAbstractSpinBox*>(widget->parentWidget())
                || qobject_cast<const QComboBox*>(widget->parentWidget())
                || qobject_cast<const QLineEdit*>(widget->parentWidget())
                || widget->parentWidget()->inherits("QTabBar")
                || widget->parentWidget()->inherits("QDockWidget")));
}

// What Alt and a letter reach in the window: its menus, buttons, labels with a buddy, tabs and boxes.
QStringList textsWithMnemonics(const QMainWindow& window)
{
    QStringList texts;
    for (const QAction* action : window.menuBar()->actions())
        texts.append(action->text());
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            texts.append(button->text());
        else if (const auto* box = qobject_cast<const QGroupBox*>(widget))
            texts.append(box->title());
        else if (const auto* label = qobject_cast<const QLabel*>(widget); label && label->buddy())
            texts.append(label->text());
        else if (const auto* tabs = qobject_cast<const QTabBar*>(widget))
            for (int i = 0; i < tabs->count(); ++i)
                texts.append(tabs->tabText(i));
    }
    return texts;
}

} // namespace

class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_model = writeSmallModel(m_folder.path());
        // As the program starts: a system's own style and fonts take other room.
        QApplication::setStyle(new WindowStyle);
        installFonts();
    }

    void everyControlHasAName()
    {
        MainWindow window(false);
        window.show();
        open(window);
        QStringList nameless;
        int controls = 0;
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            if (!isControl(widget) || isInner(widget))
                continue;
            ++controls;
            QAccessibleInterface* interface =
                QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
            if (!interface || interface->text(QAccessible::Name).isEmpty())
                nameless.append(QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ')
                    + widget->objectName() + QStringLiteral(" in ")
                    + QString::fromLatin1(widget->parentWidget()->metaObject()->className()));
        }
        QVERIFY(controls > 30);
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
    }

    void savingIsReachable()
    {
        MainWindow window(false);
        window.show();
        const auto enabled = [&](const QKeySequence& keys) {
            for (const QAction* action : window.findChildren<QAction*>()) {
                if (action->shortcut() == keys)
                    return action->isEnabled();
            }
            qWarning() << "no action has" << keys;
            return false;
        };
        QVERIFY(!enabled(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)));
        open(window);
        QVERIFY(enabled(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)));
        QVERIFY(enabled(QKeySequence(Qt::CTRL | Qt::Key_E)));

        SaveDialog dialog(smallDocument());
        const QList<QComboBox*> choices = dialog.findChildren<QComboBox*>();
        QCOMPARE(choices.size(), 3);
        for (const QComboBox* choice : choices)
            QVERIFY(!choice->accessibleName().isEmpty());
        QVERIFY(dialog.options().files.layout == onnx_io::WeightLayout::External);
        choices[2]->setCurrentIndex(1);
        QCOMPARE(dialog.options().files.shardBytes, uint64_t {256} << 20);
        choices[0]->setCurrentIndex(1);
        choices[1]->setCurrentIndex(1);
        QVERIFY(!choices[2]->isEnabled());
        QVERIFY(dialog.options().files.layout == onnx_io::WeightLayout::Inline);
        QCOMPARE(dialog.options().files.shardBytes, uint64_t {0});
        QVERIFY(dialog.options().weights == onnx_io::StoredWeights::Float16);
    }

    void tensorsAreExtractedFromTheTable()
    {
        Selection selection;
        TensorsPage page(selection);
        page.setDocument(smallDocument());
        QSignalSpy requested(&page, &TensorsPage::extractRequested);
        QSignalSpy failed(&page, &TensorsPage::failed);
        page.extractCurrent();
        QCOMPARE(failed.size(), 1);
        auto* table = page.findChild<QTableView*>();
        QVERIFY(table != nullptr);
        const QModelIndex row = table->model()->index(1, 0);
        table->setCurrentIndex(row);
        QVERIFY(table->contextMenuPolicy() == Qt::ActionsContextMenu); // the menu key opens it too
        table->actions().first()->trigger();
        QCOMPARE(requested.size(), 1);
        const int tensor = requested.first().first().toInt();
        QCOMPARE(smallDocument()->tensors[static_cast<size_t>(tensor)].name, row.data().toString());
    }

    // Two places with one letter: neither would be reached at once.
    void mnemonicsAreUnambiguous()
    {
        MainWindow window(false);
        window.show();
        open(window);
        QHash<QString, QString> places;
        for (const QString& text : textsWithMnemonics(window)) {
            const QString keys = QKeySequence::mnemonic(text).toString();
            if (keys.isEmpty())
                continue;
            QVERIFY2(!places.contains(keys),
                qPrintable(keys + QLatin1Char(' ') + places.value(keys) + QLatin1Char(' ') + text));
            places.insert(keys, text);
        }
        QVERIFY(places.size() > 10);
    }

    void badFileBecomesAProblemAndTheWindowGoesOn()
    {
        MainWindow window(false);
        window.show();
        const QString path = m_folder.filePath(QStringLiteral("broken.onnx"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("nonsense");
        file.close();
        window.openModel(path);
        QTRY_COMPARE(window.pages().problems->model().count(Severity::Error), 1);
        // There is no panel yet that could say it.
        const QLabel& told = window.pages().start->problemLabel();
        QVERIFY(told.isVisible());
        QVERIFY2(told.text().contains(QDir::toNativeSeparators(path)), qPrintable(told.text()));
        open(window);
        QCOMPARE(window.pages().problems->model().count(Severity::Error), 1);
        window.controller().closeModel();
        QTRY_VERIFY(!window.dockLayout().isEntered());
        QVERIFY(!told.isVisible());
        for (QToolButton* button : window.statusBar()->findChildren<QToolButton*>())
            button->click();
        QVERIFY(told.isVisible());
    }

    // The plan knows no type of theirs.
    void stringsKeepTheirTypeInTheGraph()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        const std::filesystem::path path = toPath(m_folder.filePath(QStringLiteral("trees.onnx")));
        writeDemo(DemoArchitecture::Trees, {.scale = 32}, path);
        MainWindow window(false);
        window.openModel(fromPath(path));
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().graph() != nullptr, 60'000);
        const auto& values = window.pages().graph->view().graph().values;
        const auto city = std::find_if(values.begin(), values.end(),
            [](const auto& value) { return value.name == QLatin1String("city"); });
        QVERIFY(city != values.end());
        QCOMPARE(city->type, QStringLiteral("string"));
    }

    void droppedFilesAreOpened()
    {
        MainWindow window(false);
        window.show();
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(m_model)});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &drop);
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() != nullptr, 30'000);

        QMimeData text;
        text.setText(QStringLiteral("no file"));
        QDragEnterEvent refused({10, 10}, Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
        refused.ignore();
        QApplication::sendEvent(&window, &refused);
        QVERIFY(!refused.isAccepted());
    }

    void settingsAreRemembered()
    {
        QTemporaryDir settings;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
        QCoreApplication::setOrganizationName(QStringLiteral("weightless-test"));
        QCoreApplication::setApplicationName(QStringLiteral("weightless-test"));
        QSettings().clear(); // Windows' registry has those of the last run
        {
            MainWindow window(true);
            window.show();
            open(window);
            window.setAppearance(Appearance::Dark);
            window.loadChoices().setMode(LoadMode::Conventional);
            window.loadChoices().setOrder(LoadOrder::Execution);
            QVERIFY(window.close());
        }
        MainWindow window(true);
        QVERIFY(window.loadChoices().mode() == LoadMode::Conventional);
        QVERIFY(window.loadChoices().order() == LoadOrder::Execution);
        QVERIFY(window.palette().color(QPalette::Window).lightness() < 128);
        window.setAppearance(Appearance::System);
        const QSettings stored;
        QCOMPARE(stored.value(QStringLiteral("recentFiles")).toStringList(), QStringList {m_model});
    }

    void selectionIsShared()
    {
        MainWindow window(false);
        window.show();
        open(window);
        QTRY_VERIFY(!window.pages().graph->view().isLayingOut());
        const ModelDocumentPtr document = window.controller().document();
        int row = 0;
        while (document->tensors[static_cast<size_t>(row)].nodes.empty())
            ++row;
        window.selection().selectTensor(row, &window);
        QTRY_COMPARE(window.pages().graph->view().selectedConstant(), row);
        QVERIFY(window.pages().properties->text().contains(document->tensors[static_cast<size_t>(row)].name));
        auto* table = window.pages().tensors->findChild<QAbstractItemView*>();
        QVERIFY(table);
        window.selection().selectNode(2, &window);
        QTRY_COMPARE(window.pages().graph->view().selectedNode(), 2);
        // ONNX's documentation arrives from its thread.
        QTRY_VERIFY_WITH_TIMEOUT(window.pages().properties->text().contains(QLatin1String("ONNX")), 20'000);
        window.selection().clear(&window);
        QVERIFY(window.pages().properties->text().contains(QLatin1String("opset")));
    }

    // A step of a run may be several nodes in one.
    void fusedStepsLeadToTheirFirstNode()
    {
        MainWindow window(false);
        window.show();
        open(window);
        const auto& nodes = window.controller().document()->graph.nodes;
        int named = 1;
        while (nodes[static_cast<size_t>(named)].name.isEmpty())
            ++named;
        const QString name = nodes[static_cast<size_t>(named)].name;
        emit window.pages().results->nodeChosen(name + QStringLiteral(" + another"));
        QCOMPARE(window.selection().current().index, named);
        emit window.pages().results->nodeChosen(QStringLiteral("no such node"));
        QCOMPARE(window.selection().current().index, named);
    }

    void loadAndRunByScript()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        LaunchOptions options;
        options.model = m_model;
        options.modes = {LoadMode::Conventional, LoadMode::Streamed};
        options.loads = true;
        options.runs = true;
        options.screenshot = m_folder.filePath(QStringLiteral("window.png"));
        options.graphFile = m_folder.filePath(QStringLiteral("graph.svg"));
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        window.show();
        widgets::EventLoopWatchdog watchdog;
        watchdog.start();
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 120'000);
        QVERIFY2(watchdog.hasAnswered(), qPrintable(QString::number(watchdog.largestWorkMs())));
        QVERIFY2(finished.front().front().toBool(), qPrintable(window.pages().problems->model().toText({})));
        QVERIFY(!QImage(options.screenshot).isNull());
        QVERIFY(QFileInfo(options.graphFile).size() > 1000);
        QCOMPARE(window.pages().memory->plot().runNames().size(), 2);
        QVERIFY(window.controller().runResult() != nullptr);
        // The profile is seen on the graph: one step from the results.
        QVERIFY(window.pages().graph->view().display().colouring != widgets::GraphColouring::Time);
        emit window.pages().results->graphWanted();
        QVERIFY(window.pages().graph->view().display().colouring == widgets::GraphColouring::Time);
        QVERIFY(window.dockLayout().isShown(Panel::Graph));
        // Every weight that the graph needs is set, in the table and in the graph.
        for (const int tensor : window.controller().graph()->tensorOfConstant) {
            QVERIFY(window.pages().tensors->model().state(tensor) == TensorState::Set);
            QCOMPARE(window.pages().graph->view().constantState(tensor), 1.0);
        }
    }

    void scriptChoosesTheModeWithoutLoading()
    {
        MainWindow window(false);
        LaunchOptions options;
        options.modes = {LoadMode::Conventional};
        const ScriptRunner script(window, options);
        QVERIFY(window.loadChoices().mode() == LoadMode::Conventional);
    }

    void scriptFailsOnBadInput()
    {
        MainWindow window(false);
        LaunchOptions options;
        options.model = m_folder.filePath(QStringLiteral("nowhere.onnx"));
        options.loads = true;
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QVERIFY(!finished.front().front().toBool());
    }

    void unknownDimensionFails()
    {
        MainWindow window(false);
        LaunchOptions options;
        options.model = m_model;
        options.freeDimensions["no such dimension"] = 3;
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        QVERIFY(!finished.front().front().toBool());
        QVERIFY(window.pages().problems->model().toText({}).contains(QLatin1String("no such dimension")));
    }

    void dispatchSaysWhatIsMissing()
    {
        MainWindow window(false);
        QVERIFY(!window.pages().run->obstacle().isEmpty());
        QVERIFY(!window.dispatch());
        open(window);
        QVERIFY(!window.pages().run->obstacle().isEmpty());
    }

    void closeMidLoad()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        window.show();
        open(window);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Hollow, 60'000);
        window.startLoad(LoadMode::Streamed);
        QVERIFY(window.close());
    }

    void fitsASmallScreen()
    {
        MainWindow window(false);
        window.resize(960, 640);
        window.show();
        open(window);
        QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 60'000);
        const QSize least = window.minimumSizeHint();
        QVERIFY2(least.width() <= 1000, qPrintable(QString::number(least.width())));
        QVERIFY2(least.height() <= 660, qPrintable(QString::number(least.height())));
        // Nothing that is to be filled in lies beyond the edge.
        const std::pair<Panel, QWidget*> pages[] {
            {Panel::Load, window.pages().load}, {Panel::Run, window.pages().run}};
        for (const auto& [panel, page] : pages) {
            window.dockLayout().goTo(panel);
            const QWidget* viewport = page->parentWidget();
            QTRY_VERIFY2(page->minimumSizeHint().width() <= viewport->width(),
                qPrintable(
                    QStringLiteral("%1 in %2").arg(page->minimumSizeHint().width()).arg(viewport->width())));
        }
    }

private:
    void open(MainWindow& window)
    {
        window.openModel(m_model);
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() != nullptr, 30'000);
    }

    QTemporaryDir m_folder;
    QString m_model;
};

QTEST_MAIN(MainWindowTest)
#include "tst_mainwindow.moc"
