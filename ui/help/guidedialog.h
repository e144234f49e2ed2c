// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QTextBrowser;

namespace weightless::ui {

// What the program's own words and curves mean, with a picture in the colours of the palette.
class GuideDialog : public QDialog {
    Q_OBJECT

public:
    explicit GuideDialog(QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();

    QTextBrowser* m_browser;
};

} // namespace weightless::ui
