// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

class QAbstractItemView;
class QAbstractProxyModel;

namespace weightless::widgets {

// Says, in the middle of a view, that its filter leaves nothing of what there is.
class EmptyNote : public QLabel {
    Q_OBJECT

public:
    // The view's child; `filter` is its model.
    EmptyNote(QAbstractItemView& view, QAbstractProxyModel& filter);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();

    QAbstractItemView& m_view;
    QAbstractProxyModel& m_filter;
};

} // namespace weightless::widgets
