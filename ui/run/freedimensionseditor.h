// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/importer.h"

#include <QWidget>

#include <map>
#include <string>
#include <utility>
#include <vector>

class QGridLayout;
class QSpinBox;

namespace weightless::ui {

// One spin box per free dimension of a model: two beside each other where names are short and there is room,
// else below each other. Names give way, and the numbers stay whole.
class FreeDimensionsEditor : public QWidget {
    Q_OBJECT

public:
    explicit FreeDimensionsEditor(QWidget* parent = nullptr);

    // Sizes in `decided` were chosen elsewhere, for the plan. The others are the suggestions, which follow
    // what is decided, chosen and given.
    void setDimensions(
        const std::vector<FreeDimension>& dimensions, const std::map<std::string, int64_t>& decided);
    [[nodiscard]] std::map<std::string, int64_t> values() const;
    // As if the user did: they are chosen(). Sizes that are not named stay, and so do those that no box can
    // hold.
    void setValues(const std::map<std::string, int64_t>& values);
    // What files say now, instead of what they said before: not the user's, so that edited() is not emitted.
    // They go before chosen ones until the user chooses anew. Sizes that no file says any longer are again
    // what they were. True: a size is another one now.
    bool giveValues(const std::map<std::string, int64_t>& values);
    // Sizes that the user has chosen since the dimensions were set, also where files say others now.
    [[nodiscard]] const std::map<std::string, int64_t>& chosen() const { return m_chosen; }
    [[nodiscard]] bool isGiven(const std::string& symbol) const { return m_given.contains(symbol); }
    // What keeps the user from changing sizes, and what to do about it; empty: nothing does.
    void setObstacle(const QString& obstacle);
    [[nodiscard]] bool isEmpty() const { return m_boxes.empty(); }
    // With two beside each other where names are short, and with one below the other, whatever there is room
    // for now: or nothing around it could become narrower.
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    // After the user is done with a value, not while it is typed.
    void edited();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] bool canHold(const std::string& symbol, int64_t value) const;
    void follow();
    void add(const FreeDimension& dimension);
    void arrange(int columns);
    void showTip(QSpinBox& box, const QString& meaning) const;
    [[nodiscard]] int widthOf(int columns) const; // at least

    QGridLayout* m_layout;
    std::vector<FreeDimension> m_dimensions;
    std::map<std::string, QSpinBox*> m_boxes;
    std::map<std::string, int64_t> m_decided; // before the dimensions were set
    std::map<std::string, int64_t> m_given, m_chosen; // since then, by files and by the user
    std::map<std::string, QString> m_meanings; // of the boxes
    QString m_obstacle;
    std::vector<std::pair<QWidget*, QWidget*>> m_rows; // names and boxes, in their order
    int m_columns = 0;
    int m_mostColumns = 1;
};

} // namespace weightless::ui
