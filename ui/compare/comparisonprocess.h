// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparisonresult.h"

#include <QProcess>
#include <QTemporaryDir>

#include <map>
#include <optional>
#include <string>

namespace weightless::ui {

struct ComparisonRequest {
    QString model; // as it may be shown
    QString secretAddress; // of a model on a server: what it is opened with
    std::optional<int> device;
    std::map<std::string, int64_t> freeDimensions;
    bool withOnnxRuntime = false; // if it is installed
};

// Runs `weightless-cli compare`, which loads the model in each mode in a process of its own: what the window
// holds itself would be in the way of a fair figure.
class ComparisonProcess : public QObject {
    Q_OBJECT

public:
    explicit ComparisonProcess(QObject* parent = nullptr);
    ~ComparisonProcess() override; // ends what runs

    void start(const ComparisonRequest& request);
    // cancelled() follows.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }

    // The page and the samples of the last comparison, as files; they live as long as this object.
    [[nodiscard]] QString htmlFile() const { return m_folder.filePath(QStringLiteral("comparison.html")); }
    [[nodiscard]] QString csvFile() const { return m_folder.filePath(QStringLiteral("comparison.csv")); }

    // The command line tool beside this program, or in PATH; empty when there is none.
    [[nodiscard]] static QString toolPath();

signals:
    void finished(const weightless::ui::ComparisonResult& result);
    void failed(const QString& message);
    void cancelled();

private:
    void onEnded(int exitCode, QProcess::ExitStatus status);

    QTemporaryDir m_folder;
    QProcess m_process;
    bool m_isCancelled = false;
};

} // namespace weightless::ui
