// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/slicemodel.h"
#include "ui/inspector/summaryreader.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QTabWidget;
class QTableView;
class QToolButton;

namespace weightless::widgets {
class ElidingLabel;
class HeatMapView;
class HistogramView;
} // namespace weightless::widgets

namespace weightless::ui {

class SliceBar;

// The values of one tensor, wherever they are: statistics and histogram of all, and any slice as a table or
// as a heat map. Everything is read away from the GUI thread; of a file nothing else is read.
class ValueInspector : public QWidget {
    Q_OBJECT

public:
    // What is larger, or on a server, is read for its statistics only when the user asks.
    static constexpr uint64_t readUnasked = uint64_t {64} << 20;

    explicit ValueInspector(QWidget* parent = nullptr);

    // An empty reference shows `nothing`, the reason why there are no values.
    void setTensor(const TensorValues& tensor, const QString& nothing = {});
    [[nodiscard]] const TensorValues& tensor() const { return m_model->tensor(); }
    // Without, the button that saves is not there.
    void setSavable(bool isSavable);
    [[nodiscard]] QString statisticsText() const;

signals:
    void saveRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeFacts();
    QWidget* makeViews();
    void connectReaders();
    void readSummary();
    void readHeatMap();
    void showHeatMap(const HostTensor& slice);
    void fitColumns();
    void showSize();
    void showReading();
    void stopHeatMap();
    void cancel();
    void showMessage(const QString& message);
    void readWhatIsDue();

    SummaryReader m_summary;
    SliceReader m_heatReader;
    SliceModel* m_model;
    QBoxLayout* m_body;
    widgets::ElidingLabel* m_kind;
    QLabel* m_statistics;
    QLabel* m_message;
    QPushButton* m_read;
    QPushButton* m_save;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    widgets::HistogramView* m_histogram;
    SliceBar* m_slice;
    QTabWidget* m_tabs;
    QTableView* m_table;
    widgets::HeatMapView* m_heatMap;
    QLabel* m_sampling; // under the heat map
    qint64 m_rowStep = 1, m_columnStep = 1; // of the heat map that was asked for
    qint64 m_rowIndices = 1, m_columnIndices = 1; // of which it is
    bool m_isOfAll = false; // whose cells stand for all numbers
    bool m_mayReadAll = false; // of the tensor, unasked or since the user did
    bool m_isSummaryDue = false, m_isHeatMapDue = false; // once it can be seen
    bool m_isHeatMapRead = false; // just now
    bool m_isHeatMapShown = false; // of the slice that is chosen
};

} // namespace weightless::ui
