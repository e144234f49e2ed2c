// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include <vector>

namespace weightless::widgets {

// How much of a room something needs, and of which parts that is made: "Needs 1.7 of 22 GiB" over a bar. What
// does not fit is red, has a mark, and says why. It is a button: whoever wants to know more presses it.
class CapacityBar : public QAbstractButton {
    Q_OBJECT

public:
    struct Part {
        QString name;
        qint64 sizeBytes = 0;
    };

    // What the parts add up to: all that is needed, or what it will be at least.
    enum class Knowledge { All, Least };

    explicit CapacityBar(QWidget* parent = nullptr);

    // `roomBytes` is what there is; parts are drawn in this order. Where the caption has no room
    // it says less, and elides in the end; the tooltip has all of it.
    void setNeeds(std::vector<Part> parts, qint64 roomBytes, Knowledge knowledge = Knowledge::All);
    // What of it is there already, which the caption then says; 0: nothing yet.
    void setLoaded(qint64 bytes);
    // What the figures are of, where it is not all that one might think; the caption begins with it. Where
    // there is no room for both the figures are shown.
    void setScope(const QString& scope);
    // Why it does not fit, in words; empty: it does.
    void setProblem(const QString& problem);
    // Nothing is known, and this is why.
    void clear(const QString& caption);

    [[nodiscard]] bool fits() const { return m_problem.isEmpty(); }
    [[nodiscard]] QString caption() const { return text(); }
    [[nodiscard]] QString captionIn(int width) const; // what of it is drawn
    // Where a part is drawn, in the bar's own coordinates; tests and tooltips ask.
    [[nodiscard]] QRect partRect(size_t part) const;
    [[nodiscard]] QColor partColor(size_t part) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QRect barRect() const;
    [[nodiscard]] qint64 neededBytes() const;
    void writeCaption();
    void describe();
    void paintBar(QPainter& painter) const;

    std::vector<Part> m_parts;
    qint64 m_roomBytes = 0;
    qint64 m_loadedBytes = 0;
    Knowledge m_knowledge = Knowledge::All;
    QString m_scope;
    QStringList m_figures; // the caption without its scope, the longest first
    QString m_problem;
};

} // namespace weightless::widgets
