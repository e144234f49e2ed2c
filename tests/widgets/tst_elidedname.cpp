// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/elidedname.h"
#include "widgets/plaintext.h"

#include <QFontDatabase>
#include <QFontMetrics>
#include <QLocale>
#include <QSet>
#include <QTest>

using weightless::widgets::elidedName;
using weightless::widgets::elidedPlace;
using weightless::widgets::NameDelegate;
using weightless::widgets::plainToolTip;
using weightless::widgets::shownName;

// Names that are cut can still be told apart.
class ElidedNameTest : public QObject {
    Q_OBJECT

private slots:
    void scopesKeepTheirNumbers()
    {
        QSet<QString> shown;
        for (const char* block : {"up", "down"}) {
            for (int i = 0; i < 4; ++i) {
                for (int j = 0; j < 3; ++j) {
                    const QString name = QStringLiteral("%1_blocks.%2.resnets.%3.conv1.weight")
                                             .arg(QLatin1String(block))
                                             .arg(i)
                                             .arg(j);
                    const QString text = elidedName(name, m_metrics, lettersWide(26));
                    QVERIFY2(m_metrics.horizontalAdvance(text) <= lettersWide(26), qPrintable(text));
                    QVERIFY2(text.endsWith(QLatin1String(".conv1.weight")), qPrintable(text));
                    shown.insert(text);
                }
            }
        }
        QCOMPARE(shown.size(), 24);
    }

    // Where there is no room to say that scopes are cut: neighbours are still told apart.
    void narrowNamesAreToldApart()
    {
        const auto shown = [&](const char* name, int letters) {
            const QString text = elidedName(QString::fromLatin1(name), m_metrics, lettersWide(letters));
            return m_metrics.horizontalAdvance(text) <= lettersWide(letters) ? text : QString();
        };
        const QString expected = QStringLiteral("u.0.r.1.conv1.weight");
        QCOMPARE(elidedName(QStringLiteral("up_blocks.0.resnets.1.conv1.weight"), m_metrics,
                     m_metrics.horizontalAdvance(expected)),
            expected);
        for (const int letters : {11, 14, 18}) {
            const QString first = shown("up_blocks.0.resnets.0.conv1.weight", letters);
            const QString second = shown("up_blocks.0.resnets.1.conv1.weight", letters);
            QVERIFY2(!first.isEmpty() && first != second, qPrintable(first));
        }
        const QString deep = shown("a_long.0.path.1.of.2.many.3.scopes.4.to.5.a.6.bias", 12);
        QVERIFY2(deep.endsWith(QLatin1String("a.6.bias")), qPrintable(deep));
    }

    void paths()
    {
        const QString name =
            QStringLiteral("/down_blocks.2/attentions.1/transformer_blocks.0/attn2/to_q/MatMul");
        const QString text = elidedName(name, m_metrics, lettersWide(44));
        QVERIFY2(m_metrics.horizontalAdvance(text) <= lettersWide(44), qPrintable(text));
        QVERIFY2(text.startsWith(QLatin1String("/dow")), qPrintable(text));
        QVERIFY2(text.endsWith(QLatin1String("/to_q/MatMul")), qPrintable(text));
        QVERIFY2(
            text.contains(QStringLiteral("….2/")) && text.contains(QStringLiteral("….1/")), qPrintable(text));
    }

    // Of scopes as deep as a file may have them as many are left as there is room for.
    void deepNamesFillTheirWidth()
    {
        const QString name = QStringLiteral("ab.").repeated(329) + QStringLiteral("weight.7");
        const int width = lettersWide(30);
        const QString text = elidedName(name, m_metrics, width);
        QVERIFY2(text.startsWith(QStringLiteral("….a.")) && text.endsWith(QLatin1String(".ab.weight.7")),
            qPrintable(text));
        QVERIFY(m_metrics.horizontalAdvance(text) <= width);
        QVERIFY(m_metrics.horizontalAdvance(QStringLiteral("….a") + text.sliced(1)) > width);
    }

    void whatFitsIsWhole()
    {
        const QString name = QStringLiteral("conv_in.weight");
        QCOMPARE(elidedName(name, m_metrics, m_metrics.horizontalAdvance(name)), name);
    }

    void narrowIsCutAnyway_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("one word") << QString(5000, QLatin1Char('x'));
        QTest::newRow("nothing but separators") << QString(900, QLatin1Char('/'));
        QTest::newRow("many words") << QStringLiteral("encoder.layer.").repeated(60);
        QTest::newRow("pairs of surrogates") << QStringLiteral("a/") + QStringLiteral("😀").repeated(30);
    }

    void narrowIsCutAnyway()
    {
        QFETCH(QString, name);
        for (const int letters : {0, 1, 5, 20}) {
            const QString text = elidedName(name, m_metrics, lettersWide(letters));
            QVERIFY(m_metrics.horizontalAdvance(text) <= lettersWide(letters));
            QVERIFY(text.isValidUtf16());
        }
    }

    // Whatever a file calls a thing, what stands beside and below it is read as it should be.
    void namesKeepToThemselves_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << QStringLiteral("conv_in.weight 名前 שם")
                               << QStringLiteral("conv_in.weight 名前 שם");
        QTest::newRow("override") << QStringLiteral("a\u202Eb\u202Cc") << QStringLiteral("abc");
        QTest::newRow("isolate") << QStringLiteral("\u2066a\u2069") << QStringLiteral("a");
        QTest::newRow("lines") << QStringLiteral("a\nb\u2028c\u2029d\te\u0085f")
                               << QStringLiteral("a b c d e f");
        QTest::newRow("bell") << QStringLiteral("a\ab") << QStringLiteral("a\uFFFDb");
    }

    void namesKeepToThemselves()
    {
        QFETCH(QString, name);
        QFETCH(QString, shown);
        QCOMPARE(shownName(name), shown);
        QCOMPARE(NameDelegate(nullptr).displayText(name, QLocale()), shown);
        const QString toolTip = plainToolTip(name + QStringLiteral("\nbelow"));
        QVERIFY(toolTip.endsWith(QLatin1String("\nbelow")));
        QVERIFY(!toolTip.contains(QChar(0x202E)) && !toolTip.contains(QChar(0x2066)));
    }

    // What has no place to break at is laid out whole: a name of a million letters takes minutes.
    void longNamesAreShortened()
    {
        const QString name =
            QLatin1String("first") + QString(1'000'000, QLatin1Char('x')) + QLatin1String("last");
        const QString shown = shownName(name);
        QCOMPARE(shown.size(), weightless::widgets::longestShownName);
        QVERIFY(shown.startsWith(QLatin1String("firstx")) && shown.endsWith(QLatin1String("xlast")));
        QCOMPARE(shown.count(QChar(0x2026)), 1);
        QCOMPARE(NameDelegate(nullptr).displayText(name, QLocale()), shown);
        QCOMPARE(shownName(name, 11), QStringLiteral("first\u2026xlast"));
        const QString toolTip = plainToolTip(name);
        QCOMPARE_LT(toolTip.size(), 10'000);
        QVERIFY(toolTip.startsWith(QLatin1String("firstx")) && toolTip.endsWith(QLatin1String("xlast")));
        // A letter of two units stays whole or goes.
        const QString letter = QStringLiteral("\U0001F600");
        QCOMPARE(shownName(letter + letter + letter, 4), letter + QChar(0x2026));
        QCOMPARE(shownName(letter + letter + letter, 5), letter + QChar(0x2026) + letter);
    }

    // A number without its first digits is another number.
    void placesKeepTheirOffset()
    {
        const QString place = QStringLiteral("a_model_of_some_length.onnx_data @ 1149033");
        QCOMPARE(elidedPlace(place, m_metrics, m_metrics.horizontalAdvance(place)), place);
        for (const int letters : {16, 20, 28}) {
            const QString text = elidedPlace(place, m_metrics, lettersWide(letters));
            QVERIFY2(text.endsWith(QLatin1String(" @ 1149033")), qPrintable(text));
            QVERIFY(m_metrics.horizontalAdvance(text) <= lettersWide(letters));
        }
        for (const int letters : {0, 1, 5})
            QVERIFY(m_metrics.horizontalAdvance(elidedPlace(place, m_metrics, lettersWide(letters)))
                <= lettersWide(letters));
        QCOMPARE(elidedPlace(QStringLiteral("memory"), m_metrics, 1000), QStringLiteral("memory"));
    }

private:
    [[nodiscard]] int lettersWide(int letters) const
    {
        return letters * m_metrics.horizontalAdvance(QLatin1Char('n'));
    }

    QFontMetrics m_metrics {QFontDatabase::systemFont(QFontDatabase::GeneralFont)};
};

QTEST_MAIN(ElidedNameTest)
#include "tst_elidedname.moc"
