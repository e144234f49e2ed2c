// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/mnemonics.h"

#include <QAbstractButton>
#include <QAction>
#include <QGroupBox>
#include <QKeySequence>
#include <QLabel>
#include <QMainWindow>
#include <QMenuBar>
#include <QTabBar>

namespace weightless::ui {

namespace {

QStringList textsOf(const QWidget& window)
{
    QStringList texts;
    if (const auto* main = qobject_cast<const QMainWindow*>(&window)) {
        for (const QAction* action : main->menuBar()->actions())
            texts.append(action->text());
    }
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (widget->window() != &window)
            continue;
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            texts.append(button->text());
        else if (const auto* box = qobject_cast<const QGroupBox*>(widget))
            texts.append(box->title());
        else if (const auto* label = qobject_cast<const QLabel*>(widget); label && label->buddy())
            texts.append(label->text());
        else if (const auto* tabs = qobject_cast<const QTabBar*>(widget))
            for (int i = 0; i < tabs->count(); ++i)
                texts.append(tabs->tabText(i));
    }
    return texts;
}

} // namespace

Mnemonics mnemonicsOf(const QWidget& window)
{
    Mnemonics result;
    for (const QString& text : textsOf(window)) {
        const QString keys = QKeySequence::mnemonic(text).toString();
        if (keys.isEmpty())
            continue;
        if (result.textOfKeys.contains(keys))
            result.clash +=
                QStringLiteral("%1: '%2' and '%3'\n").arg(keys, result.textOfKeys.value(keys), text);
        result.textOfKeys.insert(keys, text);
    }
    return result;
}

} // namespace weightless::ui
