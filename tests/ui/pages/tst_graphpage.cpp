// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/document/selection.h"
#include "ui/models/findmodel.h"
#include "ui/pages/findpanel.h"
#include "ui/pages/graphpage.h"
#include "widgets/elidedname.h"
#include "widgets/elidinglabel.h"
#include "widgets/graph/graphview.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace weightless;
using namespace weightless::ui;

namespace {

struct Opened {
    Opened()
    {
        page.resize(1000, 700);
        page.show();
        page.setDocument(document);
        [&] { QTRY_VERIFY(!page.view().isLayingOut()); }();
        edit = page.findChild<QLineEdit*>();
        table = page.findChild<QTableView*>();
        panel = page.findChild<FindPanel*>();
    }

    Selection selection;
    GraphPage page {selection};
    ModelDocumentPtr document = smallDocument(DemoPart::Sd15Unet);
    QLineEdit* edit = nullptr;
    QTableView* table = nullptr;
    FindPanel* panel = nullptr;
};

// Whether the answer is that to what was asked last.
bool isAbout(const FindModel& model, const QString& asked)
{
    const QString word = asked.section(QLatin1Char(':'), -1);
    const auto holds = [&](int column) { return model.index(0, column).data().toString().contains(word); };
    return holds(FindModel::Name) || holds(FindModel::What);
}

} // namespace

// The graph with its find line, its list and its choices.
class GraphPageTest : public QObject {
    Q_OBJECT

private slots:
    // Whoever asks waits for an answer.
    void withoutAModelNothingIsSaved()
    {
        const QTemporaryDir folder;
        Selection selection;
        GraphPage page(selection);
        QSignalSpy refused(&page, &GraphPage::refused);
        for (const char* const name : {"graph.json", "graph.dot", "graph.svg"})
            page.exportTo(folder.filePath(QLatin1String(name)));
        QCOMPARE(refused.size(), 3);
        QVERIFY(refused.front().front().toString().contains(QLatin1String("no model")));
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    // Inputs and outputs are boxes too: "14 boxes of 12 nodes" was a puzzle.
    void boxesAndNodesAreEachCounted()
    {
        const Opened opened;
        QString count;
        for (const QLabel* label : opened.page.findChildren<QLabel*>()) {
            if (label->text().contains(QLatin1String("box")))
                count = label->text();
        }
        const QString nodes = QStringLiteral(", %1 node(s)")
                                  .arg(QLocale().toString(qlonglong(opened.document->totals.nodeCount)));
        QVERIFY2(count.contains(QLatin1String(" box(es)")) && count.endsWith(nodes), qPrintable(count));
    }

    // "25 boxe…" was the rest of a count of boxes and nodes.
    void aCountWithoutRoomIsShorter()
    {
        widgets::ElidingLabel label(Qt::ElideRight);
        const QString whole = QStringLiteral("25 boxes, 4,329 nodes"), boxes = QStringLiteral("25 boxes");
        label.setWords(whole, boxes);
        const auto shownIn = [&label](int width) {
            label.resize(width, 20);
            return label.shownText();
        };
        const int room = label.fontMetrics().horizontalAdvance(boxes) + 2;
        QCOMPARE(shownIn(label.sizeHint().width()), whole);
        QCOMPARE(shownIn(room), boxes);
        QCOMPARE(shownIn(room / 2), QString()); // "2 …" would be another count
    }

    // As in a window of 1024 pixels: while nothing is looked for its place is the count's.
    void theCountOfBoxesHasRoomInANarrowWindow()
    {
        Opened opened;
        opened.page.resize(540, 400);
        const auto labels = opened.page.findChildren<widgets::ElidingLabel*>();
        const auto found = std::ranges::find_if(
            labels, [](const auto* label) { return label->text().contains(QLatin1String("box")); });
        QVERIFY(found != labels.end());
        QTRY_VERIFY2((*found)->shownText().contains(QLatin1String("box(es)")), qPrintable((*found)->text()));
    }

    void theNameSaysWhatIsSaved_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("begin"); // empty: nothing is written
        QTest::newRow("svg") << QStringLiteral("g.svg") << QByteArray("<?xml");
        QTest::newRow("capitals") << QStringLiteral("g.PNG") << QByteArray("\x89PNG");
        QTest::newRow("no ending") << QStringLiteral("g") << QByteArray();
        QTest::newRow("something else") << QStringLiteral("g.txt") << QByteArray();
    }
    void theNameSaysWhatIsSaved()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, begin);
        const QTemporaryDir folder;
        Opened opened;
        QSignalSpy saved(&opened.page, &GraphPage::saved), refused(&opened.page, &GraphPage::refused);
        opened.page.exportTo(folder.filePath(name));
        QTRY_VERIFY(saved.size() + refused.size() == 1);
        QCOMPARE(saved.isEmpty(), begin.isEmpty());
        if (begin.isEmpty()) {
            QVERIFY(refused[0][0].toString().contains(QLatin1String(".svg")));
            QVERIFY(!QFileInfo::exists(folder.filePath(name)));
            return;
        }
        QFile file(saved[0][0].toString());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.read(begin.size()) == begin);
    }

    // The name that is proposed ends as the kind of file that is chosen.
    void theKindOfFileIsTheEnding()
    {
        Opened opened;
        opened.page.savePicture();
        auto* dialog = opened.page.findChild<QFileDialog*>();
        QVERIFY(dialog);
        const auto ending = [&] { return QFileInfo(dialog->selectedFiles().value(0)).suffix(); };
        QCOMPARE(ending(), QStringLiteral("svg"));
        emit dialog->filterSelected(dialog->nameFilters().last());
        QCOMPARE(ending(), QStringLiteral("json"));
        dialog->reject();
    }

    void findsAsAList()
    {
        Opened opened;
        const QAbstractItemModelTester tester(
            &opened.panel->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(!opened.table->isVisible());
        QSignalSpy found(opened.panel, &FindPanel::found);
        QTest::keyClicks(opened.edit, QStringLiteral("op:Conv"));
        QTRY_VERIFY(opened.panel->model().rowCount() > 10);
        QVERIFY(opened.table->isVisible());
        // Typing opens nothing; going on does.
        QCOMPARE(opened.page.view().selectedNode(), -1);
        const auto hits = opened.panel->model().hits();
        QTest::keyClick(opened.edit, Qt::Key_Return);
        QCOMPARE(opened.page.view().selectedNode(), hits[0].node);
        QTest::keyClick(opened.edit, Qt::Key_Return);
        QCOMPARE(opened.page.view().selectedNode(), hits[1].node);
        QTest::keyClick(opened.edit, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClick(opened.edit, Qt::Key_Up);
        QCOMPARE(opened.table->currentIndex().row(), opened.panel->model().rowCount() - 1);
        QCOMPARE(opened.selection.current().kind,
            hits.back().kind == widgets::GraphHit::Kind::Constant ? SelectedItem::Kind::Tensor
                                                                  : SelectedItem::Kind::Node);
        QTest::keyClick(opened.edit, Qt::Key_Escape);
        QTRY_COMPARE(opened.panel->model().rowCount(), 0);
        QVERIFY(!opened.table->isVisible());
    }

    // What is chosen in the outline is what the graph shows.
    void followsScopes()
    {
        Opened opened;
        QObject other;
        const QStringList groups = opened.page.view().groupPaths();
        int count = 0;
        for (const OutlineItem& item : opened.document->outline) {
            if (item.node >= 0)
                continue;
            ++count;
            QVERIFY(groups.contains(item.path));
            opened.selection.selectScope(item.path, &other);
            QCOMPARE(opened.page.view().selectedGroupPath(), item.path);
            QTRY_VERIFY(!opened.page.view().isLayingOut());
            QVERIFY(opened.selection.current().kind == SelectedItem::Kind::Scope);
        }
        QVERIFY(count > 3);
        // A graph that does not put shape arithmetic together shows its first node instead.
        widgets::GraphDisplay display = opened.page.view().display();
        display.options.foldsPlumbing = false;
        opened.page.view().setDisplay(display);
        QTRY_VERIFY(!opened.page.view().isLayingOut());
        const auto shapes = std::ranges::find_if(opened.document->outline, &OutlineItem::isShapes);
        QVERIFY(shapes != opened.document->outline.end());
        opened.selection.selectScope(shapes->path, &other);
        QCOMPARE(opened.page.view().selectedNode(),
            opened.document->outline[static_cast<size_t>(shapes->children.front())].node);
    }

    void listsTensorsWithWhatTheyAre()
    {
        Opened opened;
        opened.edit->setText(QStringLiteral("conv_in.weight"));
        FindModel& model = opened.panel->model();
        QTRY_VERIFY(model.rowCount() > 0);
        int row = 0;
        while (model.hits()[static_cast<size_t>(row)].kind != widgets::GraphHit::Kind::Constant)
            QVERIFY(++row < model.rowCount());
        QVERIFY(
            model.index(row, FindModel::Name).data().toString().contains(QStringLiteral("conv_in.weight")));
        QVERIFY(
            model.index(row, FindModel::What).data().toString().contains(QStringLiteral("float16 10×4×3×3")));
        QTest::mouseClick(opened.table->viewport(), Qt::LeftButton, {},
            opened.table->visualRect(model.index(row, 0)).center());
        QCOMPARE(opened.page.view().selectedConstant(), model.hits()[static_cast<size_t>(row)].index);
    }

    void whatWasFoundCanBeToldApart()
    {
        Opened opened;
        opened.page.resize(720, 500);
        FindModel& model = opened.panel->model();
        for (const QString& asked : {QStringLiteral("conv1.weight"), QStringLiteral("op:Softmax")}) {
            opened.edit->setText(asked);
            QTRY_VERIFY(model.rowCount() > 1 && isAbout(model, asked));
            QSet<QString> shown;
            for (int row = 0; row < model.rowCount(); ++row)
                shown.insert(widgets::elidedName(model.index(row, 0).data().toString(),
                    opened.table->fontMetrics(), opened.table->columnWidth(FindModel::Name) - 8));
            QCOMPARE(shown.size(), model.rowCount());
            QVERIFY(
                dynamic_cast<widgets::NameDelegate*>(opened.table->itemDelegateForColumn(FindModel::Name)));
        }
        // What all of them are takes no more than it needs.
        QVERIFY(opened.table->columnWidth(FindModel::What)
            < 14 * opened.table->fontMetrics().horizontalAdvance(QLatin1Char('0')));
    }

    void forgetsWhatWasFoundInAnotherModel()
    {
        Opened opened;
        opened.edit->setText(QStringLiteral("conv"));
        QTRY_VERIFY(opened.panel->model().rowCount() > 0);
        opened.page.setDocument({});
        QCOMPARE(opened.panel->model().rowCount(), 0);
        QVERIFY(opened.edit->text().isEmpty());
        QTest::keyClicks(opened.edit, QStringLiteral("conv"));
        QTest::qWait(50);
        QCOMPARE(opened.panel->model().rowCount(), 0);
    }

    void remembersHowGraphsAreShown()
    {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        widgets::GraphDisplay chosen;
        chosen.options.isHorizontal = true;
        chosen.options.foldsPlumbing = false;
        chosen.options.showsAttributes = true;
        chosen.colouring = widgets::GraphColouring::Activations;
        chosen.isForColourBlind = true;
        chosen.showsMinimap = false;
        {
            Selection selection;
            GraphPage page(selection);
            page.view().setDisplay(chosen);
            page.save(settings);
        }
        Selection selection;
        GraphPage page(selection);
        QVERIFY(page.view().display() != chosen);
        page.restore(settings);
        QVERIFY(page.view().display() == chosen);
        settings.setValue(QStringLiteral("graph/colours"), 99);
        page.restore(settings);
        QVERIFY(page.view().display() == chosen);
        page.toggleMinimap();
        QVERIFY(page.view().display().showsMinimap);
    }

    // Times are those of a run, which the next model has not had.
    void anotherModelHasNoTimesYet()
    {
        Opened opened;
        opened.page.colourByTime();
        QVERIFY(opened.page.view().display().colouring == widgets::GraphColouring::Time);
        opened.page.setDocument(opened.document);
        QVERIFY(opened.page.view().display().colouring == widgets::GraphColouring::Category);
        widgets::GraphDisplay display = opened.page.view().display();
        display.colouring = widgets::GraphColouring::Bytes;
        opened.page.view().setDisplay(display);
        opened.page.setDocument(opened.document);
        QVERIFY(opened.page.view().display().colouring == widgets::GraphColouring::Bytes);
    }

    void shapesOfAPlanReachTheGraph()
    {
        Opened opened;
        widgets::GraphDisplay display = opened.page.view().display();
        display.colouring = widgets::GraphColouring::Activations;
        opened.page.view().setDisplay(display);
        const QImage before = opened.page.view().grab().toImage();
        QHash<QString, QString> shapes;
        for (const auto& value : opened.document->graph.values)
            shapes.insert(value.name, QStringLiteral("float16[1, 320, 8, 8]"));
        opened.page.setValueShapes(shapes);
        QVERIFY(opened.page.view().grab().toImage() != before);
        opened.page.setValueShapes({}); // a plan that has nothing to add to what the file says
        QCOMPARE(opened.page.view().grab().toImage(), before);
        std::vector<StepTime> steps {{opened.document->model.graph.nodes[0].name, "Conv", "conv", 1.5}};
        opened.page.setStepTimes(steps);
        opened.page.setStepTimes({{"no such node", "", "", 1}});
    }
};

QTEST_MAIN(GraphPageTest)
#include "tst_graphpage.moc"
