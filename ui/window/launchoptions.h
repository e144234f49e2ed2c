// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/budget/budgetsize.h"
#include "engine/constants/loadoptions.h"
#include "engine/inputs/inputsource.h"
#include "ui/style/appearance.h"
#include "ui/window/workspace.h"

#include <QCommandLineOption>
#include <QCoreApplication>
#include <QList>
#include <QSize>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace weightless::ui {

// weightless [MODEL] [--device N] [--mode M] … : what a command line asks of the window.
struct LaunchOptions {
    QString model;
    std::optional<int> device;
    std::vector<LoadMode> modes; // more than one: loaded in turn, unloaded in between
    std::map<std::string, int64_t> freeDimensions;
    std::optional<DataType> weightsType; // that weights are loaded as
    BudgetSize deviceBudget; // of copied weights
    bool loads = false;
    bool runs = false;
    std::map<std::string, InputSource> inputs; // of the run; the others are random
    std::optional<ImageRange> imageRange; // of the pictures among them, where it was named
    QString graphFile; // where the graph goes
    QString screenshot;
    bool quits = false;
    std::optional<Appearance> appearance;
    std::optional<Purpose> workspace; // shown at the end
    bool showsProfile = false; // of that workspace's results
    QSize size; // of the window; empty: as it comes

    bool showsHelp = false;
    bool showsVersion = false;
    QString error; // wrong usage, in one line; empty when all is well

    // A script drives the window: settings are neither read nor written, so that it does the same every time.
    [[nodiscard]] bool isScripted() const { return quits || !screenshot.isEmpty() || !graphFile.isEmpty(); }
};

class LaunchParser {
    Q_DECLARE_TR_FUNCTIONS(LaunchParser)

public:
    // `arguments` begins with the program's name. Needs a QCoreApplication.
    static LaunchOptions parse(const QStringList& arguments);
    static QString helpText();
    // What it is made of, for the manual page.
    static QString description();
    static QList<QCommandLineOption> options();
};

} // namespace weightless::ui
