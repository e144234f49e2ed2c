// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hostvalue.h"

#include <QTreeWidget>

namespace weightless::ui {

// A sequence, a map or what an optional holds, element by element.
class ValueTree : public QTreeWidget {
    Q_OBJECT

public:
    static constexpr int shownElements = 1000; // of each sequence, map and tensor

    explicit ValueTree(QWidget* parent = nullptr);

    void showValue(const HostValue& value);

private:
    void add(QTreeWidgetItem* parent, const QString& name, const HostValue& value);
    void addElements(QTreeWidgetItem* parent, const HostTensor& tensor);
    void addRest(QTreeWidgetItem* parent, size_t count);
};

} // namespace weightless::ui
