// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/generate/pipelineplace.h"

#include <QDialog>
#include <optional>

namespace weightless::ui {

class GeneratePage;
class RememberedForms;
struct Problem;

// The Generate page in a window of its own, which goes when it is closed.
class GenerateDialog : public QDialog {
    Q_OBJECT

public:
    // `remembered` as of GeneratePage.
    GenerateDialog(
        const PipelinePlace& place, std::optional<int> device, RememberedForms* remembered, QWidget* parent);

    [[nodiscard]] GeneratePage& page() const { return *m_page; }

    // Escape and the window's own button, which QDialog::closeEvent() brings here, ask first while a picture
    // is made, or one is in no file.
    void reject() override;
    // Whether all of them that go with a window may go: each that has one to lose asks.
    [[nodiscard]] static bool mayGoWith(const QWidget& window);

signals:
    void reported(const weightless::ui::Problem& problem);

private:
    [[nodiscard]] bool mayGo();
    [[nodiscard]] bool mayLosePictures();

    GeneratePage* m_page;
};

} // namespace weightless::ui
