// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/onnx/saver.h"
#include "ui/document/modeldocument.h"

#include <QDialog>

class QComboBox;
class QLabel;

namespace weightless::ui {

// How a copy of the model is saved: where the weights go, as which type, in files of which size.
class SaveDialog : public QDialog {
    Q_OBJECT

public:
    explicit SaveDialog(ModelDocumentPtr document, QWidget* parent = nullptr);

    [[nodiscard]] onnx_io::SaveOptions options() const;

private:
    void addTypes();
    void update();

    ModelDocumentPtr m_document;
    QComboBox* m_layout;
    QComboBox* m_weights;
    QComboBox* m_shards;
    QLabel* m_hint;
};

} // namespace weightless::ui
