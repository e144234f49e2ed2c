// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparisonprocess.h"

#include "ui/text/text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QTimer>

namespace weightless::ui {

namespace {

constexpr int graceMs = 3000; // to end by itself after it was asked to

// The tool's own message, without its prefix.
QString messageOf(const QString& errors, int exitCode)
{
    const QString prefix = QStringLiteral("weightless-cli: error: ");
    const qsizetype begin = errors.lastIndexOf(prefix);
    if (begin < 0)
        return ComparisonProcess::tr("weightless-cli ended with exit code %1").arg(exitCode);
    return errors.mid(begin + prefix.size()).section(QLatin1Char('\n'), 0, 0);
}

} // namespace

ComparisonProcess::ComparisonProcess(QObject* parent)
    : QObject(parent)
{
    connect(&m_process, &QProcess::finished, this, &ComparisonProcess::onEnded);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            emit failed(tr("weightless-cli cannot be started: %1").arg(m_process.errorString()));
    });
}

ComparisonProcess::~ComparisonProcess()
{
    m_process.disconnect(this);
    if (!isRunning())
        return;
    m_process.terminate();
    if (!m_process.waitForFinished(graceMs))
        m_process.kill();
    m_process.waitForFinished(graceMs);
}

QString ComparisonProcess::toolPath()
{
    const QString name = QStringLiteral("weightless-cli");
    const QString beside = QStandardPaths::findExecutable(name, {QCoreApplication::applicationDirPath()});
    return beside.isEmpty() ? QStandardPaths::findExecutable(name) : beside;
}

void ComparisonProcess::start(const ComparisonRequest& request)
{
    if (isRunning())
        return;
    const QString tool = toolPath();
    if (tool.isEmpty()) {
        emit failed(tr("weightless-cli was not found beside this program or in PATH: comparing needs it, "
                       "because each load runs in a process of its own"));
        return;
    }
    m_isCancelled = false;
    QStringList words {QStringLiteral("compare"), QStringLiteral("--json"), QStringLiteral("--curves"),
        QStringLiteral("--html"), htmlFile(), QStringLiteral("--csv"), csvFile()};
    if (request.device)
        words << QStringLiteral("--device") << QString::number(*request.device);
    for (const auto& [name, size] : request.freeDimensions)
        words << QStringLiteral("--dim") << fromUtf8(name) + QLatin1Char('=') + QString::number(size);
    if (request.withOnnxRuntime)
        words << QStringLiteral("--onnxruntime") << QStringLiteral("auto");
    words << QStringLiteral("--") << request.model;
    // Every user of the machine may read a command line; its environment is read by this user only.
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!request.secretAddress.isEmpty())
        environment.insert(QStringLiteral("WEIGHTLESS_ADDRESS"), request.secretAddress);
    m_process.setProcessEnvironment(environment);
    m_process.start(tool, words, QIODevice::ReadOnly);
}

void ComparisonProcess::cancel()
{
    m_isCancelled = true;
    m_process.terminate();
    // Console programs on Windows do not hear it.
    QTimer::singleShot(graceMs, &m_process, [this] {
        if (m_isCancelled)
            m_process.kill();
    });
}

void ComparisonProcess::onEnded(int exitCode, QProcess::ExitStatus status)
{
    const QByteArray output = m_process.readAllStandardOutput();
    const QString errors = QString::fromUtf8(m_process.readAllStandardError());
    if (m_isCancelled) {
        emit cancelled();
        return;
    }
    const auto result =
        status == QProcess::NormalExit && exitCode == 0 ? parseComparison(output) : std::nullopt;
    if (result)
        emit finished(*result);
    else
        emit failed(messageOf(errors, exitCode));
}

} // namespace weightless::ui
