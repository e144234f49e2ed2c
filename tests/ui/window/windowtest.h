// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/testdocument.h"
#include "ui/window/mainwindow.h"

#include <QObject>
#include <QString>
#include <QTemporaryDir>

namespace weightless::ui {

// What tests of the whole window derive from: the program's style and fonts, and a small model in a folder.
class WindowTest : public QObject {
    Q_OBJECT

protected:
    void open(MainWindow& window);

    QTemporaryDir m_folder;
    QString m_model;

protected slots: // Qt Test calls it by name
    void initTestCase();
};

} // namespace weightless::ui
