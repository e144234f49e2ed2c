// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QObject>

#include <functional>
#include <vector>

class QMenu;

namespace weightless::ui {

// One thing that a user can ask the window for, wherever it is shown.
struct ActionSpec {
    QString id; // "load.start": the QAction's objectName
    QString text;
    QKeySequence shortcut = {};
    QString icon = {}; // of resources/icons
    std::function<void()> run;
    std::function<bool()> isEnabled = {}; // none: always
    std::function<bool()> isChecked = {}; // none: it cannot be checked
    std::function<QString()> currentText = {}; // of an action whose text follows the state
    QAction::MenuRole role = QAction::NoRole;
};

// A menu as the ids of what stands in it. "-" is a separator; a menu is filled where its own id stands.
struct MenuSpec {
    QString id;
    QString title;
    std::vector<QString> entries;
};

// The actions of a window by id. Menus, and whatever else shows actions, are made of them.
class ActionRegistry : public QObject {
    Q_OBJECT

public:
    explicit ActionRegistry(QWidget& window);

    void add(std::vector<ActionSpec> specs);
    [[nodiscard]] QAction* action(const QString& id) const;
    // Menus that another menu's entries name come first.
    QMenu* addMenu(const MenuSpec& spec);

public slots:
    // Asks every action's rules again.
    void update();

protected:
    // A field that has the keyboard would keep Ctrl+U, Ctrl+E and their like for itself.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool isShortcut(const QKeySequence& keys) const;

    struct Entry {
        ActionSpec spec;
        QAction* action;
    };

    QWidget& m_window;
    std::vector<Entry> m_entries;
    QHash<QString, QMenu*> m_menus;
};

} // namespace weightless::ui
