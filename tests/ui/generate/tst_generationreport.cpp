// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/budgetfield.h"
#include "ui/generate/generationreport.h"
#include "ui/generate/generationways.h"
#include "ui/generate/madepictures.h"
#include "ui/language/languages.h"
#include "ui/text/projecttext.h"

#include <QCheckBox>
#include <QLocale>
#include <QTest>

#include <utility>

using namespace weightless;
using namespace weightless::ui;

// What a report says of a run, without one.
class GenerationReportTest : public QObject {
    Q_OBJECT

private slots:
    // A phase is named in one language, its part included.
    void partsAreTranslated()
    {
        const QString english = ProjectText::role(ProjectRole::TextEncoder);
        const Translations translations {QLocale(QStringLiteral("de"))};
        const QString german = ProjectText::role(ProjectRole::TextEncoder);
        QVERIFY(german != english);
        GenerationReportPage::Content content;
        content.phases = {{.kind = diffusion::GenerationPhase::Kind::Load, .part = english.toStdString()},
            {.kind = diffusion::GenerationPhase::Kind::Load, .part = english.toStdString() + " 2"}};
        const QString html = QString::fromUtf8(GenerationReportPage::html(content));
        QVERIFY(!html.contains(english));
        QVERIFY(html.contains(german));
        QVERIFY(html.contains(german + QStringLiteral(" 2")));
    }

    void phasesAreNamed()
    {
        using Kind = diffusion::GenerationPhase::Kind;
        const std::pair<Kind, QString> names[] {{Kind::Plan, QStringLiteral("plan denoiser")},
            {Kind::Load, QStringLiteral("load denoiser")},
            {Kind::Compile, QStringLiteral("compile denoiser")},
            {Kind::Text, QStringLiteral("text (denoiser)")},
            {Kind::Steps, QStringLiteral("steps (denoiser)")},
            {Kind::Decode, QStringLiteral("decode (denoiser)")}};
        for (const auto& [kind, name] : names) {
            GenerationReportPage::Content content;
            content.phases = {{.kind = kind, .part = "denoiser"}};
            const QString html = QString::fromUtf8(GenerationReportPage::html(content));
            QVERIFY2(html.contains(name), qPrintable(html));
        }
    }

    // The costs of a run stand beside a picture that it made.
    void picturesAreOfTheirRuns()
    {
        MadePictures pictures;
        const auto add = [&pictures](const QString& name) {
            QImage picture(8, 8, QImage::Format_RGB888);
            picture.fill(Qt::black);
            return pictures.add({.picture = picture, .prompt = name, .seed = 0, .parameters = name});
        };
        QVERIFY(pictures.ofRun(pictures.run()) == nullptr);
        pictures.beginRun();
        const int first = pictures.run();
        add(QStringLiteral("a"));
        add(QStringLiteral("b"));
        pictures.beginRun();
        add(QStringLiteral("c"));
        pictures.endRun();
        QCOMPARE(pictures.current()->prompt, QStringLiteral("c"));
        QCOMPARE(pictures.ofRun(pictures.run())->prompt, QStringLiteral("c"));
        QCOMPARE(pictures.ofRun(first)->prompt, QStringLiteral("b")); // the newest of it
        pictures.beginRun(); // the same again, in another way
        add(QStringLiteral("a"));
        pictures.endRun();
        QCOMPARE(pictures.ofRun(pictures.run())->prompt, QStringLiteral("a"));
        QCOMPARE(pictures.unsavedCount(), 3);
        pictures.beginRun();
        QVERIFY(pictures.ofRun(pictures.run()) == nullptr);
    }

    // A hundred large pictures are many gigabytes.
    void picturesAreBoundedInBytes()
    {
        MadePictures pictures;
        const QImage large(4096, 4096, QImage::Format_RGB32); // 64 MiB, once for all of them
        const auto add = [&](int number) {
            const QString name = QString::number(number);
            return pictures.add({.picture = large, .prompt = name, .seed = 0, .parameters = name});
        };
        for (int i = 0; i < 8; ++i)
            QCOMPARE(add(i), 0);
        pictures.noteSaved(); // the newest
        QCOMPARE(add(8), 0); // which goes first, and nothing with it
        QCOMPARE(pictures.unsavedCount(), 8);
        QCOMPARE(add(9), 1);
        QCOMPARE(pictures.unsavedCount(), 8);
        QCOMPARE(pictures.current()->prompt, QStringLiteral("9"));
    }

    // Runs that differ in the type of their weights stand side by side in the chart.
    void waysAreToldApart()
    {
        diffusion::GenerationRequest request;
        const QString stored = GenerationWays::nameOf(request);
        request.parts.weightsType = DataType::Float16;
        const QString half = GenerationWays::nameOf(request);
        QVERIFY2(half.startsWith(stored) && half.endsWith(QLatin1String("fp16")), qPrintable(half));
        request.parts.weightsType = DataType::Float32;
        QVERIFY(GenerationWays::nameOf(request) != half);
        QVERIFY(GenerationWays::nameOf(request) != stored);
        // Beside what the device held in all, which is more.
        request.parts.load.deviceBudget = uint64_t {12} << 20;
        QVERIFY(GenerationWays::nameOf(request).endsWith(QLatin1String("weights at most 12 MiB")));
        BudgetField limit;
        QVERIFY(limit.findChild<QCheckBox*>()->text().endsWith(QLatin1String("for weights")));
    }

    // Only the first run of all compiles kernels, which says nothing of its way of loading.
    void waysAreComparedWithoutCompiling()
    {
        GenerationWays ways;
        GenerationSummary summary;
        summary.request.parts.load.mode = LoadMode::Conventional;
        summary.seconds = 12.5;
        summary.compileSeconds = 10.25;
        ways.add(summary);
        QCOMPARE(ways.ways().front().seconds, 2.25);
        QCOMPARE(ways.ways().front().compileSeconds, 10.25);
        const auto told = [](double seconds) {
            return QLatin1Char('>') + QLocale().toString(seconds, 'f', 2) + QLatin1Char('<');
        };
        const QString table = GenerationReportPage::waysTable(ways);
        QVERIFY2(table.contains(told(2.25)) && table.contains(told(10.25)), qPrintable(table));
        GenerationReportPage::Content content;
        content.phases = {{.kind = diffusion::GenerationPhase::Kind::Steps,
            .part = "denoiser",
            .seconds = 4.5,
            .compileSeconds = 1.25}};
        const QString html = QString::fromUtf8(GenerationReportPage::html(content));
        QVERIFY2(html.contains(told(3.25)) && html.contains(told(1.25)), qPrintable(html));
    }
};

QTEST_MAIN(GenerationReportTest)
#include "tst_generationreport.moc"
