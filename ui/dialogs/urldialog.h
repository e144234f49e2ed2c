// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QLabel;
class QLineEdit;
class QPushButton;

namespace weightless::ui {

// Asks for a model's address on the web. What is none cannot be opened, and is there to be mended.
class UrlDialog : public QDialog {
    Q_OBJECT

public:
    // Begins with the first of them that is an address, selected: typing replaces it.
    explicit UrlDialog(const QStringList& proposals, QWidget* parent = nullptr);

    // What was typed or pasted behind the beginning of another address stands for itself.
    [[nodiscard]] QString address() const;
    [[nodiscard]] QLineEdit& field() { return *m_field; }

private:
    void check();

    QLineEdit* m_field;
    QLabel* m_fault;
    QPushButton* m_open;
};

} // namespace weightless::ui
