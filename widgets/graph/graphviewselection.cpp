// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected in a GraphView, and how it is told.
#include "widgets/graph/graphaccessible.h"
#include "widgets/graph/graphviewprivate.h"

#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>

namespace weightless::widgets {

void GraphView::Private::select(int newNode, int newConstant, int newGroup)
{
    if (node == newNode && constant == newConstant && group == newGroup)
        return;
    const bool isOtherNode = node != newNode;
    node = newNode;
    constant = newConstant;
    group = newGroup;
    updateMarks();
    describeSelection();
    if (accessible) // also where the words are the same
        accessible->tellSelection(QAccessible::Focus);
    if (constant >= 0)
        emit q->chipSelected(constant);
    else if (node >= 0)
        emit q->nodeSelected(node);
    else if (group > 0)
        emit q->groupSelected(q->selectedGroupPath());
    else if (isOtherNode || newGroup < 0)
        emit q->selectionCleared();
}

void GraphView::Private::selectBox(int box)
{
    const NestedBox& nested = scene->box(box);
    // A group of bodies is the node that owns them.
    if (const int owner = nested.group > 0 ? model()->ownerOf(nested.group) : -1; owner >= 0)
        select(owner, -1, -1);
    else
        select(nested.node, -1, nested.group);
}

void GraphView::Private::stepChip(int step)
{
    if (node < 0 || !model())
        return;
    const auto constants = model()->chips(node);
    if (constants.empty())
        return;
    const auto current = std::find(constants.begin(), constants.end(), constant);
    const auto count = static_cast<int>(constants.size());
    const int at =
        current == constants.end() ? (step > 0 ? -1 : count) : static_cast<int>(current - constants.begin());
    const int next = std::clamp(at + step, 0, count - 1);
    select(node, constants[static_cast<std::size_t>(next)], -1);
}

std::vector<int> GraphView::Private::known(std::vector<int> nodes) const
{
    const int count = static_cast<int>(description->nodes.size());
    std::erase_if(nodes, [count](int each) { return each < 0 || each >= count; });
    return nodes;
}

void GraphView::Private::updateMarks()
{
    marks.selectedBox = selectedBox();
    marks.selectedConstant = constant;
    marks.matches.clear();
    marks.lesserMatches.clear();
    marks.bookmarks.clear();
    if (scene) {
        for (int match : matches)
            marks.matches.insert(scene->layout().boxOfNode[static_cast<std::size_t>(match)]);
        for (int match : lesserMatches)
            marks.lesserMatches.insert(scene->layout().boxOfNode[static_cast<std::size_t>(match)]);
        marks.lesserMatches -= marks.matches;
        for (int bookmark : bookmarks)
            marks.bookmarks.insert(scene->layout().boxOfNode[static_cast<std::size_t>(bookmark)]);
    }
    marks.path = pathSegments();
    q->viewport()->update();
}

int GraphView::Private::selectedBox() const
{
    if (!scene)
        return -1;
    if (node >= 0)
        return scene->layout().boxOfNode[static_cast<std::size_t>(node)];
    return group > 0 ? scene->layout().boxOfGroup[static_cast<std::size_t>(group)] : -1;
}

int GraphView::Private::openableGroup() const
{
    if (!scene)
        return -1;
    return group > 0 || node < 0 ? group : model()->bodiesOf(node);
}

// Collapsing a node, or a group that is collapsed already, collapses what is around it.
int GraphView::Private::targetGroup() const
{
    const int chosen = openableGroup();
    if (chosen > 0) {
        const bool isOpen = expanded[static_cast<std::size_t>(chosen)];
        return isOpen ? chosen : model()->tree().groups[static_cast<std::size_t>(chosen)].parent;
    }
    return scene && node >= 0 ? model()->tree().groupOfNode[static_cast<std::size_t>(node)] : -1;
}

QString GraphView::Private::boxName(int box) const
{
    const NestedBox& nested = scene->box(box);
    return nested.node >= 0 ? description->nodes[static_cast<std::size_t>(nested.node)].name
                            : model()->groupPath(nested.group);
}

void GraphView::Private::copyName() const
{
    if (constant >= 0)
        QGuiApplication::clipboard()->setText(
            description->constants[static_cast<std::size_t>(constant)].name);
    else if (selectedBox() >= 0)
        QGuiApplication::clipboard()->setText(boxName(selectedBox()));
}

QString GraphView::Private::constantText(int wanted) const
{
    const auto& entry = description->constants[static_cast<std::size_t>(wanted)];
    const double fraction = states.fraction(wanted);
    const QString state = entry.isKnown ? GraphView::tr("read when the model was opened")
        : states.comesWithRuns(wanted)  ? GraphView::tr("comes with each run")
        : fraction >= 1                 ? GraphView::tr("set")
        : fraction > 0                  ? GraphView::tr("%1 % set").arg(static_cast<int>(fraction * 100))
                                        : GraphView::tr("hollow");
    return GraphView::tr("Constant %1: %2, %3")
        .arg(shownName(entry.name), formatBytesExact(entry.sizeBytes), state);
}

// Rich text for tooltips. Names come from files, so they are escaped.
QString GraphView::Private::boxText(int box, int chip) const
{
    if (chip >= 0)
        return plainToolTip(constantText(chip));
    const NestedBox& nested = scene->box(box);
    QStringList lines;
    if (nested.node >= 0) {
        const auto& entry = description->nodes[static_cast<std::size_t>(nested.node)];
        const QString kind = entry.kind == GraphNodeKind::Input ? GraphView::tr("Graph input")
            : entry.kind == GraphNodeKind::Output               ? GraphView::tr("Graph output")
                                                                : shownName(entry.opType);
        lines.append(QStringLiteral("<b>") + kind.toHtmlEscaped() + QStringLiteral("</b>"));
        if (!entry.name.isEmpty())
            lines.append(shownName(entry.name).toHtmlEscaped());
        if (!entry.details.isEmpty())
            lines.append(shownName(entry.details).toHtmlEscaped());
        constexpr std::size_t most = 12;
        for (std::size_t i = 0; i < std::min(entry.constants.size(), most); ++i)
            lines.append(constantText(entry.constants[i]).toHtmlEscaped());
        if (entry.constants.size() > most)
            lines.append(
                GraphView::tr("… and %n more", nullptr, static_cast<int>(entry.constants.size() - most)));
        lines.append(colours.nodeText(nested.node));
    } else {
        const ScopeGroup& scope = model()->tree().groups[static_cast<std::size_t>(nested.group)];
        lines.append(QStringLiteral("<b>") + model()->groupName(nested.group).toHtmlEscaped()
            + QStringLiteral("</b>"));
        lines.append(shownName(model()->groupPath(nested.group)).toHtmlEscaped());
        lines.append(GraphView::tr("%n nodes", nullptr, scope.nodeCount));
        if (model()->hollowCount(nested.group) > 0)
            lines.append(GraphView::tr("Constants: %1 of %2 set")
                             .arg(formatBytes(static_cast<qint64>(states.groupSetBytes(nested.group))),
                                 formatBytesExact(model()->hollowBytes(nested.group))));
        if (model()->structureCount(nested.group) > 1)
            lines.append(
                GraphView::tr("%n groups are built alike", nullptr, model()->structureCount(nested.group)));
        lines.append(colours.groupText(nested.group));
    }
    lines.removeAll(QString());
    return lines.join(QStringLiteral("<br>"));
}

QString GraphView::Private::describe(int wantedNode, int wantedConstant, int wantedGroup) const
{
    if (wantedConstant >= 0)
        return constantText(wantedConstant);
    if (wantedNode >= 0) {
        const auto& entry = description->nodes[static_cast<std::size_t>(wantedNode)];
        const auto setCount = std::count_if(entry.constants.begin(), entry.constants.end(),
            [this](int index) { return states.isSet(index); });
        return GraphView::tr("%1 %2, %3 of %4 constants set")
            .arg(shownName(entry.opType), shownName(entry.name))
            .arg(setCount)
            .arg(entry.constants.size());
    }
    if (wantedGroup <= 0 || !model())
        return {};
    const auto index = static_cast<std::size_t>(wantedGroup);
    return GraphView::tr("Group %1, %2, %n nodes", nullptr, model()->tree().groups[index].nodeCount)
        .arg(shownName(model()->groupPath(wantedGroup)),
            expanded[index] ? GraphView::tr("expanded") : GraphView::tr("collapsed"));
}

void GraphView::Private::describeSelection()
{
    const QString text = describe(node, constant, group);
    if (text == q->accessibleDescription())
        return;
    q->setAccessibleDescription(text);
    QAccessibleEvent event(q, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    if (accessible)
        accessible->tellSelection(QAccessible::DescriptionChanged);
}

} // namespace weightless::widgets
