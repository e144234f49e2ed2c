// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/modeldocument.h"
#include "ui/text/loadtext.h"
#include "ui/text/propertiestext.h"
#include "widgets/capacitybar.h"
#include "widgets/formatduration.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ui;

class LoadTextTest : public QObject {
    Q_OBJECT

private slots:
    // A plan that waits for values of the run tells less than it will take.
    void aLowerBoundIsCalledOne()
    {
        BuiltGraph graph;
        graph.predictions.fill({.deviceWeightsBytes = 4096, .deviceActivationsBytes = 2048});
        QString text = LoadText::prediction(graph, graph.prediction(LoadMode::Streamed));
        QVERIFY2(!text.contains(QLatin1String("at least")), qPrintable(text));
        QVERIFY(text.endsWith(QStringLiteral("✓ fits")));
        graph.plan.isComplete = false;
        text = LoadText::prediction(graph, graph.prediction(LoadMode::Streamed));
        QVERIFY2(text.contains(QLatin1String("activations, at least")), qPrintable(text));
        QVERIFY2(text.contains(QLatin1String("as far as is known")), qPrintable(text));

        widgets::CapacityBar bar;
        bar.setNeeds({{QStringLiteral("Weights"), 4096}}, 8192);
        QVERIFY2(!bar.caption().contains(QLatin1String("at least")), qPrintable(bar.caption()));
        bar.setNeeds({{QStringLiteral("Weights"), 4096}}, 8192, widgets::CapacityBar::Knowledge::Least);
        QVERIFY2(bar.caption().contains(QLatin1String("at least")), qPrintable(bar.caption()));
        bar.setLoaded(4096);
        QCOMPARE(bar.caption(), QStringLiteral("4 KiB loaded, a run takes at least 4 KiB"));
        bar.setScope(QStringLiteral("Planned sizes"));
        QCOMPARE(bar.caption(), QStringLiteral("Planned sizes: 4 KiB loaded, a run takes at least 4 KiB"));
        // Where there is no room for both the figures are what is read.
        const QString figures = QStringLiteral("4 KiB loaded, a run takes at least 4 KiB");
        const int exact = bar.fontMetrics().horizontalAdvance(figures) + 2;
        QCOMPARE(bar.captionIn(10 * exact), bar.caption());
        QCOMPARE(bar.captionIn(exact), figures);
        const QString shortened =
            bar.captionIn(exact + bar.fontMetrics().horizontalAdvance(QStringLiteral("Planned: ")));
        QVERIFY2(
            shortened.startsWith(QLatin1Char('P')) && shortened.endsWith(figures), qPrintable(shortened));
        QVERIFY(bar.toolTip().contains(QLatin1String("Planned sizes")));
        bar.setScope({});
        bar.setLoaded(0);
        QVERIFY2(bar.caption().startsWith(QLatin1String("Needs")), qPrintable(bar.caption()));
    }

    // A figure of which the end is cut off says nothing.
    void figuresAreSaidInFewWordsWhereThereIsNoRoom()
    {
        widgets::CapacityBar bar;
        const auto widthOf = [&bar](const char* words) {
            return bar.fontMetrics().horizontalAdvance(QString::fromUtf8(words));
        };
        bar.setNeeds({{QStringLiteral("Weights"), 4096}}, 8192);
        QCOMPARE(bar.captionIn(widthOf("Needs 4 KiB of 8 KiB")), QStringLiteral("Needs 4 KiB of 8 KiB"));
        QCOMPARE(bar.captionIn(widthOf("Needs 4 KiB of 8 KiB") - 1), QStringLiteral("Needs 4 KiB"));
        QCOMPARE(bar.captionIn(widthOf("Needs 4 KiB") - 1), QStringLiteral("4 KiB"));
        QVERIFY(bar.captionIn(widthOf("4 KiB") - 1).endsWith(QStringLiteral("…")));
        bar.setLoaded(4096);
        const QString all = QStringLiteral("4 KiB loaded, a run takes 4 KiB");
        QCOMPARE(bar.captionIn(widthOf("Loaded, a run: 4 KiB")), QStringLiteral("Loaded, a run: 4 KiB"));
        QCOMPARE(bar.captionIn(widthOf("Loaded, a run: 4 KiB") - 1), QStringLiteral("A run: 4 KiB"));
        QVERIFY2(bar.toolTip().contains(all), qPrintable(bar.toolTip()));
        QVERIFY2(bar.accessibleDescription().contains(all), qPrintable(bar.accessibleDescription()));
        bar.setNeeds({{QStringLiteral("Weights"), 4096}}, 8192, widgets::CapacityBar::Knowledge::Least);
        QCOMPARE(bar.captionIn(widthOf("A run: ≥ 4 KiB")), QStringLiteral("A run: ≥ 4 KiB"));
        bar.setProblem(QStringLiteral("too much"));
        QCOMPARE(bar.captionIn(widthOf("⚠ A run: ≥ 4 KiB")), QStringLiteral("⚠ A run: ≥ 4 KiB"));
    }

    // Pages that are bound in place are no weights on the device, and none of them is missing there.
    void whatIsBoundIsToldApartFromCopies()
    {
        BuiltGraph graph;
        graph.predictions.fill({.importedBytes = 4096});
        const LoadPrediction& needs = graph.prediction(LoadMode::ZeroCopy);
        const QString before = LoadText::prediction(graph, needs);
        QVERIFY2(before.contains(QLatin1String("copied weights")), qPrintable(before));
        QVERIFY2(before.contains(QLatin1String("bound in place")), qPrintable(before));
        QVERIFY2(before.contains(QLatin1String("CPU")), qPrintable(before));
        // What a load takes is no need of what is loaded.
        const QString after = LoadText::prediction(graph, needs, true);
        QVERIFY2(after.contains(QLatin1String("4 KiB")), qPrintable(after));
        QVERIFY2(!after.contains(QLatin1String("CPU")), qPrintable(after));
    }

    // What a run took is not guessed any more.
    void aRunThatWasMeasuredIsNoGuess()
    {
        LoadPrediction needs;
        needs.runSeconds = 0.0672;
        const QString guessed = LoadText::budget(needs, false);
        QVERIFY2(guessed.contains(QLatin1String("a guess")), qPrintable(guessed));
        QVERIFY2(guessed.contains(QLatin1String("about 70 ms")), qPrintable(guessed));
        const QString measured = LoadText::budget(needs, false, 0.0125);
        QVERIFY2(measured.contains(widgets::formatDuration(0.0125)), qPrintable(measured));
        QVERIFY2(!measured.contains(QLatin1String("a guess")), qPrintable(measured));
    }

    // A part does some work over again; what was shown before is not taken back.
    void aContinuedLoadGoesForward()
    {
        LoadFeed feed(10, 2.5, 0.9);
        QCOMPARE(feed.wholeFraction(), 0.9);
        feed.fraction = 0.5;
        QCOMPARE(feed.wholeFraction(), 0.95);
        feed.fraction = 1;
        QCOMPARE(feed.wholeFraction(), 1.0);
    }

    // With a device budget all is known, not set: what stays is told apart from what comes with runs.
    void whatComesWithRunsDoesNotStay()
    {
        LoadFeed feed(10);
        for (size_t i = 0; i < 10; ++i)
            feed.markSet(i, 0.1F, i >= 4);
        feed.constantsSet = 10;
        feed.bytesSet = 2048;
        feed.byteCount = 2048;
        const QString text = LoadText::amount(feed, 8192);
        QCOMPARE(text,
            QStringLiteral("4 of 10 constants stay (2 KiB of 8 KiB); 6 constant(s) come with each run"));
        feed.markHollow(9);
        feed.markHollow(0);
        feed.markSet(8, 0.2F, true);
        feed.constantsSet = 8;
        QVERIFY2(LoadText::amount(feed, 8192).contains(QLatin1String("3 of 10 constants stay")),
            qPrintable(LoadText::amount(feed, 8192)));
        for (size_t i = 0; i < 10; ++i)
            feed.markSet(i, 0.3F, false);
        feed.constantsSet = 10;
        feed.bytesSet = feed.byteCount = 8192;
        QCOMPARE(LoadText::amount(feed, 8192), QStringLiteral("10 of 10 constants, 8 KiB of 8 KiB"));
    }

    // The chart beside it shows the whole load; setting the constants is only its end.
    void aLoadTakesWhatItsChartShows()
    {
        LoadResult result;
        result.report.seconds = 0.0015;
        const QString text = LoadText::result(result, 0.01179);
        QVERIFY2(text.contains(widgets::formatDuration(0.01179)), qPrintable(text));
    }

    void openingIsTimedAsFinelyAsLoading()
    {
        ModelDocument document = *makeDocument(std::make_shared<const Model>());
        document.openSeconds = 0.00123;
        const QString text = PropertiesText::model(document);
        QVERIFY2(text.contains(widgets::formatDuration(0.00123)), qPrintable(text));
    }

    void whatWasBoundHasNoSpeed()
    {
        LoadResult result;
        QVERIFY(!LoadText::isAllBound(result));
        result.report.bytesByPath[static_cast<size_t>(LoadPath::Imported)] = 1024;
        QVERIFY(LoadText::isAllBound(result));
        result.report.bytesByPath[static_cast<size_t>(LoadPath::Direct)] = 1;
        QVERIFY(!LoadText::isAllBound(result));
    }

    // A fallback is told, with what it cost.
    void refusedPagesAreTold()
    {
        LoadResult result;
        result.report.mode = LoadMode::ZeroCopy;
        result.report.bytesByPath[static_cast<size_t>(LoadPath::Imported)] = 1024;
        QVERIFY(!LoadText::result(result, 0.004).contains(QLatin1String("refused")));
        result.report.refusedBytes = 3072;
        const QString text = LoadText::result(result, 0.004);
        QVERIFY2(text.contains(QLatin1String("refused")), qPrintable(text));
        QVERIFY2(text.contains(QLatin1String("3 KiB")), qPrintable(text));
    }
};

QTEST_MAIN(LoadTextTest)
#include "tst_loadtext.moc"
