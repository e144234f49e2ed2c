// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "engine/session/openedmodel.h"
#include "ui/compare/diffdialog.h"
#include "ui/compare/difffilter.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"
#include "widgets/graph/graphview.h"
#include "widgets/plaintext.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

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
        const QString bytes = dialog.model().item(1)->child(0, DiffDialog::Bytes)->text();
        widgets::setByteUnits(widgets::ByteUnits::Decimal);
        const QString decimal = dialog.model().item(1)->child(0, DiffDialog::Bytes)->text();
        widgets::setByteUnits(widgets::ByteUnits::Binary);
        QVERIFY2(decimal != bytes, qPrintable(bytes));
        QCOMPARE(dialog.model().item(1)->child(0, DiffDialog::Bytes)->text(), bytes);
        // What uses the constant that is in one alone has other weights, seen from both sides.
        const QString added = dialog.model().item(1)->child(0, 1)->text();
        const widgets::GraphDescription& drawn = dialog.graphs().right().graph();
        const auto user = std::ranges::find_if(drawn.nodes, [&](const auto& node) {
            return std::ranges::any_of(node.constants,
                [&](int each) { return drawn.constants[static_cast<size_t>(each)].name == added; });
        });
        QVERIFY(user != drawn.nodes.end());
        const int node = static_cast<int>(user - drawn.nodes.begin());
        dialog.show();
        const auto isSettled = [&] {
            return !dialog.graphs().left().isLayingOut() && !dialog.graphs().right().isLayingOut();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isSettled() && dialog.graphs().right().visibleItemCount() > 0, 30'000);
        for (widgets::GraphView* view : {&dialog.graphs().left(), &dialog.graphs().right()}) {
            view->selectNode(0);
            QTRY_VERIFY_WITH_TIMEOUT(isSettled(), 30'000);
            view->selectNode(node);
            QTRY_VERIFY_WITH_TIMEOUT(isSettled(), 30'000);
            QVERIFY2(dialog.graphs().message().contains(QLatin1String("weights differ")),
                qPrintable(dialog.graphs().message()));
        }
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

    // Everything fits; headings stay where they are, whatever is sorted or filtered.
    void theListIsSortedFilteredAndCopied()
    {
        const QTemporaryDir folder;
        const QString path = writeSmallModel(folder.path());
        const OpenedModel opened = openModel(toUtf8(path), {});
        Model changed = *opened.model;
        changed.opsets[""] = 1;
        std::vector<std::shared_ptr<const ConstantInfo>>& constants = changed.graph.constants;
        replaceValues(constants[0], 4);
        replaceValues(constants[1], 2);
        DiffDialog dialog(makeDocument(std::make_shared<const Model>(changed)), path);
        QTRY_COMPARE_WITH_TIMEOUT(dialog.model().rowCount(), 2, 30'000);
        dialog.show();
        QTreeView& list = dialog.list();
        QTRY_COMPARE(list.header()->length(), list.viewport()->width());
        dialog.resize(700, 500);
        QTRY_COMPARE(list.header()->length(), list.viewport()->width());
        QVERIFY(list.columnWidth(DiffDialog::Bytes) >= list.header()->sectionSizeHint(DiffDialog::Bytes));

        const auto heading = [&] { return list.model()->index(list.model()->rowCount() - 1, 0); };
        const auto largest = [&](int row) {
            return heading()
                .model()
                ->index(row, DiffDialog::LargestDifference, heading())
                .data(DiffFilter::NumberRole)
                .toDouble();
        };
        QCOMPARE(list.model()->rowCount(heading()), 2);
        list.sortByColumn(DiffDialog::LargestDifference, Qt::DescendingOrder);
        QVERIFY2(largest(0) > largest(1) && largest(1) > 0, qPrintable(QString::number(largest(0))));
        QVERIFY(heading().data().toString().startsWith(QLatin1String("Constants")));
        list.sortByColumn(DiffDialog::LargestDifference, Qt::AscendingOrder);
        QVERIFY(largest(0) < largest(1));
        QVERIFY(heading().data().toString().startsWith(QLatin1String("Constants")));

        list.setFocus();
        const auto filter = dialog.findChildren<QLineEdit*>();
        QCOMPARE(filter.size(), 1);
        filter[0]->setText(fromUtf8(constants[0]->name) + QStringLiteral(" changed"));
        QCOMPARE(list.model()->rowCount(), 1);
        QCOMPARE(list.model()->rowCount(heading()), 1);
        QVERIFY(list.isExpanded(heading()) && list.isFirstColumnSpanned(0, {}));
        list.actions().constFirst()->trigger();
        const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[1].contains(fromUtf8(constants[0]->name)), qPrintable(lines[1]));
        filter[0]->clear();
        QCOMPARE(list.model()->rowCount(), 2);
        QVERIFY(list.isExpanded(list.model()->index(0, 0)));
    }

    // One line each, whatever they hold; a column that is too narrow has the whole one in its tooltip.
    void longFactsCanBeRead()
    {
        const QTemporaryDir folder;
        const QString path = writeSmallModel(folder.path());
        Model changed = *openModel(toUtf8(path), {}).model;
        changed.metadata["names"] = std::string(3000, 'c') + "<b>\n";
        DiffDialog dialog(makeDocument(std::make_shared<const Model>(changed)), path);
        QTRY_COMPARE_WITH_TIMEOUT(dialog.model().rowCount(), 1, 30'000);
        const QAbstractItemModel& shown = *dialog.list().model();
        const QModelIndex fact = shown.index(0, DiffDialog::What, shown.index(0, 0));
        const QString text = fact.data().toString();
        QVERIFY2(text.startsWith(QLatin1String("metadata names: 'ccc")), qPrintable(text));
        QVERIFY2(text.size() < 250 && !text.contains(QLatin1Char('\n')), qPrintable(text));
        QCOMPARE(fact.data(Qt::ToolTipRole).toString(), widgets::plainToolTip(text));
    }

    // They are in no largest difference.
    void valuesThatBecameNanAreTold()
    {
        const QTemporaryDir folder;
        const QString path = writeSmallModel(folder.path());
        Model changed = *openModel(toUtf8(path), {}).model;
        auto other = std::make_shared<ConstantInfo>(*changed.graph.constants[0]);
        const auto bytes = std::make_shared<std::vector<std::byte>>(other->sizeBytes, std::byte {0xff});
        other->value.reset();
        other->source.range = MemoryRange {bytes, 0, bytes->size()};
        changed.graph.constants[0] = other;
        DiffDialog dialog(makeDocument(std::make_shared<const Model>(changed)), path);
        QTRY_COMPARE_WITH_TIMEOUT(dialog.model().rowCount(), 1, 30'000);
        const QModelIndex heading = dialog.model().index(0, 0);
        const QString what = dialog.model().index(0, DiffDialog::What, heading).data().toString();
        QVERIFY2(what.contains(QLatin1String("became or ceased to be NaN or infinite")), qPrintable(what));
    }

private:
    // Zeros but for the first value, which is as large as the exponent says.
    static void replaceValues(std::shared_ptr<const ConstantInfo>& constant, uint8_t exponent)
    {
        auto other = std::make_shared<ConstantInfo>(*constant);
        auto bytes = std::make_shared<std::vector<std::byte>>(constant->sizeBytes);
        const size_t elementBytes = bitWidth(constant->descriptor.type) / 8;
        (*bytes)[elementBytes - 1] = std::byte(0x40 + exponent);
        other->value.reset();
        other->source.range = MemoryRange {bytes, 0, bytes->size()};
        constant = other;
    }
};

QTEST_MAIN(DiffDialogTest)
#include "tst_diffdialog.moc"
