// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"
#include "tests/ui/window/widgetwalk.h"
#include "tests/ui/window/windowtest.h"

#include "ui/language/languages.h"
#include "ui/pages/memorypage.h"
#include "ui/start/startpage.h"
#include "ui/style/appearance.h"
#include "ui/window/headerbar.h"
#include "ui/window/noticebar.h"
#include "ui/window/primaryaction.h"
#include "ui/window/windowpages.h"

#include <QApplication>
#include <QFontInfo>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

#include <optional>

using namespace weightless;
using namespace weightless::ui;

class WindowLayoutTest : public WindowTest {
    Q_OBJECT

private slots:
    void init() { applyAppearance(Appearance::Light); }

    void theFontComesAlong()
    {
        QCOMPARE(QFontInfo(QApplication::font()).family(), QStringLiteral("Inter"));
        const QFontMetrics metrics(QApplication::font());
        for (const QChar digit : QStringLiteral("023456789"))
            QCOMPARE(metrics.horizontalAdvance(digit), metrics.horizontalAdvance(QLatin1Char('1')));
    }

    // A page lies, small, in its hidden dock while another workspace is there: it comes back as it was.
    void pagesComeBackWhereTheyWere()
    {
        MainWindow window(false);
        window.resize(902, 560);
        window.show();
        open(window);
        DockLayout& layout = window.dockLayout();
        layout.enter(Purpose::Load);
        const QScrollArea* page = nullptr;
        for (QWidget* around = window.pages().memory; around && !page; around = around->parentWidget())
            page = qobject_cast<QScrollArea*>(around);
        QVERIFY(page);
        QScrollBar* bar = page->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() >= 40);
        for (const int at : {0, 40}) {
            bar->setValue(at);
            layout.enter(Purpose::Run);
            QTest::qWait(50);
            layout.enter(Purpose::Load);
            QTest::qWait(50);
            QCOMPARE(bar->value(), at);
        }
    }

    void whatIsLastKeepsClearOfTheBorder()
    {
        MainWindow window(false);
        window.resize(1280, 720);
        window.show();
        const auto spare = [&window] {
            const QLabel* memory = testing::named<QLabel>(window, "Memory in use");
            return window.width() - memory->mapTo(&window, memory->contentsRect().topRight()).x();
        };
        QTRY_VERIFY2(spare() >= 8, qPrintable(QString::number(spare())));
        open(window);
        QTRY_VERIFY(spare() > 60); // problems come last
    }

    void everythingHasItsRoom_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("language");
        for (const QString& language :
            {QStringLiteral("en"), QStringLiteral("de"), QStringLiteral("pseudo")}) {
            for (const QSize size : {QSize(1280, 720), QSize(1600, 1000), QSize(2560, 1440)})
                QTest::addRow("%dx%d, %s", size.width(), size.height(), qPrintable(language))
                    << size << language;
        }
    }
    void everythingHasItsRoom()
    {
        QFETCH(QSize, size);
        QFETCH(QString, language);
        PseudoTranslator pseudo;
        std::optional<Translations> translations;
        if (language == QLatin1String("pseudo"))
            QCoreApplication::installTranslator(&pseudo);
        else
            translations.emplace(QLocale(language));
        {
            QStringList faults;
            MainWindow window(false);
            window.resize(size);
            window.show();
            window.pages().start->setRecentFiles({{m_model, 123'456'789, QDateTime::currentDateTime()},
                {QStringLiteral("/nowhere/a-model-with-a-rather-long-name.onnx"), -1, {}}});
            check(window, "start page", faults);
            window.pages().start->setOpening(QStringLiteral("a-model-with-a-rather-long-name.onnx"));
            check(window, "start page while opening", faults);
            window.openModel(m_model);
            QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() && window.isSettled(), 60'000);
            window.notices().post({.id = QStringLiteral("x"),
                .icon = QStringLiteral("warning"),
                .text = QString(200, QLatin1Char('m')),
                .actionText = tr("Do something about it"),
                .run = [] {}});
            for (const Workspace& workspace : workspaces()) {
                window.dockLayout().enter(workspace.purpose);
                check(window, qPrintable(workspace.id), faults);
            }
            QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
            QCOMPARE(window.size(), size); // nothing has widened it
        }
        QCoreApplication::removeTranslator(&pseudo);
    }

    // What is pressed twice must not move in between.
    void theHeaderStandsStill()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        window.resize(1280, 720);
        window.show();
        window.openModel(m_model);
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() && window.isSettled(), 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Hollow, 60'000);
        QPushButton& primary = window.header().primaryButton();
        const auto place = [&] { return QRect(primary.mapTo(&window, QPoint()), primary.size()); };
        QTest::qWait(20);
        const QRect before = place();
        const QString load = primary.text();
        primary.click();
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Ready, 60'000);
        QTest::qWait(20);
        QVERIFY(primary.text() != load);
        QCOMPARE(place(), before);
        for (const QString& text : PrimaryAction::texts()) {
            primary.setText(text);
            QTest::qWait(1);
            QCOMPARE(place(), before);
            QVERIFY(primary.sizeHint().width() <= primary.width());
        }
    }

private:
    // All that is wrong is told at once.
    static void check(MainWindow& window, const char* where, QStringList& faults)
    {
        QTest::qWait(30);
        for (const QString& fault : faultsOf(window))
            faults.append(QString::fromLatin1(where) + QStringLiteral(": ") + fault);
    }
};

// With --double everything is drawn at 200 %.
int main(int argc, char** argv)
{
    if (argc > 1 && qstrcmp(argv[argc - 1], "--double") == 0) {
        qputenv("QT_SCALE_FACTOR", "2");
        --argc;
    }
    QApplication application(argc, argv);
    WindowLayoutTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_windowlayout.moc"
