// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/comparisontext.h"

#include <QLocale>
#include <QTest>

#include <cmath>
#include <utility>
#include <vector>

using namespace weightless;
using namespace weightless::ui;

namespace {

HostValue filled(DataType type, double value, int64_t count)
{
    HostTensor tensor = makeHostTensor({type, {count}});
    for (size_t i = 0; i < static_cast<size_t>(count); ++i)
        setElement(tensor, i, value);
    return makeHostValue(std::move(tensor));
}

HostValue text(const char* word)
{
    return makeHostValue(HostTensor {{DataType::String, {1}}, {}, {word}});
}

HostValue sequence(std::vector<HostValue> elements)
{
    return makeHostValue(HostSequence {std::move(elements)});
}

QString verdict(const HostValue& actual, const HostValue& expected)
{
    return ComparisonText::verdict(compareValues(actual, expected));
}

} // namespace

class ComparisonTextTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void eachDisagreementHasItsWords()
    {
        const HostValue one = filled(DataType::Float32, 1, 1), two = filled(DataType::Float32, 2, 1);
        QCOMPARE(verdict(one, one), QStringLiteral("✓ as expected"));
        QCOMPARE(verdict(one, two), QStringLiteral("✗ 1 of 1 elements differ"));
        QCOMPARE(verdict(text("a"), text("b")), QStringLiteral("✗ the elements differ"));
        QCOMPARE(verdict(one, sequence({one})), QStringLiteral("✗ another kind of value"));
        QCOMPARE(verdict(sequence({one}), sequence({})), QStringLiteral("✗ a sequence of 1 instead of 0"));
        QCOMPARE(verdict(sequence({one, one}), sequence({one, filled(DataType::Float16, 1, 1)})),
            QStringLiteral("✗ element 1: float32[1] instead of float16[1]"));
    }

    void detailsSayHowFarApartTheyAre()
    {
        const HostValue actual = filled(DataType::Float32, 1.5, 4), wanted = filled(DataType::Float32, 1, 4);
        const QString details =
            ComparisonText::details(compareValues(actual, wanted), distanceBetween(actual, wanted));
        QCOMPARE(details,
            QStringLiteral("✗ 4 of 4 elements differ\n"
                           "The first at [0]: 1.5 instead of 1\n"
                           "Greatest difference: 0.5\n"
                           "Relative rms of the differences: 0.5\n"
                           "Cosine similarity: 1\n"
                           "Tolerated: 0.001 of the expected number, and 1e-07"));
    }

    void infinitiesArePrinted()
    {
        const HostValue actual = filled(DataType::Float32, INFINITY, 1);
        const HostValue wanted = filled(DataType::Float32, 1, 1);
        const auto distance = distanceBetween(actual, wanted);
        QCOMPARE(ComparisonText::difference(distance), QStringLiteral("inf"));
        QVERIFY(ComparisonText::details(compareValues(actual, wanted), distance)
                    .contains(QLatin1String("The first at [0]: inf instead of 1\nGreatest difference: inf")));
    }

    // Of integers a share of their size says nothing.
    void integersHaveNoRelativeError()
    {
        const HostValue actual = filled(DataType::Int32, 3, 1), wanted = filled(DataType::Int32, 1, 1);
        const auto distance = distanceBetween(actual, wanted);
        QCOMPARE(ComparisonText::difference(distance), QStringLiteral("2"));
        QVERIFY(
            !ComparisonText::details(compareValues(actual, wanted), distance).contains(QLatin1String("rms")));
    }
};

QTEST_APPLESS_MAIN(ComparisonTextTest)
#include "tst_comparisontext.moc"
