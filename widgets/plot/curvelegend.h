// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>
#include <QPen>
#include <QWidget>

#include <vector>

class QCheckBox;
class QLabel;

namespace weightless::widgets {

// The curves of a chart by name, each with its line and a box to show or hide it, in a row that wraps. Groups
// begin with a caption.
class CurveLegend : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        QString key; // unique
        QString name;
        QString toolTip; // plain text
        QPen pen;
        QBrush brush; // of an area; none: a line
        bool isOn = true;
        bool operator==(const Entry&) const = default;
    };
    struct Group {
        QString caption;
        std::vector<Entry> entries;
        bool operator==(const Group&) const = default;
    };

    explicit CurveLegend(QWidget* parent = nullptr);

    // Boxes of keys that were there before stay, with the keyboard's focus.
    void setGroups(const std::vector<Group>& groups);
    [[nodiscard]] const std::vector<Group>& groups() const { return m_groups; }

signals:
    void toggled(const QString& key, bool isOn); // by the user

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void keepHeight();
    QCheckBox* boxOf(const Entry& entry, const QString& caption);
    [[nodiscard]] bool isSameSet(const std::vector<Group>& groups) const;

    std::vector<Group> m_groups;
    std::vector<QLabel*> m_captions;
    std::vector<QCheckBox*> m_boxes; // by their object names
};

} // namespace weightless::widgets
