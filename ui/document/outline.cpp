// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/outline.h"

#include <QHash>
#include <QStringList>

#include <algorithm>
#include <unordered_set>

namespace weightless::ui {

namespace {

class OutlineMaker {
public:
    explicit OutlineMaker(std::span<const qint64> constantBytes)
        : m_constantBytes(constantBytes)
    {
    }

    void add(int index, const OutlineNode& node)
    {
        const QStringList parts = node.name.split(QLatin1Char('/'), Qt::SkipEmptyParts);
        int parent = -1;
        for (qsizetype i = 0; i + 1 < parts.size(); ++i)
            parent = scope(parent, parts[i]);

        OutlineItem item;
        item.name = parts.isEmpty() ? node.opType : parts.last();
        item.node = index;
        item.nodeCount = 1;
        const int self = append(std::move(item), parent);
        for (const int constant : node.constants)
            m_items[static_cast<size_t>(self)].sizeBytes += m_constantBytes[static_cast<size_t>(constant)];
        for (int above = parent; above >= 0; above = m_items[static_cast<size_t>(above)].parent)
            addTo(above, node);
    }

    std::vector<OutlineItem> take()
    {
        putScopesFirst(m_roots);
        for (OutlineItem& item : m_items)
            putScopesFirst(item.children);
        return std::move(m_items);
    }

private:
    int scope(int parent, const QString& name)
    {
        const QString path =
            parent < 0 ? name : QString(m_items[static_cast<size_t>(parent)].path + QLatin1Char('/') + name);
        const auto found = m_scopes.constFind(path);
        if (found != m_scopes.cend())
            return *found;
        OutlineItem item;
        item.name = name;
        item.path = path;
        const int self = append(std::move(item), parent);
        m_scopes.insert(path, self);
        return self;
    }

    int append(OutlineItem item, int parent)
    {
        const int self = static_cast<int>(m_items.size());
        std::vector<int>& siblings = parent < 0 ? m_roots : m_items[static_cast<size_t>(parent)].children;
        item.parent = parent;
        siblings.push_back(self);
        m_items.push_back(std::move(item));
        m_counted.emplace_back();
        return self;
    }

    // As folders in a file manager: between them a model's many small nodes would hide what it is made of.
    void putScopesFirst(std::vector<int>& siblings)
    {
        std::stable_partition(siblings.begin(), siblings.end(),
            [this](int item) { return m_items[static_cast<size_t>(item)].node < 0; });
        for (size_t row = 0; row < siblings.size(); ++row)
            m_items[static_cast<size_t>(siblings[row])].row = static_cast<int>(row);
    }

    void addTo(int scopeIndex, const OutlineNode& node)
    {
        OutlineItem& item = m_items[static_cast<size_t>(scopeIndex)];
        ++item.nodeCount;
        for (const int constant : node.constants) {
            if (m_counted[static_cast<size_t>(scopeIndex)].insert(constant).second)
                item.sizeBytes += m_constantBytes[static_cast<size_t>(constant)];
        }
    }

    std::span<const qint64> m_constantBytes;
    std::vector<OutlineItem> m_items;
    std::vector<std::unordered_set<int>> m_counted; // constants that a scope has counted
    std::vector<int> m_roots;
    QHash<QString, int> m_scopes;
};

} // namespace

std::vector<OutlineItem> makeOutline(
    std::span<const OutlineNode> nodes, std::span<const qint64> constantBytes)
{
    OutlineMaker maker(constantBytes);
    for (size_t i = 0; i < nodes.size(); ++i)
        maker.add(static_cast<int>(i), nodes[i]);
    return maker.take();
}

} // namespace weightless::ui
