// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "engine/session/openedmodel.h"
#include "ui/inspector/duplicatesdialog.h"
#include "ui/text/text.h"

#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace weightless;
using namespace weightless::ui;

class DuplicatesDialogTest : public QObject {
    Q_OBJECT

private slots:
    void equalWeightsAreTold()
    {
        const QTemporaryDir folder;
        const OpenedModel opened = openModel(toUtf8(writeSmallModel(folder.path())), {});
        {
            // One that is closed while it works ends.
            const DuplicatesDialog closed(makeDocument(opened.model));
        }
        DuplicatesDialog none(makeDocument(opened.model));
        QTRY_VERIFY_WITH_TIMEOUT(none.summary().startsWith(QLatin1String("No two")), 30'000);
        QCOMPARE(none.summary(), QStringLiteral("No two weights of 1 KiB or more are the same."));
        Model model = *opened.model;
        size_t large = 0;
        while (model.graph.constants[large]->sizeBytes < 4096)
            ++large;
        auto twin = std::make_shared<ConstantInfo>(*model.graph.constants[large]);
        twin->name = "tw\n\u202Ein"; // shown on one line, as it stands
        model.graph.constants.push_back(twin);
        const ModelDocumentPtr document = makeDocument(std::make_shared<const Model>(model));
        DuplicatesDialog dialog(document);
        QTRY_COMPARE_WITH_TIMEOUT(dialog.rows().rowCount(), 1, 30'000);
        const QStandardItem* group = dialog.rows().item(0);
        QCOMPARE(group->rowCount(), 2);
        QVERIFY2(dialog.summary().contains(QLatin1String("of 1 KiB or more")), qPrintable(dialog.summary()));
        QSignalSpy chosen(&dialog, &DuplicatesDialog::tensorChosen);
        dialog.findChild<QTreeView*>()->setCurrentIndex(group->child(1)->index());
        QCOMPARE(chosen.size(), 1);
        const int row = chosen.front().front().toInt();
        QCOMPARE(document->tensors[static_cast<size_t>(row)].name, fromUtf8(twin->name));
        QCOMPARE(group->child(1)->text(), QStringLiteral("tw in"));
    }
};

QTEST_MAIN(DuplicatesDialogTest)
#include "tst_duplicatesdialog.moc"
