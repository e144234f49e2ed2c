// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/inputmodel.h"
#include "ui/models/typednumbers.h"

#include <QLocale>
#include <QScopeGuard>
#include <QTest>

#include <cstdint>
#include <limits>
#include <vector>

using namespace weightless;
using namespace weightless::ui;

namespace {

GraphPort one(DataType type)
{
    return {"x", {type, {1}}, {}};
}

} // namespace

// Numbers that an input is filled with, as they are typed and shown.
class InputNumbersTest : public QObject {
    Q_OBJECT

private slots:
    void numbersAreReadAsTyped_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<double>("value");
        QTest::newRow("whole") << "en"
                               << "1000" << 1000.0;
        QTest::newRow("point") << "en"
                               << "0.125" << 0.125;
        QTest::newRow("point in German") << "de"
                                         << "0.125" << 0.125;
        QTest::newRow("comma in German") << "de"
                                         << "0,125" << 0.125;
        QTest::newRow("exponent") << "de"
                                  << "-1.5e-3" << -0.0015;
        QTest::newRow("many digits") << "en"
                                     << "0.1234567890123456" << 0.1234567890123456;
    }
    void numbersAreReadAsTyped()
    {
        QFETCH(QString, language);
        QFETCH(QString, typed);
        QFETCH(double, value);
        const auto restore = qScopeGuard([before = QLocale()] { QLocale::setDefault(before); });
        QLocale::setDefault(QLocale(language));
        InputModel model;
        model.setInputs({one(DataType::Float64)});
        model.setSource(0, {.kind = InputKind::Number});
        const QModelIndex cell = model.index(0, InputModel::Value);
        QVERIFY(model.setData(cell, typed, Qt::EditRole));
        QCOMPARE(model.source(0).number.value, value);
        // The editor begins with what another digit can follow, and leaves what nobody changed.
        const QString shown = cell.data(Qt::EditRole).toString();
        QCOMPARE(model.mistakeIn(0, shown + QLatin1Char('0')), QString());
        const InputSource before = model.source(0);
        QVERIFY(model.setData(cell, shown, Qt::EditRole));
        QVERIFY(model.source(0) == before);
    }

    void commasThatGroupAreNoNumber()
    {
        const auto restore = qScopeGuard([before = QLocale()] { QLocale::setDefault(before); });
        QLocale::setDefault(QLocale(QStringLiteral("en")));
        InputModel model;
        model.setInputs({one(DataType::Float64)});
        model.setSource(0, {.kind = InputKind::Number});
        QVERIFY(!model.mistakeIn(0, QStringLiteral("0,125")).isEmpty());
    }

    // Told while it is typed, and of one that was chosen for another type, before a run.
    void numbersThatTheTypeCannotHoldAreNotTaken()
    {
        InputModel model;
        model.setInputs({one(DataType::Float32)});
        model.setSource(0, {.kind = InputKind::Number});
        const QModelIndex cell = model.index(0, InputModel::Value);
        QVERIFY(model.setData(cell, QStringLiteral("2.5"), Qt::EditRole));
        QVERIFY(model.problem(0).isEmpty());
        model.setInputs({one(DataType::Int64)});
        QVERIFY2(model.problem(0).contains(QLatin1String("2.5")), qPrintable(model.problem(0)));
        QCOMPARE(cell.data().toString(), QStringLiteral("2.5")); // what is to be mended is shown
        QVERIFY(!model.setData(cell, QStringLiteral("3.5"), Qt::EditRole));
        QVERIFY(model.mistakeIn(0, QStringLiteral("3.5")).contains(QLatin1String("int64")));
        QVERIFY(model.setData(cell, QStringLiteral("3"), Qt::EditRole));
        QVERIFY(model.problem(0).isEmpty());
    }

    // The elements of a small input, one by one.
    void listsOfNumbersAreReadAsTyped()
    {
        const auto restore = qScopeGuard([before = QLocale()] { QLocale::setDefault(before); });
        QLocale::setDefault(QLocale::c());
        InputModel model;
        model.setInputs({{"x", {DataType::Float32, {1, 3}}, {}}});
        model.setSource(0, {.kind = InputKind::Number});
        const QModelIndex cell = model.index(0, InputModel::Value);
        for (const char* text : {"1, 2.5, -3", "[1, 2.5, -3]", "1 2.5 -3", "1;2.5; -3"}) {
            QVERIFY2(model.setData(cell, QString::fromLatin1(text), Qt::EditRole), text);
            QCOMPARE(cell.data(Qt::EditRole).toString(), QStringLiteral("1, 2.5, -3"));
        }
        const HostTensor values = makeInput("x", model.inputs()[0].descriptor, model.source(0));
        QCOMPARE(elementAsDouble(values, 1), 2.5);
        QCOMPARE(elementAsDouble(values, 2), -3.0);
        QVERIFY(!model.setData(cell, QStringLiteral("1, 2"), Qt::EditRole));
        QVERIFY(model.mistakeIn(0, QStringLiteral("1, 2")).contains(QLatin1String("2 numbers")));
        QVERIFY(!model.mistakeIn(0, QStringLiteral("1, 2, x")).isEmpty());
        // What no longer fits is told before the run; one number fills any shape.
        model.setShapes({{"x", {2, 3}}});
        QVERIFY(!model.problem(0).isEmpty());
        QVERIFY(model.setData(cell, QStringLiteral("7"), Qt::EditRole));
        QVERIFY(model.problem(0).isEmpty() && model.source(0).list.empty());
    }

    void listsAreReadInEveryLanguage_data()
    {
        using List = std::vector<double>;
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<List>("expected"); // none: it is refused
        for (const char* language : {"en_US", "de_DE", "fr_FR", "sv_SE", "de_CH"}) {
            const auto row = [language](const char* typed, const List& expected) {
                QTest::addRow("%s: %s", language, typed)
                    << QString::fromLatin1(language) << QString::fromLatin1(typed) << expected;
            };
            const bool isCommaDecimal =
                QLocale(QString::fromLatin1(language)).decimalPoint() == QLatin1String(",");
            row("[480,640]", {480, 640});
            row("[ 1.5,-2e3 ]", {1.5, -2000});
            row("[[1, 2], [3, 4]]", {1, 2, 3, 4});
            row("[[1. 2.]\n [3. 4.]]", {1, 2, 3, 4});
            row("[1, 2,]", {1, 2});
            row("[[1, 2,], [3, 4,],]", {1, 2, 3, 4});
            row("1; 2.5;3", {1, 2.5, 3});
            row("1, 2.5, 3", {1, 2.5, 3});
            row("480,640", isCommaDecimal ? List {480.64} : List {480, 640});
            row("1,5; 2,5", isCommaDecimal ? List {1.5, 2.5} : List {1, 5, 2, 5});
            row("1,2,3", isCommaDecimal ? List {} : List {1, 2, 3});
            for (const char* refused : {"1, ,2", "1,,2", "1,, 2", "[1,,2]", "[, 1]", "[]", "", "[1, 2",
                     "1, 2]", "[1] [2]", "[1], 2", "][", "[[1, 2]", "[1, x]", "[[1,,], 2]", "[[1], [,]]"})
                row(refused, {});
        }
    }
    void listsAreReadInEveryLanguage()
    {
        QFETCH(QString, language);
        QFETCH(QString, typed);
        QFETCH(std::vector<double>, expected);
        const auto restore = qScopeGuard([before = QLocale()] { QLocale::setDefault(before); });
        QLocale::setDefault(QLocale(language));
        std::vector<double> values;
        for (const FillNumber& number : numbersIn(typed).value_or(std::vector<FillNumber>()))
            values.push_back(number.value);
        QCOMPARE(values, expected);
    }

    // Integers beyond a double's 53 bits.
    void wholeNumbersKeepTheirDigits()
    {
        InputModel model;
        model.setInputs({one(DataType::UInt64)});
        model.setSource(0, {.kind = InputKind::Number});
        const QModelIndex cell = model.index(0, InputModel::Value);
        QVERIFY(model.setData(cell, QStringLiteral("18446744073709551615"), Qt::EditRole));
        QCOMPARE(cell.data(Qt::EditRole).toString(), QStringLiteral("18446744073709551615"));
        QCOMPARE(model.source(0).number.large.value_or(0), std::numeric_limits<uint64_t>::max());
        model.setInputs({one(DataType::Int64)});
        for (const char* digits : {"1234567890123456", "-9223372036854775807"}) {
            QVERIFY(model.setData(cell, QString::fromLatin1(digits), Qt::EditRole));
            QCOMPARE(cell.data(Qt::EditRole).toString(), QString::fromLatin1(digits));
        }
        QVERIFY(model.setData(cell, QStringLiteral("-9223372036854775807"), Qt::EditRole));
        QCOMPARE(model.source(0).number.whole.value_or(0), -std::numeric_limits<int64_t>::max());
        QVERIFY(!model.source(0).number.large);
        // What was never changed is no other number for having been looked at.
        model.setSource(0, {.kind = InputKind::Number});
        QVERIFY(model.setData(cell, cell.data(Qt::EditRole), Qt::EditRole));
        QVERIFY(model.source(0) == InputSource {.kind = InputKind::Number});
    }
};

QTEST_MAIN(InputNumbersTest)
#include "tst_inputnumbers.moc"
