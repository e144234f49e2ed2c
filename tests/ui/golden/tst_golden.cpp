// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/needsdevice.h"
#include "tests/ui/golden/goldenpicture.h"
#include "tests/ui/testdocument.h"

#include "tests/datafolder.h"
#include "ui/language/languages.h"
#include "ui/models/inputmodel.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/memorypage.h"
#include "ui/pages/runpage.h"
#include "ui/start/startpage.h"
#include "ui/style/appearance.h"
#include "ui/style/fonts.h"
#include "ui/style/windowstyle.h"
#include "ui/text/modetext.h"
#include "ui/text/text.h"
#include "ui/window/mainwindow.h"
#include "widgets/figure.h"
#include "widgets/graph/graphview.h"
#include "widgets/plot/memoryplot.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QPainter>
#include <QStatusBar>
#include <QTest>

#include <functional>

using namespace weightless;
using namespace weightless::ui;
using widgets::MemorySample;

namespace {

constexpr qint64 mebibyte = 1 << 20;

// A load as it is on most cards: the conventional mode holds everything twice, the streamed one a ring.
std::vector<MemorySample> exampleLoad(bool isConventional)
{
    std::vector<MemorySample> samples;
    constexpr int steps = 100;
    for (int i = 0; i <= steps; ++i) {
        MemorySample sample;
        sample.seconds = i * (isConventional ? 0.042 : 0.016);
        sample.deviceWeightsBytes = isConventional && i < 60 ? 0 : mebibyte * 1640 * i / steps;
        sample.deviceActivationsBytes = 90 * mebibyte;
        sample.stagingBytes = isConventional ? (i < 40 ? 0 : 1640 * mebibyte) : 32 * mebibyte;
        sample.cpuOverheadBytes = !isConventional ? 2 * mebibyte
            : i < steps                           ? 3280 * mebibyte * std::min(i, 50) / 50
                                                  : 0;
        samples.push_back(sample);
    }
    return samples;
}

// What another machine, another driver or another day would draw differently.
bool isMeasured(const QWidget& widget)
{
    const QStringList names {QStringLiteral("What the load will need"), QStringLiteral("Bytes and rate"),
        QStringLiteral("Bytes by path"), QStringLiteral("Memory in use"), QStringLiteral("Device"),
        QStringLiteral("State"), QStringLiteral("State of the model"), QStringLiteral("State of the run")};
    return names.contains(widget.accessibleName()) || widget.inherits("weightless::widgets::CapacityBar")
        || widget.inherits("weightless::widgets::Figure");
}

QImage pictureOf(MainWindow& window)
{
    QImage picture = window.grab().toImage().convertToFormat(QImage::Format_RGB32);
    QPainter painter(&picture);
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || !isMeasured(*widget))
            continue;
        const QRect seen = widget->visibleRegion().boundingRect();
        painter.fillRect(QRect(widget->mapTo(&window, seen.topLeft()), seen.size()), window.palette().mid());
    }
    return picture;
}

} // namespace

// The whole window beside pictures of how it looked when somebody looked: with --write they are made anew,
// and git shows what has changed. What differs lies in the folder golden/ beside the tests.
class GoldenTest : public QObject {
    Q_OBJECT

public:
    int scale = 1;
    bool writes = false;

private slots:
    void initTestCase()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        // Paths are seen in the pictures: they are the same every time.
        m_folder = QDir(QDir::temp().filePath(QStringLiteral("weightless-golden-%1").arg(scale)));
        QVERIFY(m_folder.removeRecursively());
        for (const char* model : {"unet", "mnist"})
            QVERIFY(m_folder.mkpath(QString::fromLatin1(model)));
        QApplication::setStyle(new WindowStyle);
        installFonts();
        applyFontSize(10);
        m_window = std::make_unique<MainWindow>(false);
        m_window->show();
        widgets::GraphDisplay display = m_window->pages().graph->view().display();
        display.animates = false;
        m_window->pages().graph->view().setDisplay(display);
        const QDateTime day(QDate(2026, 3, 14), QTime(15, 9));
        m_window->pages().start->setRecentFiles(
            {{QStringLiteral("https://models.example/sd15/unet/model.onnx"), 1'719'327'936, day},
                {QStringLiteral("https://models.example/resnet50/model.onnx"), 102'400'000,
                    day.addDays(-3)}});
    }

    void cleanupTestCase()
    {
        m_window.reset();
        m_folder.removeRecursively();
    }

    void start_data() { addLooks(); }
    void start() { compare("start"); }

    // From here on with the model, in its states: hollow, loaded, run.
    void explore_data() { addLooks(); }
    void explore()
    {
        if (!m_window->controller().document()) {
            openModel(writeSmallModel(m_folder.filePath(QStringLiteral("unet")), DemoPart::Sd15Unet));
        }
        m_window->dockLayout().enter(Purpose::Explore);
        compare("explore");
    }

    void load_data() { addLooks(); }
    void load()
    {
        EngineController& controller = m_window->controller();
        if (controller.canLoad()) {
            m_window->startLoad(LoadMode::Streamed);
            QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
            settle();
        }
        m_window->dockLayout().enter(Purpose::Load);
        compare("load", [this] { showExampleLoads(); });
    }

    void run_data() { addLooks(); }
    void run()
    {
        EngineController& controller = m_window->controller();
        if (!controller.runResult()) {
            const QString model = m_folder.filePath(QStringLiteral("mnist/model.onnx"));
            const QString input = m_folder.filePath(QStringLiteral("mnist/input.pb"));
            const QString source = QStringLiteral(WEIGHTLESS_TEST_DATA "/models/mnist/");
            QVERIFY(QFile::copy(source + QStringLiteral("model.onnx"), model));
            QVERIFY(QFile::copy(source + QStringLiteral("test_data_set_0/input_0.pb"), input));
            openModel(model);
            m_window->startLoad(LoadMode::Streamed);
            QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
            m_window->pages().run->inputs().setSource(0, {.kind = InputKind::File, .path = toPath(input)});
            QVERIFY(m_window->dispatch());
            QTRY_VERIFY_WITH_TIMEOUT(
                controller.runResult() && controller.state() == EngineState::Ready, 60'000);
            settle();
        }
        m_window->dockLayout().enter(Purpose::Run);
        compare("run");
    }

private:
    void addLooks()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<Appearance>("appearance");
        for (const Appearance appearance : {Appearance::Light, Appearance::Dark}) {
            for (const QSize size : {QSize(1280, 720), QSize(1600, 1000)}) {
                QTest::addRow("%s-%dx%d", qPrintable(toString(appearance)), size.width(), size.height())
                    << size << appearance;
            }
        }
    }

    void openModel(const QString& path)
    {
        m_window->openModel(path);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), EngineState::Hollow, 60'000);
        settle();
    }

    void settle() { QTRY_VERIFY_WITH_TIMEOUT(m_window->isSettled(), 60'000); }

    void showExampleLoads()
    {
        widgets::MemoryPlot& plot = m_window->pages().memory->plot();
        plot.clear();
        for (const LoadMode mode : {LoadMode::Conventional, LoadMode::Streamed})
            plot.addRun(
                ModeText::name(mode), exampleLoad(mode == LoadMode::Conventional), ModeText::look(mode));
        QTRY_COMPARE(plot.drawnCpuPeakBytes(), 2 * mebibyte); // it draws when its timer says so
    }

    // `prepare` sets what must not be measured once more before the picture is taken.
    void compare(const QString& workspace, const std::function<void()>& prepare = {})
    {
        QFETCH(QSize, size);
        QFETCH(Appearance, appearance);
        applyAppearance(appearance);
        m_window->resize(size);
        if (m_window->dockLayout().isEntered())
            m_window->dockLayout().reset();
        QTest::qWait(100);
        settle();
        if (prepare)
            prepare();
        m_window->statusBar()->clearMessage();
        QTest::qWait(100);
        if (QWidget* focused = QApplication::focusWidget())
            focused->clearFocus();
        const QString name = QStringLiteral("%1-%2-%3.png")
                                 .arg(workspace, QString::fromLatin1(QTest::currentDataTag()))
                                 .arg(scale * 100);
        const QString goldenPath = QStringLiteral(WEIGHTLESS_GOLDEN_PICTURES "/") + name;
        const QImage drawn = pictureOf(*m_window);
        if (writes) {
            QVERIFY(testing::withPalette(drawn).save(goldenPath, "PNG", 0));
            return;
        }
        const QImage golden(goldenPath);
        QVERIFY2(!golden.isNull(), qPrintable(goldenPath + QStringLiteral(" is missing")));
        const testing::GoldenDifference difference = testing::differenceOf(drawn, golden, scale);
        if (difference.isTolerable())
            return;
        const QString seen = QDir::current().filePath(QStringLiteral("golden/") + name);
        QDir().mkpath(QStringLiteral("golden"));
        difference.picture.save(seen);
        QFAIL(qPrintable(QStringLiteral("%1 of %2 blocks differ, see %3. If that is how it is to look: "
                                        "cmake --build … --target golden_pictures")
                             .arg(difference.blocks)
                             .arg(difference.allBlocks)
                             .arg(seen)));
    }
    void compare(const char* workspace, const std::function<void()>& prepare = {})
    {
        compare(QString::fromLatin1(workspace), prepare);
    }

    QDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

int main(int argc, char** argv)
{
    GoldenTest test;
    for (; argc > 1; --argc) {
        if (qstrcmp(argv[argc - 1], "--double") == 0)
            test.scale = 2;
        else if (qstrcmp(argv[argc - 1], "--write") == 0)
            test.writes = true;
        else
            break;
    }
    qputenv("QT_SCALE_FACTOR", QByteArray::number(test.scale));
    qputenv("TZ", "UTC");
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QApplication application(argc, argv);
    const Translations english;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_golden.moc"
