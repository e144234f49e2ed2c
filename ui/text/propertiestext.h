// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/onnx/operatordocs.h"
#include "ui/document/modeldocument.h"
#include "ui/document/selection.h"

#include <QCoreApplication>

namespace weightless::ui {

// The Properties page as rich text. Links: "node:N", "tensor:N", "scope:PATH".
class PropertiesText {
    Q_DECLARE_TR_FUNCTIONS(PropertiesText)

public:
    static QString model(const ModelDocument& document);
    // `shapes` are those that planning inferred, by value name; the file's own stand in for what is missing.
    static QString node(const ModelDocument& document, int node, const QHash<QString, QString>& shapes);
    static QString tensor(const ModelDocument& document, int tensor);
    static QString scope(const ModelDocument& document, const QString& path);
    // Markdown, as ONNX's documentation is.
    static QString documentation(const onnx_io::OperatorDocs& docs);
};

} // namespace weightless::ui
