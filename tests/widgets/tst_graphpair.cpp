// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/showngraph.h"
#include "widgets/graph/graphpair.h"

#include <QImage>
#include <QPointer>
#include <QScrollBar>
#include <QTabWidget>

#include <cmath>
#include <numeric>

using namespace weightless::widgets;

// Two graphs in step: the second one has a node before all others, and lacks the last block.
class TestGraphPair : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        GraphPair::Side left {.title = QStringLiteral("a.onnx"), .graph = blocks(count)};
        GraphPair::Side right {.title = QStringLiteral("b.onnx"), .graph = blocks(count - 1)};
        right.graph.nodes.push_back({QStringLiteral("/block.0/More"), QStringLiteral("Cast"), {}, {}});
        right.graph.edges.push_back({static_cast<int>(right.graph.nodes.size()) - 1, 0, {}});
        left.partners.resize(left.graph.nodes.size(), -1);
        std::iota(left.partners.begin(), left.partners.end() - 4, 0);
        right.partners.assign(left.partners.begin(), left.partners.end() - 4);
        right.partners.push_back(-1);
        right.differing = {static_cast<int>(right.partners.size()) - 1};
        m_pair = new GraphPair;
        m_pair->resize(1000, 500);
        m_pair->show();
        m_pair->setSides(std::move(left), std::move(right));
        settle();
    }
    void cleanup() { delete m_pair; }

    void selectingSelectsTheOther()
    {
        m_pair->left().selectNode(9);
        settle();
        QCOMPARE(m_pair->right().selectedNode(), 9);
        QVERIFY2(m_pair->message().contains(QLatin1String("/block.2/Conv")), qPrintable(m_pair->message()));
        QVERIFY(m_pair->right().isExpanded(QStringLiteral("block.2")));
        QVERIFY(isSamePlace(9));
        m_pair->right().selectNode(2);
        settle();
        QCOMPARE(m_pair->left().selectedNode(), 2);
        QVERIFY(isSamePlace(2));
        // What is in one alone.
        m_pair->left().selectNode(4 * count - 1);
        settle();
        QCOMPARE(m_pair->right().selectedNode(), -1);
        QVERIFY2(m_pair->message().contains(QLatin1String("alone")), qPrintable(m_pair->message()));
        m_pair->left().clearSelection();
        QVERIFY(m_pair->message().isEmpty());
    }

    void constantsAndGroupsAreFollowed()
    {
        m_pair->left().selectNode(2);
        settle();
        m_pair->left().selectConstant(4); // of the third block's first node that has one
        settle();
        QCOMPARE(m_pair->left().selectedNode(), 9);
        QCOMPARE(m_pair->right().selectedNode(), 9);
        QVERIFY2(m_pair->message().contains(QLatin1String("/block.2/Conv")), qPrintable(m_pair->message()));
        m_pair->left().selectGroup(QStringLiteral("block.4"));
        settle();
        QCOMPARE(m_pair->right().selectedGroupPath(), QStringLiteral("block.4"));
        QVERIFY(m_pair->message().isEmpty());
        // What the other one lacks is selected in one alone.
        m_pair->left().selectGroup(QStringLiteral("block.%1").arg(count - 1));
        settle();
        QCOMPARE(m_pair->left().selectedGroupPath(), QStringLiteral("block.%1").arg(count - 1));
        QVERIFY(m_pair->right().selectedGroupPath().isEmpty());
    }

    // Graphs in view whole do not scroll; and what is shown later gets its size after its layout.
    void startInTheSamePlace()
    {
        QVERIFY(isSamePlace(0));
        GraphPair::Side left {.title = QStringLiteral("a.onnx"), .graph = blocks(2)};
        GraphPair::Side right = left;
        right.graph.nodes.push_back({QStringLiteral("/more/More"), QStringLiteral("Cast"), {}, {}});
        right.graph.nodes.push_back({QStringLiteral("/other/More"), QStringLiteral("Cast"), {}, {}});
        const auto compare = [this](GraphPair::Side one, GraphPair::Side other) {
            one.partners.resize(one.graph.nodes.size());
            std::iota(one.partners.begin(), one.partners.end(), 0);
            other.partners = one.partners;
            m_pair->setSides(std::move(one), std::move(other));
            settle();
        };
        QTabWidget tabs;
        tabs.resize(1100, 700);
        tabs.addTab(new QWidget(&tabs), QStringLiteral("first"));
        tabs.addTab(m_pair, QStringLiteral("graphs"));
        tabs.show();
        compare(left, right);
        tabs.setCurrentIndex(1);
        settle();
        QVERIFY(isSamePlace(0));
        tabs.resize(900, 600);
        settle();
        QVERIFY(isSamePlace(0));
        // Wider than a view that nobody has seen yet.
        for (int i = 0; i < 12; ++i)
            left.graph.nodes.push_back({QStringLiteral("wide%1").arg(i), QStringLiteral("Cast"), {}, {}});
        delete m_pair;
        m_pair = new GraphPair;
        tabs.addTab(m_pair, QStringLiteral("graphs"));
        compare(left, left);
        tabs.setCurrentIndex(1);
        settle();
        for (int node = 0; node < static_cast<int>(left.graph.nodes.size()); ++node)
            QVERIFY(isSamePlace(node));
    }

    // What has other weights is marked too, and does not look like what was changed itself.
    void marksDiffer()
    {
        const auto marked = [this](std::vector<int> differing, std::vector<int> otherWeights) {
            GraphPair::Side left {.title = QStringLiteral("a.onnx"), .graph = blocks(1)};
            left.partners = {0, 1, 2, 3};
            GraphPair::Side right = left;
            left.differing = std::move(differing);
            left.otherWeights = std::move(otherWeights);
            m_pair->setSides(std::move(left), std::move(right));
            settle();
            m_pair->left().setExpanded(QStringLiteral("block.0"), true);
            settle();
            QImage image = m_pair->left().viewport()->grab().toImage();
            m_pair->left().selectNode(1);
            return image;
        };
        const QImage none = marked({}, {});
        QVERIFY2(!m_pair->message().contains(QLatin1String("weights")), qPrintable(m_pair->message()));
        const QImage node = marked({1}, {});
        QVERIFY2(m_pair->message().contains(QLatin1String("changed")), qPrintable(m_pair->message()));
        const QImage weights = marked({}, {1});
        QVERIFY2(m_pair->message().contains(QLatin1String("weights differ")), qPrintable(m_pair->message()));
        QVERIFY(none != node && none != weights && node != weights);
        QCOMPARE(marked({1}, {1}), node);
    }

    void groupsPlaceAndSizeFollow()
    {
        m_pair->right().setExpanded(QStringLiteral("block.3"), true);
        settle();
        QVERIFY(m_pair->left().isExpanded(QStringLiteral("block.3")));
        m_pair->left().selectNode(13);
        settle();
        m_pair->left().setZoom(1.5);
        QCOMPARE(m_pair->right().zoom(), 1.5);
        QVERIFY(isSamePlace(13));
        QScrollBar* bar = m_pair->right().verticalScrollBar();
        const double before = m_pair->left().nodeRect(13).top();
        bar->setValue(bar->value() + 40);
        QVERIFY(std::abs(before - 40 - m_pair->left().nodeRect(13).top()) < 2);
        QVERIFY(isSamePlace(13));
        // Apart, each goes where it wants, until they are in step again.
        m_pair->setInStep(false);
        m_pair->left().setZoom(0.8);
        QCOMPARE(m_pair->right().zoom(), 1.5);
        m_pair->right().setExpanded(QStringLiteral("block.3"), false);
        settle();
        QVERIFY(m_pair->left().isExpanded(QStringLiteral("block.3")));
        m_pair->setInStep(true);
        settle();
        QCOMPARE(m_pair->left().isExpanded(QStringLiteral("block.3")),
            m_pair->right().isExpanded(QStringLiteral("block.3")));
        QCOMPARE(m_pair->left().zoom(), m_pair->right().zoom());
    }

private:
    static constexpr int count = 12;

    void settle()
    {
        // A layout may ask for the other view's.
        for (int quiet = 0; quiet < 5;) {
            QTest::qWait(10);
            quiet = m_pair->left().isLayingOut() || m_pair->right().isLayingOut() ? 0 : quiet + 1;
        }
    }

    bool isSamePlace(int node)
    {
        const QPointF away = m_pair->left().nodeRect(node).center() - m_pair->right().nodeRect(node).center();
        const bool isSame = std::hypot(away.x(), away.y()) < 4;
        if (!isSame)
            qWarning() << "away by" << away;
        return isSame;
    }

    QPointer<GraphPair> m_pair; // a test's window may own it
};

QTEST_MAIN(TestGraphPair)
#include "tst_graphpair.moc"
