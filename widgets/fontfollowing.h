// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QTableView;
class QWidget;

namespace weightless::widgets {

// Measures now, and again whenever the widget has come to have another font or style. The widget keeps
// `measure`, which may refer to the widget and to what lives as long.
void measureByFont(QWidget& widget, std::function<void()> measure);

// Rows as high as a line of the table's text and `padding` pixels, at every text size.
void fitRowsToFont(QTableView& table, int padding);

} // namespace weightless::widgets
