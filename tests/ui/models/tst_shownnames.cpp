// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/inputmodel.h"
#include "ui/models/outlinemodel.h"
#include "ui/models/outputmodel.h"
#include "ui/models/profilemodel.h"
#include "ui/models/tablecell.h"

#include <QTest>

#include <memory>

using namespace weightless;
using namespace weightless::ui;

// A name from a file is on one line, turns no text behind it, and is not laid out over a million letters.
class ShownNamesTest : public QObject {
    Q_OBJECT

private slots:
    void namesAreShownAsNames()
    {
        const QString name = QStringLiteral("e\u202Ev\nil");
        const QString shown = QStringLiteral("ev il");
        InputModel inputs;
        inputs.setInputs({{name.toStdString(), {DataType::Float32, {1}}, {}}});
        const QModelIndex input = inputs.index(0, InputModel::Name);
        QCOMPARE(input.data().toString(), shown);
        QCOMPARE(input.data(Qt::ToolTipRole).toString(), shown);
        inputs.setSource(0, {.kind = InputKind::File});
        QVERIFY2(inputs.problem(0).contains(shown), qPrintable(inputs.problem(0)));
        QVERIFY(inputs.sources().contains(name.toStdString())); // which it is still called

        OutputModel outputs;
        outputs.setOutputs({{name.toStdString(), {DataType::Float32, {1}}, {}}});
        QCOMPARE(outputs.index(0, OutputModel::Name).data().toString(), shown);
        QCOMPARE(outputs.name(0), name);

        QCOMPARE(std::unique_ptr<QStandardItem>(tableCell(name))->text(), shown);
        ProfileModel profile;
        profile.setGrouping(ProfileModel::Grouping::ByStep);
        StepTime step;
        step.node = name.toStdString();
        profile.setSteps({step});
        QCOMPARE(profile.index(0, ProfileModel::NodeName).data().toString(), shown);

        const auto document = std::make_shared<ModelDocument>(std::make_shared<const Model>());
        document->outline.resize(1);
        document->outline[0].name = QString(1'000'000, QLatin1Char('x'));
        OutlineModel outline;
        outline.setDocument(document);
        QCOMPARE_LT(outline.index(0, OutlineModel::Name).data().toString().size(), 2'000);
    }
};

QTEST_MAIN(ShownNamesTest)
#include "tst_shownnames.moc"
