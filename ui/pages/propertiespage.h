// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/onnx/operatordocs.h"
#include "ui/document/modeldocument.h"

#include <QFutureWatcher>
#include <QHash>
#include <QWidget>

#include <optional>

class QTextBrowser;
class QUrl;

namespace weightless::ui {

class Selection;
struct SelectedItem;

// What is known of the selected node, tensor or scope, and of the model while nothing is selected. ONNX's
// documentation is looked up on another thread: its first use registers all operators.
class PropertiesPage : public QWidget {
    Q_OBJECT

public:
    explicit PropertiesPage(Selection& selection, QWidget* parent = nullptr);
    ~PropertiesPage() override;

    void setDocument(ModelDocumentPtr document);
    // Shapes that planning inferred, by value name.
    void setValueShapes(const QHash<QString, QString>& shapes);
    [[nodiscard]] QString text() const;

private:
    void show(const SelectedItem& item);
    void askForDocs(int node);
    void appendDocs(const onnx_io::OperatorDocs& docs);
    void follow(const QUrl& url);

    using Docs = std::optional<onnx_io::OperatorDocs>;

    Selection& m_selection;
    QTextBrowser* m_browser;
    ModelDocumentPtr m_document;
    QHash<QString, QString> m_shapes;
    QHash<QString, Docs> m_docs; // by domain and operator
    QFutureWatcher<Docs> m_watcher;
    QString m_askedKey; // what m_watcher looks up
    QString m_shownKey; // operator that is shown; empty when none is
};

} // namespace weightless::ui
