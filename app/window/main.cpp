// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/version/version.h"
#include "app/window/platform/console.h"
#include "engine/base/outputsystem.h"
#include "engine/base/standardstreams.h"
#include "engine/base/version.h"
#include "ui/language/languages.h"
#include "ui/models/problemmodel.h"
#include "ui/pages/problemspage.h"
#include "ui/preferences/preferences.h"
#include "ui/style/appearance.h"
#include "ui/style/fonts.h"
#include "ui/style/windowstyle.h"
#include "ui/window/icons.h"
#include "ui/window/launchoptions.h"
#include "ui/window/mainwindow.h"
#include "ui/window/scriptrunner.h"

#include <QApplication>
#include <QSettings>
#include <QTimer>

#include <cstdio>
#include <cstring>

using namespace weightless::ui;

namespace {

void nameApplication()
{
    QCoreApplication::setOrganizationName(QStringLiteral("Weightless"));
    QCoreApplication::setApplicationName(QStringLiteral("weightless"));
    QCoreApplication::setApplicationVersion(QString::fromUtf8(weightless::version().data()));
}

void print(std::FILE* stream, const QString& text)
{
    const QByteArray bytes = text.toLocal8Bit();
    std::fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), stream);
}

QString versionText()
{
    auto libraries = weightless::libraryVersions();
    libraries.insert(libraries.begin(), {"Qt", qVersion()});
    return QString::fromStdString(weightless::versionText("weightless", libraries));
}

// --help and --version need no display.
bool printsAndQuits(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    const LaunchOptions options = LaunchParser::parse(QCoreApplication::arguments());
    if (options.showsHelp)
        print(stdout, LaunchParser::helpText());
    else if (options.showsVersion)
        print(stdout, versionText());
    return options.showsHelp || options.showsVersion;
}

// A script has nobody who reads the Problems page.
void printProblems(MainWindow& window)
{
    print(stderr, window.pages().problems->model().toText({}));
}

int runWindow(const LaunchOptions& options)
{
    MainWindow window(!options.isScripted());
    if (options.appearance)
        window.useAppearance(*options.appearance);
    else
        window.setAppearance(window.appearance());
    ScriptRunner script(window, options);
    QObject::connect(&script, &ScriptRunner::finished, &window, [&](bool isOk) {
        if (!options.quits)
            return;
        printProblems(window);
        QCoreApplication::exit(isOk ? 0 : 1);
    });
    window.show();
    QTimer::singleShot(0, &script, &ScriptRunner::start);
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    weightless::occupyStandardStreams();
    weightless::makeFileSizeLimitsErrors();
    weightless::joinConsoleOfParent();
    nameApplication();
    for (int i = 1; i < argc; ++i) {
        const bool asks = std::strcmp(argv[i], "--help") == 0 || std::strcmp(argv[i], "-h") == 0
            || std::strcmp(argv[i], "--version") == 0 || std::strcmp(argv[i], "-v") == 0;
        if (asks && printsAndQuits(argc, argv))
            return 0;
    }

    QApplication application(argc, argv);
    QApplication::setStyle(new WindowStyle); // the application owns it
    installFonts();
    QGuiApplication::setDesktopFileName(QStringLiteral("org.weightless.Weightless"));
    // A script does the same every time, whatever was chosen.
    if (!LaunchParser::parse(QCoreApplication::arguments()).isScripted())
        useLanguage(Preferences::read(QSettings()).language);
    const Translations translations;
    const LaunchOptions options = LaunchParser::parse(QCoreApplication::arguments());
    if (!options.error.isEmpty()) {
        print(stderr, QStringLiteral("weightless: error: %1\n").arg(options.error));
        return 2;
    }
    return runWindow(options);
}
