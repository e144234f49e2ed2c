// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generationreport.h"
#include "ui/generate/generationways.h"
#include "ui/language/languages.h"
#include "ui/text/projecttext.h"

#include <QLocale>
#include <QTest>

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
    }
};

QTEST_MAIN(GenerationReportTest)
#include "tst_generationreport.moc"
