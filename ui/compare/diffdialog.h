// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/compare/modeldiff.h"
#include "ui/document/modeldocument.h"
#include "widgets/graph/graphpair.h"
#include "widgets/latestjob.h"

#include <QDialog>
#include <QList>

#include <memory>

class QLabel;
class QProgressBar;
class QStandardItem;
class QStandardItemModel;
class QTabWidget;
class QTreeView;

namespace weightless::ui {

class DiffFilter;

// What differs between the open model and another one, found on a thread of its own (`weightless-cli diff`
// tells the same), and both graphs in step.
class DiffDialog : public QDialog {
    Q_OBJECT

public:
    // Of each kind of differences this many are listed.
    static constexpr size_t mostRows = 5000;
    enum Column { Kind, Name, What, LargestDifference, Bytes };

    // `other` is the path of the other model, as it is now compared with.
    DiffDialog(ModelDocumentPtr document, const QString& other, QWidget* parent = nullptr);

    [[nodiscard]] const QStandardItemModel& model() const { return *m_rows; }
    [[nodiscard]] QTreeView& list() { return *m_view; }
    [[nodiscard]] widgets::GraphPair& graphs() { return *m_graphs; }
    [[nodiscard]] QString summary() const;

private:
    struct Job {
        ModelDocumentPtr document;
        std::filesystem::path other;
    };

    void work(const Job& job, uint64_t number, const std::stop_token& stop);
    [[nodiscard]] QWidget* makeList();
    void showDiff();
    void addGroup(const QString& title, const QList<QList<QStandardItem*>>& rows, size_t all);
    void showHeadings();
    void copyRows();

    std::shared_ptr<const ModelDiff> m_diff; // as soon as it was found
    QStandardItemModel* m_rows;
    DiffFilter* m_shown; // of them
    QTabWidget* m_tabs;
    QTreeView* m_view;
    widgets::GraphPair* m_graphs;
    QLabel* m_summary;
    QProgressBar* m_progress;
    widgets::LatestJob<Job> m_jobs;
};

} // namespace weightless::ui
