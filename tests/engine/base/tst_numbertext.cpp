// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/numbertext.h"

#include <QTest>

using namespace weightless;

class TestNumberText : public QObject {
    Q_OBJECT

private slots:
    void numbers();
    void plurals();
};

void TestNumberText::numbers()
{
    QCOMPARE(formatDigits(1.821412586016697e-07, 3), std::string("1.82e-07"));
    QCOMPARE(formatDigits(0.8475, 2), std::string("0.85"));
    QCOMPARE(formatNumber(0.1), std::string("0.1"));
    QCOMPARE(formatNumber(3), std::string("3"));
}

void TestNumberText::plurals()
{
    QCOMPARE(plural(1, "step"), std::string("step"));
    QCOMPARE(plural(0, "step"), std::string("steps"));
}

QTEST_APPLESS_MAIN(TestNumberText)
#include "tst_numbertext.moc"
