// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirunner.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

namespace weightless::test {

namespace {

constexpr int timeoutMs = 120'000;

CliResult finish(QProcess& process)
{
    CliResult result;
    if (!process.waitForFinished(timeoutMs)) {
        qWarning("weightless-cli did not end");
        process.kill();
        process.waitForFinished();
        return result;
    }
    result.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    const auto lines = [](const QByteArray& text) {
        return QString::fromUtf8(text).replace(QLatin1String("\r\n"), QLatin1String("\n")); // Windows'
    };
    result.output = lines(process.readAllStandardOutput());
    result.errors = lines(process.readAllStandardError());
    return result;
}

// Before the program has said what an interrupt does, it would end by it: under a sanitizer and with the
// processors taken that is longer than any delay. What cannot be seen is taken for done.
bool catches(int signal, qint64 process)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly)) {
        return true;
    }
    const QByteArray text = status.readAll();
    const QByteArray label = "SigCgt:";
    const qsizetype begin = text.indexOf(label);
    if (begin < 0) {
        return true;
    }
    const qsizetype digits = begin + label.size();
    const quint64 caught =
        text.mid(digits, text.indexOf('\n', digits) - digits).trimmed().toULongLong(nullptr, 16);
    return (caught >> (signal - 1) & 1) != 0;
}

} // namespace

QString cliPath()
{
    return QStringLiteral(WEIGHTLESS_CLI);
}

QJsonValue CliResult::json() const
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(output.toUtf8(), &error);
    if (!document.isObject()) {
        qWarning().noquote() << "no JSON object:" << error.errorString() << output << errors;
    }
    return document.isObject() ? document.object() : QJsonValue();
}

bool CliResult::hasOneErrorLine() const
{
    int errorCount = 0;
    for (const QString& line : errors.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const bool isAside = line.startsWith(QLatin1String("weightless-cli: note: "))
            || line.startsWith(QLatin1String("weightless-cli: warning: "));
        if (!isAside) {
            errorCount += line.startsWith(QLatin1String("weightless-cli: error: ")) ? 1 : 100;
        }
    }
    if (errorCount != 1) {
        qWarning().noquote() << "expected one error line:" << errors;
    }
    return errorCount == 1 && errors.endsWith(QLatin1Char('\n'));
}

CliResult runCli(const QStringList& arguments)
{
    QProcess process;
    process.start(cliPath(), arguments);
    return finish(process);
}

CliResult interruptCli(const QStringList& arguments, int delayMs, [[maybe_unused]] int signal)
{
    QProcess process;
#ifndef Q_OS_WIN
    // A shell that runs the tests in the background has its children ignore interrupts, and nohup SIGHUP.
    process.setChildProcessModifier([signal] { std::signal(signal, SIG_DFL); });
#endif
    process.start(cliPath(), arguments);
    const bool isStarted = process.waitForStarted();
    QElapsedTimer waiting;
    waiting.start();
    while (isStarted && !catches(signal, process.processId()) && waiting.elapsed() < 30'000) {
        QTest::qSleep(10);
    }
    if (!isStarted || process.waitForFinished(delayMs)) {
        qWarning().noquote() << "ended before it was interrupted:" << process.readAllStandardError();
        return {};
    }
#ifndef Q_OS_WIN
    ::kill(static_cast<pid_t>(process.processId()), signal);
#endif
    return finish(process);
}

bool hasDevice()
{
    const CliResult result = runCli({QStringLiteral("devices"), QStringLiteral("--json")});
    const QJsonArray devices =
        QJsonDocument::fromJson(result.output.toUtf8()).object()[QStringLiteral("devices")].toArray();
    return result.exitCode == 0 && !devices.isEmpty()
        && devices[0].toObject()[QStringLiteral("usable")].toBool();
}

} // namespace weightless::test
