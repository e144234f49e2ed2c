// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inspection/duplicates.h"
#include "ui/document/modeldocument.h"
#include "widgets/latestjob.h"

#include <QDialog>

class QLabel;
class QProgressBar;
class QStandardItemModel;
class QTreeView;

namespace weightless::ui {

// Weights of a model that are stored more than once. Their files are read on a thread of its own; closing the
// dialog ends that.
class DuplicatesDialog : public QDialog {
    Q_OBJECT

public:
    explicit DuplicatesDialog(ModelDocumentPtr document, QWidget* parent = nullptr);

    [[nodiscard]] QString summary() const;
    [[nodiscard]] const QStandardItemModel& rows() const { return *m_rows; }

signals:
    void tensorChosen(int row); // of ModelDocument::tensors

private:
    void work(const ModelDocumentPtr& document, uint64_t number, const std::stop_token& stop);
    void showGroups(const std::vector<DuplicateGroup>& groups);

    ModelDocumentPtr m_document;
    std::vector<DuplicateGroup> m_groups; // as far as they were found
    bool m_isRead = false; // and groups are known, if only that there are none
    QStandardItemModel* m_rows;
    QTreeView* m_view;
    QLabel* m_summary;
    QProgressBar* m_progress;
    widgets::LatestJob<ModelDocumentPtr> m_jobs;
};

} // namespace weightless::ui
