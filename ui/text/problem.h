// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QString>

namespace weightless::ui {

enum class Severity { Information, Warning, Error };

// What the program was doing when something went wrong.
enum class Task {
    General,
    ListDevices,
    Open,
    Build,
    Load,
    Unload,
    Run,
    Generate,
    Save,
    SaveModel,
    WriteDemo
};

// One entry of the Problems page: what happened, and what the user can do about it.
struct Problem {
    Severity severity = Severity::Error;
    Task task = Task::General;
    ErrorKind kind = ErrorKind::Internal;
    QString message; // names the thing, expected and actual
    QString advice; // what to do; may be empty
    bool needsPlan = false; // the graph there is cannot run, another plan of it can
    bool losesOutputs = false; // of the run before, that were left on the device
    bool losesInputs = false; // of the run before
    QDateTime when = QDateTime::currentDateTime();
};

// Texts of a problem, translated.
class ProblemText {
    Q_DECLARE_TR_FUNCTIONS(ProblemText)

public:
    static QString severity(Severity severity);
    static QString task(Task task);
    static QString whole(const Problem& problem); // the message, and the advice in a line below it
    // What to do about an error of this kind in this task.
    static QString advice(Task task, ErrorKind kind);
    static QString fixedModelAdvice(); // of a model that cannot be planned and has no free dimensions
    static QString deviceAdvice(ErrorKind kind); // where the device is what failed, before any model's plan
    static QString weightsTypeAdvice(); // for a plan with weights of another type than the model has
    static QString webAdvice(); // of a model on a server that cannot be opened
    static QString serverAdvice(); // of one that is open, when its server does not answer any more
    static QString inputsAreOfOtherRun(); // why a value of the run that is shown cannot be computed
};

[[nodiscard]] Problem problemOf(Task task, const Error& error);
[[nodiscard]] Problem warningOf(Task task, const QString& message, const QString& advice = {});
[[nodiscard]] Problem noteOf(Task task, const QString& message);

} // namespace weightless::ui
