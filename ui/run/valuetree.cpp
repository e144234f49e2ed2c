// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/valuetree.h"

#include "ui/text/text.h"
#include "ui/text/valuetext.h"

#include <QHeaderView>
#include <QLocale>

#include <algorithm>

namespace weightless::ui {

namespace {

enum Column { Element, Type, Text };

QString numbered(size_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

QTreeWidgetItem* rowOf(const QString& name, const QString& type, const QString& text)
{
    auto* row = new QTreeWidgetItem({name, type, text});
    row->setToolTip(Text, text);
    return row;
}

} // namespace

ValueTree::ValueTree(QWidget* parent)
    : QTreeWidget(parent)
{
    setHeaderLabels({tr("Element"), tr("Type"), tr("Value")});
    setAccessibleName(tr("Elements of the output"));
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    header()->setSectionResizeMode(Element, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(Type, QHeaderView::ResizeToContents);
}

void ValueTree::showValue(const HostValue& value)
{
    clear();
    if (value.isEmpty())
        return;
    auto* root = invisibleRootItem();
    if (!value.sequence) {
        add(root, ValueText::kind(value), value);
        expandAll();
        return;
    }
    const auto& elements = value.sequence->elements;
    for (size_t i = 0; i < std::min<size_t>(elements.size(), shownElements); ++i)
        add(root, numbered(i), elements[i]);
    addRest(root, elements.size());
    constexpr size_t opened = 20; // more are a list to choose from
    if (elements.size() <= opened)
        expandAll();
}

void ValueTree::add(QTreeWidgetItem* parent, const QString& name, const HostValue& value)
{
    if (value.tensor) {
        const size_t count = value.tensor->elementCount();
        const bool isOne = count == 1;
        auto* row = rowOf(name, fromUtf8(toString(value.tensor->descriptor)),
            isOne ? elementText(*value.tensor, 0) : QString());
        parent->addChild(row);
        if (!isOne)
            addElements(row, *value.tensor);
        return;
    }
    auto* row = rowOf(name, ValueText::kind(value), {});
    parent->addChild(row);
    if (value.map) {
        const size_t count = std::min(value.map->keys.elementCount(), value.map->values.elementCount());
        for (size_t i = 0; i < std::min<size_t>(count, shownElements); ++i) {
            row->addChild(rowOf(elementText(value.map->keys, i),
                fromUtf8(toString(value.map->values.descriptor.type)), elementText(value.map->values, i)));
        }
        addRest(row, count);
    } else if (value.sequence) {
        const auto& elements = value.sequence->elements;
        for (size_t i = 0; i < std::min<size_t>(elements.size(), shownElements); ++i)
            add(row, numbered(i), elements[i]);
        addRest(row, elements.size());
    }
}

void ValueTree::addElements(QTreeWidgetItem* parent, const HostTensor& tensor)
{
    const size_t count = tensor.elementCount();
    for (size_t i = 0; i < std::min<size_t>(count, shownElements); ++i)
        parent->addChild(rowOf(numbered(i), {}, elementText(tensor, i)));
    addRest(parent, count);
}

void ValueTree::addRest(QTreeWidgetItem* parent, size_t count)
{
    if (count > shownElements)
        parent->addChild(rowOf(tr("… %1 more").arg(numbered(count - shownElements)), {}, {}));
}

} // namespace weightless::ui
