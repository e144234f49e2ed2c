// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"
#include "tests/ui/window/windowtest.h"

#include "engine/demo/architecture.h"
#include "ui/dialogs/urldialog.h"
#include "ui/document/selection.h"
#include "ui/engine/loadchoices.h"
#include "ui/models/problemmodel.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/problemspage.h"
#include "ui/pages/propertiespage.h"
#include "ui/pages/runpage.h"
#include "ui/pages/tensorspage.h"
#include "ui/run/resultview.h"
#include "ui/start/startpage.h"
#include "ui/text/text.h"
#include "ui/window/headerbar.h"
#include "ui/window/scriptrunner.h"
#include "ui/window/windowdialogs.h"
#include "widgets/capacitybar.h"
#include "widgets/formatbytes.h"
#include "widgets/graph/graphview.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QGroupBox>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QScopeGuard>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <functional>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

class MainWindowTest : public WindowTest {
    Q_OBJECT

private slots:
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
        window.controller().closeModel();
        QTRY_VERIFY(!window.dockLayout().isEntered());
        QVERIFY(!told.isVisible());
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
            // Nobody is there: it is remembered, but for its password.
            askForAddress(window, [](UrlDialog& dialog) {
                dialog.field().setText(QStringLiteral("http://me:secret@127.0.0.1:1/m.onnx"));
                dialog.accept();
            });
            QVERIFY(window.close());
        }
        MainWindow window(true);
        QVERIFY(window.loadChoices().mode() == LoadMode::Conventional);
        QVERIFY(window.loadChoices().order() == LoadOrder::Execution);
        QVERIFY(window.palette().color(QPalette::Window).lightness() < 128);
        window.setAppearance(Appearance::System);
        QString proposed;
        QGuiApplication::clipboard()->clear();
        askForAddress(window, [&](UrlDialog& dialog) {
            proposed = dialog.address();
            dialog.reject();
        });
        QCOMPARE(proposed, QStringLiteral("http://127.0.0.1:1/m.onnx"));
        const QSettings stored;
        QCOMPARE(stored.value(QStringLiteral("recentFiles")).toStringList(), QStringList {m_model});
    }

    // A start with other choices is no change of what the user chose.
    void whatALaunchAsksForIsNotRemembered()
    {
        const QTemporaryDir settings;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
        QCoreApplication::setOrganizationName(QStringLiteral("weightless-test"));
        QCoreApplication::setApplicationName(QStringLiteral("weightless-launch"));
        QSettings().clear();
        const auto restoreColours = qScopeGuard([] { MainWindow(false).setAppearance(Appearance::System); });
        QByteArray place;
        {
            MainWindow window(true);
            window.show();
            window.loadChoices().setMode(LoadMode::Streamed);
            window.close();
            place = QSettings().value(QStringLiteral("window/geometry")).toByteArray();
        }
        {
            MainWindow window(true);
            LaunchOptions options;
            options.modes = {LoadMode::Conventional};
            options.size = window.size() + QSize(30, 20);
            ScriptRunner script(window, options);
            window.useAppearance(Appearance::Dark);
            window.show();
            script.start();
            QVERIFY(window.loadChoices().mode() == LoadMode::Conventional);
            QVERIFY(window.appearance() == Appearance::Dark);
            window.close();
        }
        MainWindow next(true);
        QVERIFY(next.loadChoices().mode() == LoadMode::Streamed);
        QVERIFY(next.appearance() == Appearance::System);
        QCOMPARE(QSettings().value(QStringLiteral("window/geometry")).toByteArray(), place);
        // What the user chooses after that is.
        next.loadChoices().setModeForLaunch(LoadMode::Conventional);
        next.loadChoices().setMode(LoadMode::ZeroCopy);
        next.useAppearance(Appearance::Dark);
        next.setAppearance(Appearance::Dark);
        next.close();
        const MainWindow last(true);
        QVERIFY(last.appearance() == Appearance::Dark);
        QCOMPARE(QSettings().value(QStringLiteral("load/mode")).toString(),
            fromUtf8(toString(LoadMode::ZeroCopy)));
    }

    // What only a load takes is nothing that a run needs.
    void aLoadedModelNeedsWhatARunTakes()
    {
        if (!hasDevice())
            QSKIP("no Vulkan device");
        MainWindow window(false);
        window.show();
        open(window);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Hollow, 60'000);
        window.loadChoices().setMode(LoadMode::Conventional);
        const LoadPrediction needs = *window.loadChoices().prediction();
        QVERIFY(needs.hostOverheadBytes > 0);
        const auto takes = [](uint64_t bytes) { return widgets::formatBytes(static_cast<qint64>(bytes)); };
        const uint64_t ofRun = needs.deviceWeightsBytes + needs.importedBytes + needs.deviceActivationsBytes;
        QVERIFY(window.header().capacity().caption().contains(takes(ofRun + needs.hostOverheadBytes)));
        const auto hasBox = [&window](const QString& title) {
            const auto boxes = window.pages().load->findChildren<QGroupBox*>();
            return std::ranges::find(boxes, title, &QGroupBox::title) != boxes.end();
        };
        QVERIFY(hasBox(QStringLiteral("What it will need")));
        window.loadChoices().start();
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Ready, 60'000);
        QVERIFY2(window.header().capacity().caption().endsWith(takes(ofRun)),
            qPrintable(window.header().capacity().caption()));
        QVERIFY(hasBox(QStringLiteral("What it needs")));
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

    // ONNX's texts are Markdown in which Tensor<T> is no element of HTML.
    void documentationIsShownToItsEnd()
    {
        MainWindow window(false);
        open(window);
        const auto& nodes = window.controller().document()->graph.nodes;
        const auto found =
            std::ranges::find(nodes, QStringLiteral("Sigmoid"), &widgets::GraphDescription::Node::opType);
        QVERIFY(found != nodes.end());
        window.selection().selectNode(static_cast<int>(found - nodes.begin()), &window);
        const PropertiesPage& page = *window.pages().properties;
        QTRY_VERIFY_WITH_TIMEOUT(page.text().contains(QLatin1String("Output tensor")), 20'000);
        QVERIFY(page.text().contains(QLatin1String("Tensor<T>")));
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

    void dispatchSaysWhatIsMissing()
    {
        MainWindow window(false);
        QVERIFY(!window.pages().run->obstacle().isEmpty());
        QVERIFY(!window.dispatch());
        open(window);
        QVERIFY(!window.pages().run->obstacle().isEmpty());
    }

    // What is loaded was loaded in one mode: the next one is chosen when it is unloaded.
    void theModeOfWhatIsLoadedStays()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        window.show();
        const auto* mode = named<QComboBox>(window, "Load mode");
        const auto* order = named<QComboBox>(window, "Which constants come first");
        QVERIFY(mode && order && mode->isEnabled() && order->isEnabled());
        open(window);
        EngineController& controller = window.controller();
        QTRY_VERIFY_WITH_TIMEOUT(controller.canLoad(), 60'000);
        QVERIFY(mode->isEnabled() && order->isEnabled());
        window.startLoad(LoadMode::Streamed);
        QTRY_VERIFY_WITH_TIMEOUT(controller.canRun(), 60'000);
        QVERIFY(!mode->isEnabled() && !order->isEnabled());
        QVERIFY(mode->toolTip().contains(QLatin1String("Unload")));
        QVERIFY(window.dispatch());
        QVERIFY(!mode->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(controller.canRun(), 60'000);
        QVERIFY(!mode->isEnabled());
        controller.unload();
        QTRY_VERIFY_WITH_TIMEOUT(controller.canLoad(), 60'000);
        QVERIFY(mode->isEnabled() && order->isEnabled());
    }

    void recentModelsCanBeForgotten()
    {
        MainWindow window(false);
        open(window);
        const auto* menu = window.findChild<QMenu*>(QStringLiteral("menu.recent"));
        QVERIFY(menu != nullptr && menu->actions().size() > 1);
        QVERIFY(menu->actions().first()->text().endsWith(QFileInfo(m_model).fileName()));
        QCOMPARE(menu->actions().last()->text(), QStringLiteral("&Clear List"));
        menu->actions().last()->trigger();
        QTRY_COMPARE(menu->actions().size(), 1);
        QVERIFY(!menu->actions().first()->isEnabled());
    }

    // Behind a link ".." is beside what it leads to; elsewhere a path is told without it.
    void modelsBehindALinkAreFound()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("real/sub")));
        const QString model = writeSmallModel(folder.filePath(QStringLiteral("real")));
        const QString name = QFileInfo(model).fileName();
        std::error_code error;
        std::filesystem::create_directory_symlink(toPath(folder.filePath(QStringLiteral("real/sub"))),
            toPath(folder.filePath(QStringLiteral("link"))), error);
        if (error)
            QSKIP("links need a privilege here");
        MainWindow window(false);
        const auto opened = [&window] {
            const ModelDocumentPtr& document = window.controller().document();
            return document ? fromPath(document->model.path) : QString();
        };
        const QString behind = folder.filePath(QStringLiteral("link/../") + name);
        window.openModel(behind);
        QTRY_COMPARE_WITH_TIMEOUT(opened(), behind, 30'000);
        window.openModel(folder.filePath(QStringLiteral("real/sub/.././") + name));
        QTRY_COMPARE_WITH_TIMEOUT(opened(), model, 30'000);
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

private:
    static void askForAddress(MainWindow& window, const std::function<void(UrlDialog&)>& answer)
    {
        QTimer::singleShot(0, &window, [&] {
            auto* dialog = window.findChild<UrlDialog*>();
            QVERIFY(dialog);
            answer(*dialog);
        });
        window.dialogs().chooseUrl();
    }
};

QTEST_MAIN(MainWindowTest)
#include "tst_mainwindow.moc"
