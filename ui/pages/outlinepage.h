// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/modeldocument.h"

#include <QTimer>
#include <QWidget>

#include <filesystem>

class QLineEdit;
class QSortFilterProxyModel;
class QTreeView;

namespace weightless::ui {

class OutlineModel;
class Selection;
struct SelectedItem;

// The scopes and nodes of the model as a tree that can be filtered.
class OutlinePage : public QWidget {
    Q_OBJECT

public:
    explicit OutlinePage(Selection& selection, QWidget* parent = nullptr);

    void setDocument(ModelDocumentPtr document);

signals:
    void graphRequested(); // that shows what is selected

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeMenu();
    void copyName() const;
    void setExpandedBelow(bool isExpanded);
    void filter(const QString& text);
    [[nodiscard]] QList<QPersistentModelIndex> matchesBelow(
        const QModelIndex& parent, const QString& text, int most) const;
    void fitColumns();
    [[nodiscard]] int depthInView() const;
    void select(const QModelIndex& index);
    void onSelectionChanged(const SelectedItem& item, QObject* source);

    Selection& m_selection;
    OutlineModel* m_model;
    QSortFilterProxyModel* m_proxy;
    QLineEdit* m_filter;
    QTreeView* m_tree;
    QList<QPersistentModelIndex> m_matches; // of the filter, in order
    ModelDocumentPtr m_document;
    std::filesystem::path m_filtered; // the model that the filter is for
    int m_operatorsWidth = 0; // that the user gave them; 0: what they need, where there is room
    QTimer m_fitSoon;
    bool m_isFitting = false;
    bool m_isFollowing = false; // the tree follows the selection: do not select back
};

} // namespace weightless::ui
