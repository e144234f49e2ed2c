// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>

#include <array>

namespace weightless::widgets {

// The fonts of a graph and the advances of their characters, taken once on the GUI thread, so that the width
// of any number of texts is plain arithmetic on any thread.
class TextMeasure {
public:
    explicit TextMeasure(const QFont& base);

    const QFont& titleFont() const { return m_title.font; }
    const QFont& smallFont() const { return m_small.font; }
    double titleHeight() const { return m_title.height; }
    double smallHeight() const { return m_small.height; }

    double titleWidth(QStringView text) const { return m_title.width(text); }
    double smallWidth(QStringView text) const { return m_small.width(text); }
    // Cuts texts at the right, or at the left ("…/to_q/MatMul") where the end tells more.
    QString elidedTitle(const QString& text, double width) const { return m_title.elidedRight(text, width); }
    QString elidedSmall(const QString& text, double width) const { return m_small.elidedLeft(text, width); }
    QString elidedSmallRight(const QString& text, double width) const
    {
        return m_small.elidedRight(text, width);
    }

private:
    struct Face {
        explicit Face(const QFont& faceFont);

        double advance(QChar character) const;
        double width(QStringView text) const;
        QString elidedRight(const QString& text, double limit) const;
        QString elidedLeft(const QString& text, double limit) const;

        QFont font;
        double height = 0;
        std::array<float, 128> ascii {};
        // For all other characters: as wide as the widest that is common.
        float other = 0;
        float ellipsis = 0;
    };

    static QFont titleOf(QFont font);
    static QFont smallOf(QFont font);

    Face m_title;
    Face m_small;
};

} // namespace weightless::widgets
