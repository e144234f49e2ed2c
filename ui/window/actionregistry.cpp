// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actionregistry.h"

#include "ui/window/icons.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QWidget>

#include <algorithm>

namespace weightless::ui {

namespace {

// A shortcut leaves the keyboard where it is, and what is being typed there unread.
void takeTypedNumber()
{
    if (auto* field = qobject_cast<QAbstractSpinBox*>(QApplication::focusWidget()))
        field->interpretText();
}

} // namespace

ActionRegistry::ActionRegistry(QWidget& window)
    : QObject(&window)
    , m_window(window)
{
    QApplication::instance()->installEventFilter(this);
}

void ActionRegistry::add(std::vector<ActionSpec> specs)
{
    for (ActionSpec& spec : specs) {
        auto* action = new QAction(spec.text, &m_window);
        action->setObjectName(spec.id);
        action->setShortcut(spec.shortcut);
        action->setMenuRole(spec.role);
        action->setCheckable(static_cast<bool>(spec.isChecked));
        if (!spec.icon.isEmpty())
            action->setIcon(icon(spec.icon));
        connect(action, &QAction::triggered, this, [this, run = spec.run, isEnabled = spec.isEnabled] {
            takeTypedNumber();
            if (!isEnabled || isEnabled()) // still: a size that was typed has another plan made first
                run();
            update();
        });
        // In the window too: an action that stands in no menu has its shortcut all the same.
        m_window.addAction(action);
        m_entries.push_back({std::move(spec), action});
    }
    update();
}

QAction* ActionRegistry::action(const QString& id) const
{
    const auto found = std::find_if(
        m_entries.begin(), m_entries.end(), [&id](const Entry& entry) { return entry.spec.id == id; });
    return found == m_entries.end() ? nullptr : found->action;
}

QMenu* ActionRegistry::addMenu(const MenuSpec& spec)
{
    auto* menu = new QMenu(spec.title, &m_window);
    menu->setObjectName(spec.id);
    connect(menu, &QMenu::aboutToShow, this, &ActionRegistry::update);
    m_menus.insert(spec.id, menu);
    for (const QString& id : spec.entries) {
        if (id == QLatin1String("-"))
            menu->addSeparator();
        else if (QMenu* inner = m_menus.value(id))
            menu->addMenu(inner);
        else if (QAction* entry = action(id))
            menu->addAction(entry);
        else
            Q_ASSERT_X(false, "ActionRegistry", qPrintable(id));
    }
    return menu;
}

void ActionRegistry::update()
{
    for (const auto& [spec, action] : m_entries) {
        if (spec.isEnabled)
            action->setEnabled(spec.isEnabled());
        if (spec.isChecked)
            action->setChecked(spec.isChecked());
        if (spec.currentText)
            action->setText(spec.currentText());
    }
}

bool ActionRegistry::isShortcut(const QKeySequence& keys) const
{
    return std::any_of(m_entries.begin(), m_entries.end(),
        [&keys](const Entry& entry) { return entry.action->shortcut() == keys; });
}

bool ActionRegistry::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return QObject::eventFilter(watched, event);
    const auto* widget = qobject_cast<const QWidget*>(watched);
    const auto* key = static_cast<const QKeyEvent*>(event);
    if (!widget || widget->window() != &m_window || !isShortcut(QKeySequence(key->keyCombination())))
        return QObject::eventFilter(watched, event);
    event->ignore(); // the shortcut's turn
    return true;
}

} // namespace weightless::ui
