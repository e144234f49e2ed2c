// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/importer.h"

#include <QWidget>

#include <map>
#include <string>
#include <vector>

class QGridLayout;
class QSpinBox;

namespace weightless::ui {

// One spin box per free dimension of a model: side by side where names are short, else below each other.
// Names give way, and the numbers stay whole.
class FreeDimensionsEditor : public QWidget {
    Q_OBJECT

public:
    explicit FreeDimensionsEditor(QWidget* parent = nullptr);

    // Values that are not given are the suggestions.
    void setDimensions(
        const std::vector<FreeDimension>& dimensions, const std::map<std::string, int64_t>& values);
    [[nodiscard]] std::map<std::string, int64_t> values() const;
    [[nodiscard]] bool isEmpty() const { return m_boxes.empty(); }

signals:
    // After the user is done with a value, not while it is typed.
    void edited();

private:
    void add(const FreeDimension& dimension, int64_t value, int columns);

    QGridLayout* m_layout;
    std::map<std::string, QSpinBox*> m_boxes;
};

} // namespace weightless::ui
