// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/modeldocument.h"

#include <QAbstractTableModel>
#include <QHash>

#include <optional>
#include <vector>

class QSettings;

namespace weightless::ui {

// Nodes of the open model that the user marked, each with a note, in the order of the graph. Those of the
// models before are kept by path. A node is known by its name, so that bookmarks stay when a model is
// exported anew; those whose node has gone are kept, and not shown.
class BookmarkModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { NodeColumn, OperatorColumn, NoteColumn, ColumnCount };
    static constexpr int mostModels = 100; // whose bookmarks are kept
    static constexpr int mostBookmarks = 1'000; // of one model

    explicit BookmarkModel(QObject* parent = nullptr);

    void setDocument(ModelDocumentPtr document);
    // Marks a node, or takes its mark and note away.
    void toggle(int node);
    [[nodiscard]] bool isMarked(int node) const { return rowOf(node) >= 0; }
    [[nodiscard]] int nodeAt(int row) const { return m_nodes[static_cast<size_t>(row)]; }
    [[nodiscard]] int rowOf(int node) const;
    [[nodiscard]] const std::vector<int>& nodes() const { return m_nodes; } // ascending
    void setNote(int node, const QString& note); // of a marked one

    void restore(QSettings& settings);
    // What was changed since the last time, on top of what other windows have saved.
    void save(QSettings& settings);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void changed(); // by the user

private:
    using Notes = QHash<QString, QString>; // by name of the node

    struct Edit {
        QString model; // its path
        QString node;
        std::optional<QString> note; // none: the mark was taken away
    };

    [[nodiscard]] QString nameOf(int node) const;
    [[nodiscard]] QString modelPath() const;
    [[nodiscard]] Notes& notes() { return m_notes[modelPath()]; }
    [[nodiscard]] std::vector<int> markedNodes() const;
    void apply(const Edit& edit);
    void read(QSettings& settings);
    void write(QSettings& settings) const;

    ModelDocumentPtr m_document;
    QHash<QString, Notes> m_notes; // by path of the model
    QStringList m_paths; // of the models with bookmarks, the one that was changed last first
    std::vector<Edit> m_edits; // since the last save
    std::vector<int> m_nodes;
};

} // namespace weightless::ui
