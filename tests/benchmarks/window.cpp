// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/memory/processmemory.h"
#include "tests/benchmarks/manynodes.h"
#include "tests/widgets/eventloopwatchdog.h"
#include "ui/pages/graphpage.h"
#include "ui/style/fonts.h"
#include "ui/style/windowstyle.h"
#include "ui/window/mainwindow.h"
#include "widgets/graph/graphview.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <QTimer>

#include <cstdio>
#include <functional>
#include <optional>

// bench_window MODEL [--run] [--graph-only]: how soon the window is painted and what it takes, how soon a
// model's graph can be read, and the longest time in which the window answered no input, for each thing a
// user does. MODEL may be "nodes:50000": such a model is written to the current folder first. Use
// QT_QPA_PLATFORM=offscreen where there is no display, and a warm start: run it twice.

using namespace weightless;
using namespace weightless::ui;

namespace {

double megabytes()
{
    return static_cast<double>(processMemory().residentBytes()) / 1e6;
}

// When a widget was painted for the first time since it was told to wait.
class PaintClock : public QObject {
public:
    explicit PaintClock(QWidget& widget)
        : m_widget(widget)
    {
        widget.installEventFilter(this);
    }
    void await()
    {
        m_isPainted = false;
        m_widget.update();
    }
    [[nodiscard]] bool isPainted() const { return m_isPainted; }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        m_isPainted = m_isPainted || event->type() == QEvent::Paint;
        return false;
    }

private:
    QWidget& m_widget;
    bool m_isPainted = false;
};

// Does `begin`, lets the window live until `isDone`, and prints the gaps.
void measure(const char* what, const std::function<void()>& begin, const std::function<bool()>& isDone)
{
    widgets::EventLoopWatchdog watchdog;
    QElapsedTimer timer;
    timer.start();
    watchdog.start();
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (isDone())
            loop.quit();
    });
    poll.start(20);
    QMetaObject::invokeMethod(&loop, begin, Qt::QueuedConnection);
    loop.exec();
    watchdog.stop();
    std::printf("%-24s %8.2f s   longest gap %6.1f ms   99 %% of gaps below %5.1f ms\n", what,
        static_cast<double>(timer.elapsed()) / 1000, watchdog.largestGapMs(), watchdog.gapPercentileMs(0.99));
    std::fflush(stdout);
}

// From nothing to the start page.
void measureStart(const QElapsedTimer& sinceStart, MainWindow& window)
{
    PaintClock clock(window);
    window.show();
    while (!clock.isPainted())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    std::printf("%-24s %8.2f s\n", "window painted", static_cast<double>(sinceStart.elapsed()) / 1000);
    measure(
        "devices listed", [] {}, [&] { return !window.controller().devices()->devices.empty(); });
    QElapsedTimer idle;
    idle.start();
    measure(
        "idle", [] {}, [&] { return idle.elapsed() > 1500; });
    std::printf("%-24s %8.0f MB\n", "memory when idle", megabytes());
}

// Until the graph is laid out and painted, at the size of text.
void measureOpening(MainWindow& window, const QString& path)
{
    widgets::GraphView& view = window.pages().graph->view();
    std::optional<PaintClock> clock;
    QElapsedTimer timer;
    timer.start();
    double readable = 0;
    QObject::connect(&view, &widgets::GraphView::layoutFinished, &view, [&] {
        if (!clock)
            clock.emplace(*view.viewport()).await();
    });
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &poll, [&] {
        if (clock && clock->isPainted() && readable == 0)
            readable = static_cast<double>(timer.nsecsElapsed()) * 1e-9;
    });
    poll.start(1);
    measure(
        "open, and plan", [&] { window.openModel(path); },
        [&] { return readable > 0 && window.controller().document() != nullptr && window.isSettled(); });
    std::printf("%-24s %8.2f s   at zoom %.2f\n", "graph readable", readable, view.zoom());
    QElapsedTimer still; // what was needed for a moment is given back
    still.start();
    measure(
        "a moment later", [] {}, [&] { return still.elapsed() > 300; });
    std::printf("%-24s %8.0f MB\n", "memory with the graph", megabytes());
    QObject::disconnect(&view, &widgets::GraphView::layoutFinished, &view, nullptr);
    std::fflush(stdout);
}

QString modelOf(const QString& argument)
{
    if (!argument.startsWith(QLatin1String("nodes:")))
        return argument;
    const int nodes = argument.mid(6).toInt();
    const QString path = QStringLiteral("nodes%1.onnx").arg(nodes);
    if (!QFileInfo::exists(path))
        bench::writeManyNodes(path.toStdString(), nodes);
    return path;
}

} // namespace

int main(int argc, char** argv)
{
    QElapsedTimer sinceStart;
    sinceStart.start();
    const QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2) {
        std::fputs("usage: bench_window MODEL|nodes:N [--run] [--graph-only]\n", stderr);
        return 2;
    }
    const QString model = modelOf(arguments[1]);
    QApplication::setStyle(new WindowStyle); // the application owns it
    installFonts();
    if (model == arguments[1])
        std::printf("%-24s %8.2f s\n", "application made", static_cast<double>(sinceStart.elapsed()) / 1000);
    else
        sinceStart.restart(); // without the time that writing the model took
    MainWindow window(false);
    window.resize(1600, 1000);
    measureStart(sinceStart, window);
    EngineController& controller = window.controller();
    measureOpening(window, model);
    if (arguments.contains(QStringLiteral("--graph-only")))
        return 0;
    for (const LoadMode mode : {LoadMode::ZeroCopy, LoadMode::Streamed, LoadMode::Conventional}) {
        if (!controller.canLoad()) {
            controller.unload();
            measure(
                "unload", [] {}, [&] { return controller.canLoad(); });
        }
        const std::string name = "load, " + std::string(weightless::toString(mode));
        measure(
            name.c_str(), [&] { window.startLoad(mode); },
            [&] { return controller.state() == EngineState::Ready; });
    }
    if (arguments.contains(QStringLiteral("--run"))) {
        measure(
            "run", [&] { window.dispatch(); },
            [&] { return controller.state() == EngineState::Ready && controller.runResult() != nullptr; });
    }
    return 0;
}
