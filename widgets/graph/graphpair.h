// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphdescription.h"

#include <QWidget>

#include <array>
#include <vector>

class QCheckBox;
class QLabel;

namespace weightless::widgets {

class ElidingLabel;
class GraphView;

// Two graphs beside each other, in step: what is selected in one is selected in the other, groups open and
// close in both, and both show the same place in the same size. What is at the same place is what
// `partners` says; around what has none the nearest that has one counts.
class GraphPair : public QWidget {
    Q_OBJECT

public:
    struct Side {
        QString title;
        GraphDescription graph = {};
        std::vector<int> partners = {}; // of each node, its index in the other graph; -1: it has none
        std::vector<int> differing = {}; // nodes that are marked, ascending
        std::vector<int> otherWeights = {}; // nodes whose constants differ, ascending: marked with dots
    };

    explicit GraphPair(QWidget* parent = nullptr);

    void setSides(Side left, Side right);
    [[nodiscard]] GraphView& left() { return *m_views[0]; }
    [[nodiscard]] GraphView& right() { return *m_views[1]; }
    [[nodiscard]] bool isInStep() const;
    void setInStep(bool isInStep);
    [[nodiscard]] QString message() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // Of the side that moves; the other one follows.
    void connectSide(int side);
    [[nodiscard]] QWidget* makeKey();
    void followSelection(int side, int node);
    void followSelectedGroup(int side, const QString& path);
    void followGroups(int side);
    void followPlace(int side);
    void tell(int side, int node);
    [[nodiscard]] int anchorOf(int side) const;

    std::array<GraphView*, 2> m_views;
    std::array<ElidingLabel*, 2> m_titles;
    std::array<std::vector<int>, 2> m_partners, m_differing, m_otherWeights;
    std::array<bool, 2> m_isSettling {}; // moves by itself, after what the other one asked of it
    QCheckBox* m_inStep;
    QLabel* m_message;
    int m_leader = 0; // the side that moved last
    bool m_isFollowing = false;
};

} // namespace weightless::widgets
