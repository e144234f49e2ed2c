// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inspection/tensorstatistics.h"
#include "engine/model/hostvalue.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

namespace weightless::ui {

// One element as the language writes it: a number, or a string's own text.
[[nodiscard]] QString elementText(const HostTensor& tensor, size_t index);

// As the language writes it, with the separators of thousands.
[[nodiscard]] QString wholeText(const WholeNumber& number);

// The longest texts that numbers of the type have; none for what is no number.
[[nodiscard]] QStringList longestElementTexts(DataType type);

// What values are like, in words.
class ValueText {
    Q_DECLARE_TR_FUNCTIONS(ValueText)

public:
    // Rows of a table as rich text: smallest, largest, mean, deviation, zeros and what is not finite.
    static QString statistics(const TensorStatistics& statistics, DataType type);
    // "1×3×224×224 · float32 · 588 KiB"; strings have no size that says anything.
    static QString kind(const TensorDescriptor& descriptor, uint64_t storedBytes);
    // "sequence of 3", "map of 2", "nothing" for an optional; empty for a tensor.
    static QString kind(const HostValue& value);
};

} // namespace weightless::ui
