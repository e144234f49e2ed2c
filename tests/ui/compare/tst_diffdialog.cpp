// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "engine/session/openedmodel.h"
#include "ui/compare/diffdialog.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"
#include "widgets/graph/graphview.h"

#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

class DiffDialogTest : public QObject {
    Q_OBJECT

private slots:
    void tellsWhatDiffers()
    {
        const QTemporaryDir folder;
        const QString path = writeSmallModel(folder.path());
        const OpenedModel opened = openModel(toUtf8(path), {});
        {
            DiffDialog same(makeDocument(opened.model), path);
            QTRY_VERIFY_WITH_TIMEOUT(same.summary().contains(QLatin1String("equal:")), 30'000);
            QCOMPARE(same.model().rowCount(), 0);
        }
        Model changed = *opened.model;
        changed.opsets[""] = 1;
        changed.graph.nodes.pop_back();
        changed.graph.constants.pop_back();
        const ModelDocumentPtr document = makeDocument(std::make_shared<const Model>(changed));
        DiffDialog dialog(document, path);
        QTRY_COMPARE_WITH_TIMEOUT(dialog.model().rowCount(), 3, 30'000);
        QVERIFY2(dialog.summary().contains(QLatin1String("differ by +")), qPrintable(dialog.summary()));
        QCOMPARE(dialog.model().item(1)->child(0)->text(), QStringLiteral("added"));
        QVERIFY(!dialog.model().item(1)->child(0, 1)->text().isEmpty());
        const QString bytes = dialog.model().item(1)->child(0, 3)->text();
        widgets::setByteUnits(widgets::ByteUnits::Decimal);
        const QString decimal = dialog.model().item(1)->child(0, 3)->text();
        widgets::setByteUnits(widgets::ByteUnits::Binary);
        QVERIFY2(decimal != bytes, qPrintable(bytes));
        QCOMPARE(dialog.model().item(1)->child(0, 3)->text(), bytes);
        // What uses the constant that is in one alone has other weights there.
        const QString added = dialog.model().item(1)->child(0, 1)->text();
        const widgets::GraphDescription& drawn = dialog.graphs().right().graph();
        const auto user = std::ranges::find_if(drawn.nodes, [&](const auto& node) {
            return std::ranges::any_of(node.constants,
                [&](int each) { return drawn.constants[static_cast<size_t>(each)].name == added; });
        });
        QVERIFY(user != drawn.nodes.end());
        dialog.graphs().right().selectNode(static_cast<int>(user - drawn.nodes.begin()));
        QTRY_VERIFY2_WITH_TIMEOUT(dialog.graphs().message().contains(QLatin1String("weights differ")),
            qPrintable(dialog.graphs().message()), 30'000);
        // The graphs are in step: who is who was found, also behind what is in one alone.
        dialog.show();
        widgets::GraphPair& graphs = dialog.graphs();
        QTRY_VERIFY_WITH_TIMEOUT(!graphs.left().isLayingOut() && !graphs.right().isLayingOut()
                && graphs.right().visibleItemCount() > 0,
            30'000);
        graphs.left().selectNode(static_cast<int>(changed.graph.nodes.size()) - 1);
        QTRY_COMPARE(graphs.right().selectedNode(), static_cast<int>(changed.graph.nodes.size()) - 1);
        const int input = static_cast<int>(document->graph.nodes.size()) - 1;
        graphs.left().selectNode(input);
        QTRY_COMPARE(graphs.right().graph().nodes[static_cast<size_t>(graphs.right().selectedNode())].name,
            document->graph.nodes[static_cast<size_t>(input)].name);

        DiffDialog broken(makeDocument(opened.model), folder.filePath(QStringLiteral("nowhere.onnx")));
        QTRY_VERIFY_WITH_TIMEOUT(broken.summary().contains(QLatin1String("nowhere.onnx"))
                && !broken.summary().startsWith(QLatin1String("Comparing")),
            30'000);
        // One that is closed while it works ends.
        const DiffDialog closed(makeDocument(opened.model), path);
    }
};

QTEST_MAIN(DiffDialogTest)
#include "tst_diffdialog.moc"
