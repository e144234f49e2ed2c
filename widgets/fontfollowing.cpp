// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fontfollowing.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

#include <utility>

namespace weightless::widgets {

namespace {

class FontFollower : public QObject {
public:
    FontFollower(QWidget& widget, std::function<void()> measure)
        : QObject(&widget)
        , m_measure(std::move(measure))
    {
        widget.installEventFilter(this);
        m_measure();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
            m_measure();
        return QObject::eventFilter(watched, event);
    }

private:
    std::function<void()> m_measure;
};

} // namespace

void measureByFont(QWidget& widget, std::function<void()> measure)
{
    new FontFollower(widget, std::move(measure));
}

void fitRowsToFont(QTableView& table, int padding)
{
    measureByFont(table, [&table, padding] {
        table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + padding);
    });
}

} // namespace weightless::widgets
