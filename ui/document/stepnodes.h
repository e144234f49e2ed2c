// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/context.h"
#include "ui/document/modeldocument.h"

#include <QHash>

#include <string>
#include <vector>

namespace weightless::ui {

// Which drawn nodes a step of a run stands for, by what profiles call it: "/conv/Conv", "/conv/Conv + /Relu"
// where several are fused, the first output of a node without a name, "/call/inner" inside of a function.
class StepNodes {
public:
    // The document outlives it.
    explicit StepNodes(const ModelDocument& document);

    // Indices into the graph's nodes, in the order of the step's name; empty where it names none of them.
    [[nodiscard]] std::vector<int> of(const QString& step) const;

private:
    [[nodiscard]] int named(const QString& name) const;

    const ModelDocument& m_document;
    QHash<QString, int> m_byName;
};

// Seconds by node. What a fused step took is shared out among its nodes, as nobody measured them apart; so
// the sum is that of the steps.
[[nodiscard]] std::vector<double> secondsOfNodes(
    const ModelDocument& document, const std::vector<StepTime>& steps);

} // namespace weightless::ui
