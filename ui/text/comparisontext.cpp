// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/comparisontext.h"

#include "ui/text/text.h"

#include <QLocale>
#include <QStringList>

namespace weightless::ui {

namespace {

QString countText(uint64_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString digits(double value, int count)
{
    return QLocale().toString(value, 'g', count);
}

} // namespace

QString ComparisonText::reason(const Comparison& comparison)
{
    switch (comparison.agreement) {
    case Agreement::AsExpected:
        return tr("as expected");
    case Agreement::OtherKind:
        return tr("another kind of value");
    case Agreement::OtherLength:
        return tr("a sequence of %1 instead of %2")
            .arg(countText(comparison.actualLength), countText(comparison.expectedLength));
    case Agreement::OtherTensor:
        return tr("%1 instead of %2")
            .arg(fromUtf8(toString(comparison.actual)), fromUtf8(toString(comparison.expected)));
    case Agreement::OtherElements:
        return comparison.mismatchCount == 0
            ? tr("the elements differ")
            : tr("%1 of %2 elements differ")
                  .arg(countText(comparison.mismatchCount),
                      countText(static_cast<uint64_t>(elementCount(comparison.expected.shape).value_or(0))));
    case Agreement::OtherBytes:
        return tr("stored in another way");
    }
    return {};
}

QString ComparisonText::place(const Comparison& comparison)
{
    QString text;
    for (const size_t element : comparison.element)
        text += tr("element %1: ").arg(countText(element));
    return text;
}

QString ComparisonText::verdict(const Comparison& comparison)
{
    const QString mark = comparison.isAsExpected() ? QStringLiteral("✓ ") : QStringLiteral("✗ ");
    return mark + place(comparison) + reason(comparison);
}

QString ComparisonText::difference(const std::optional<Distance>& distance)
{
    return distance ? digits(distance->greatest, 3) : QString();
}

QString ComparisonText::firstMismatch(const Comparison& comparison)
{
    const bool areFloats = comparison.tolerance.has_value();
    const auto number = [areFloats](const std::string& text) {
        const QString plain = fromUtf8(text);
        return areFloats ? digits(QLocale::c().toDouble(plain), 9) : plain;
    };
    return tr("The first at %1: %2 instead of %3")
        .arg(fromUtf8(weightless::toString(comparison.position)), number(comparison.actualNumber),
            number(comparison.expectedNumber));
}

QString ComparisonText::details(const Comparison& comparison, const std::optional<Distance>& distance)
{
    QStringList lines {verdict(comparison)};
    if (comparison.mismatchCount > 0)
        lines.append(firstMismatch(comparison));
    if (distance) {
        lines.append(tr("Greatest difference: %1").arg(digits(distance->greatest, 6)));
        if (distance->relative > 0) { // of integers there is none
            lines.append(tr("Relative rms of the differences: %1").arg(digits(distance->relative, 3)));
            lines.append(tr("Cosine similarity: %1").arg(digits(distance->cosine, 9)));
        }
    }
    if (comparison.tolerance)
        lines.append(
            tr("Tolerated: %1 of the expected number, and %2")
                .arg(digits(comparison.tolerance->relative, 6), digits(comparison.tolerance->absolute, 6)));
    return lines.join(QLatin1Char('\n'));
}

} // namespace weightless::ui
