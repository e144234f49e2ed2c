// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/eventloopwatchdog.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <cstdio>
#include <functional>

// bench_window MODEL [--run]: the longest time in which the window answered no input, for each thing a user
// does. Use QT_QPA_PLATFORM=offscreen where there is no display.

using namespace weightless;
using namespace weightless::ui;

namespace {

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

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2) {
        std::fputs("usage: bench_window MODEL [--run]\n", stderr);
        return 2;
    }
    MainWindow window(false);
    window.show();
    EngineController& controller = window.controller();
    measure(
        "start", [] {}, [&] { return !controller.devices()->devices.empty(); });
    measure(
        "open", [&] { window.openModel(arguments[1]); },
        [&] { return controller.document() != nullptr && window.isSettled(); });
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
