// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tensormodel.h"

#include <QWidget>

#include <filesystem>

class QComboBox;
class QLabel;
class QLineEdit;
class QTabWidget;
class QTableView;

namespace weightless::widgets {
class ByteSizeDelegate;
class SizeTreemap;
} // namespace weightless::widgets

namespace weightless::ui {

class Selection;
class TensorFilterProxy;
struct SelectedItem;

// Every tensor with what it weighs, as a table and as a map of sizes.
class TensorsPage : public QWidget {
    Q_OBJECT

public:
    explicit TensorsPage(Selection& selection, QWidget* parent = nullptr);

    void setDocument(ModelDocumentPtr document);
    [[nodiscard]] bool hasCurrent() const;
    [[nodiscard]] TensorModel& model() { return *m_model; }

public slots:
    void copySelection();
    void exportCsv();
    // Asks for the tensor in the current row to be saved.
    void extractCurrent();

signals:
    void currentChanged(); // ask hasCurrent() again
    void saved(const QString& path);
    void failed(const QString& message);
    void extractRequested(int row);
    void valuesRequested(); // of the selected tensor

private:
    QWidget* makeTable();
    QWidget* makeFooter();
    void fillTreemap();
    void selectInMap(int item, int tensor);
    void showScopeInMap(const QString& path);
    void updateFooter();
    void onSelectionChanged(const SelectedItem& item, QObject* source);

    Selection& m_selection;
    TensorModel* m_model;
    TensorFilterProxy* m_proxy;
    widgets::ByteSizeDelegate* m_delegate;
    QTabWidget* m_tabs;
    QTableView* m_table;
    widgets::SizeTreemap* m_treemap;
    QLineEdit* m_filter;
    QComboBox* m_stateFilter;
    std::filesystem::path m_filtered; // the model that the filters are for
    QLabel* m_footer;
    bool m_isFollowing = false;
};

} // namespace weightless::ui
