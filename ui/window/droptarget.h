// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMimeData;

namespace weightless::ui {

// Lets a window be dropped on: one file, folder or web address at a time.
class DropTarget : public QObject {
    Q_OBJECT

public:
    explicit DropTarget(QWidget& window);

    // The one file, folder or web address of what is dropped; empty for what cannot be opened.
    [[nodiscard]] static QString pathOf(const QMimeData& data);

signals:
    void hovered(bool isOver); // by something that can be dropped
    void dropped(const QString& path); // or a web address

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace weightless::ui
