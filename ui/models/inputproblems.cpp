// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/inputmodel.h"
#include "ui/models/typednumbers.h"
#include "ui/text/text.h"
#include "widgets/plaintext.h"

#include <QLocale>

#include <algorithm>
#include <limits>
#include <vector>

// What keeps inputs from being filled.
namespace weightless::ui {

QString InputModel::problem(int row) const
{
    const InputSource& chosen = source(row);
    const QString name = widgets::shownName(fromUtf8(m_inputs[static_cast<size_t>(row)].name));
    if (takesFile(row) && chosen.path.empty())
        return tr("Input '%1' needs a file.").arg(name);
    if (chosen.kind == InputKind::Text)
        return problemOfTexts(row, name);
    const QString mistake = mistakeIn(row, chosen);
    return mistake.isEmpty() ? QString() : tr("Input '%1': %2").arg(name, mistake);
}

// Sizes follow the texts once these are chosen, so that what is typed does not have to fit yet.
QString InputModel::problemOfTexts(int row, const QString& name) const
{
    const InputSource& chosen = source(row);
    if (chosen.text.empty())
        return tr("Input '%1' needs a text.").arg(name);
    const auto texts = static_cast<qlonglong>(textsOf(chosen).size());
    const qlonglong elements =
        elementCount(m_inputs[static_cast<size_t>(row)].descriptor.shape).value_or(texts);
    return texts <= std::max<qlonglong>(elements, 1)
        ? QString()
        : tr("Input '%1': %2 texts are given for %3 elements.")
              .arg(name, QLocale().toString(texts), QLocale().toString(elements));
}

QString InputModel::mistakeIn(int row, const QString& text) const
{
    InputSource changed = source(row);
    if (setValueText(changed, text))
        return mistakeIn(row, changed);
    return changed.kind == InputKind::Random
        ? tr("A seed is a whole number from 0 to %1.").arg(std::numeric_limits<decltype(changed.seed)>::max())
        : tr("This is not a number.");
}

// Of numbers that the input cannot hold, or more or fewer of them than it has elements.
QString InputModel::mistakeIn(int row, const InputSource& source) const
{
    const TensorDescriptor& descriptor = m_inputs[static_cast<size_t>(row)].descriptor;
    if (source.kind == InputKind::Image && elementCount(descriptor.shape) == int64_t {0})
        return tr("No picture fits an input without elements.");
    if (source.kind != InputKind::Number)
        return {};
    const auto elements = static_cast<size_t>(elementCount(descriptor.shape).value_or(0));
    if (!source.list.empty() && source.list.size() != elements)
        return tr("%1 numbers are given for %2 elements.")
            .arg(
                QLocale().toString(qulonglong(source.list.size())), QLocale().toString(qulonglong(elements)));
    const std::vector<FillNumber>& numbers =
        source.list.empty() ? std::vector<FillNumber> {source.number} : source.list;
    const auto wrong = std::ranges::find_if_not(
        numbers, [&](const FillNumber& number) { return canHold(descriptor.type, number); });
    return wrong == numbers.end()
        ? QString()
        : tr("%1 cannot hold %2.").arg(fromUtf8(toString(descriptor.type)), textOf(*wrong));
}

} // namespace weightless::ui
