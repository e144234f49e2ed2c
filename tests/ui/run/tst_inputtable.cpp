// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/inputmodel.h"
#include "ui/run/inputdelegate.h"
#include "ui/run/inputdrops.h"
#include "ui/run/inputtable.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QUrl>
#include <QVBoxLayout>

using namespace weightless;
using namespace weightless::ui;

namespace {

std::vector<GraphPort> pictures(int count)
{
    std::vector<GraphPort> inputs;
    for (int i = 0; i < count; ++i)
        inputs.push_back({"image" + std::to_string(i), {DataType::Float32, {1, 3, 32, 32}}});
    return inputs;
}

} // namespace

// Choosing where inputs come from, with the mouse and without.
class InputTableTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_model.setInputs({});
        m_model.setInputs(pictures(3));
        m_page = std::make_unique<QWidget>();
        m_table = new InputTable(m_model, m_page.get());
        auto* layout = new QVBoxLayout(m_page.get());
        layout->addWidget(m_table, 100);
        layout->addStretch(1);
        m_page->resize(700, 600);
        m_page->show();
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        m_table->setFocus();
    }
    void cleanup() { m_page.reset(); }

    void aClickOpensTheChoicesWhole()
    {
        click(InputModel::Source);
        QMenu* menu = shownMenu();
        QVERIFY(menu != nullptr);
        QVERIFY(!menu->accessibleName().isEmpty());
        QCOMPARE(menu->actions().size(), 9);
        QVERIFY(menu->actions()[0]->isChecked());
        for (const QAction* action : menu->actions())
            QVERIFY(menu->width() > menu->fontMetrics().horizontalAdvance(action->text()));
        menu->actions()[6]->trigger();
        menu->close();
        QCOMPARE(m_model.source(1).kind, InputKind::Image);
        QCOMPARE(m_model.source(1).imageRange, ImageRange::MinusOneToOne);
        QVERIFY(m_table->hasFocus());
        // The file is what comes next.
        QCOMPARE(m_table->currentIndex(), m_model.index(1, InputModel::Value));
    }

    // On its row, or beside the rows, where the first that it fits gets it; a model is nobody's input.
    void filesAreDroppedOnInputs()
    {
        std::vector<GraphPort> inputs = pictures(1);
        inputs.insert(inputs.begin(), {"ids", {DataType::Int64, {1, 7}}});
        inputs.push_back({"image1", {DataType::Float32, {1, 3, 32, 32}}});
        m_model.setInputs(inputs);
        new InputDrops(*m_page, *m_table, m_model);
        QVERIFY(drop("/a/cat.PNG", onRow(2)));
        QCOMPARE(m_model.source(2).kind, InputKind::Image);
        QVERIFY(m_model.source(2).path == "/a/cat.PNG");
        QVERIFY(drop("/a/ids.npy", onRow(0)));
        QCOMPARE(m_model.source(0).kind, InputKind::File);
        m_table->setCurrentIndex({});
        QVERIFY(drop("/a/dog.jpg", {5, m_page->height() - 5}));
        QVERIFY(m_model.source(1).path == "/a/dog.jpg");
        QVERIFY(!drop("/a/other.onnx", onRow(1)));
        QVERIFY(m_model.source(1).path == "/a/dog.jpg");
    }

    // The table has rows below what is seen of it, too.
    void aFileBesideTheTableIsForTheCurrentRow()
    {
        std::vector<GraphPort> inputs;
        for (int i = 0; i < 60; ++i)
            inputs.push_back({"past" + std::to_string(i), {DataType::Float32, {1, 4}}});
        m_model.setInputs(inputs);
        new InputDrops(*m_page, *m_table, m_model);
        m_table->setMaximumHeight(m_page->height() / 2);
        QTRY_VERIFY(m_table->viewport()->height() < m_page->height() / 2);
        m_table->setCurrentIndex(m_model.index(2, InputModel::Value));
        const QPoint below {m_page->width() / 2, m_page->height() - 5};
        QVERIFY(m_table->indexAt(m_table->viewport()->mapFrom(m_page.get(), below)).row() > 2);
        QVERIFY(drop("/a/ones.npy", below));
        QCOMPARE(m_table->currentIndex().row(), 2);
        QVERIFY(m_model.source(2).path == "/a/ones.npy");
    }

    void aPictureOutlivesASizeOfZero()
    {
        m_model.setInputs(pictures(1));
        m_model.setSource(0, {.kind = InputKind::Image, .path = "/a/cat.png"});
        std::vector<GraphPort> empty = pictures(1);
        empty[0].descriptor.shape[0] = 0;
        m_model.setInputs(empty);
        QVERIFY(m_model.problem(0).contains(QLatin1String("without elements")));
        m_model.setInputs(pictures(1));
        QCOMPARE(m_model.source(0).kind, InputKind::Image);
        QVERIFY(m_model.source(0).path == "/a/cat.png");
        QCOMPARE(m_model.problem(0), QString());
    }

    // Chosen where a picture was asked for.
    void aTensorIsNoPicture()
    {
        m_model.setSource(0, {.kind = InputKind::Image});
        QVERIFY(
            m_model.setData(m_model.index(0, InputModel::Value), QStringLiteral("/a/x.npy"), Qt::EditRole));
        QCOMPARE(m_model.source(0).kind, InputKind::File);
    }

    // A path has no room in a column, and its end tells files apart.
    void aFileIsShownByItsName()
    {
        const QModelIndex cell = m_model.index(0, InputModel::Value);
        m_model.setSource(0, {.kind = InputKind::File, .path = "/a/long/way/x.npy"});
        QCOMPARE(cell.data().toString(), QStringLiteral("x.npy"));
        QCOMPARE(cell.data(Qt::EditRole).toString(), QStringLiteral("/a/long/way/x.npy"));
        QCOMPARE(cell.data(Qt::ToolTipRole).toString(), QStringLiteral("/a/long/way/x.npy"));
        m_model.setSource(0, {.kind = InputKind::File});
        QCOMPARE(cell.data(Qt::ToolTipRole).toString(), cell.data().toString());
    }

    void arrowsMoveAndOpenNothing()
    {
        m_table->setCurrentIndex(m_model.index(0, InputModel::Source));
        QTest::keyClick(m_table, Qt::Key_Down);
        QTest::keyClick(m_table, Qt::Key_Right);
        QTest::keyClick(m_table, Qt::Key_Left);
        QCOMPARE(m_table->currentIndex(), m_model.index(1, InputModel::Source));
        QVERIFY(shownMenu() == nullptr);
        QVERIFY(m_table->findChild<QLineEdit*>() == nullptr);
        QVERIFY(m_table->hasFocus());
    }

    void keysOpen_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        QTest::newRow("F2") << int(Qt::Key_F2) << int(Qt::NoModifier);
        QTest::newRow("Alt+Down") << int(Qt::Key_Down) << int(Qt::AltModifier);
        QTest::newRow("space") << int(Qt::Key_Space) << int(Qt::NoModifier);
    }
    void keysOpen()
    {
        QFETCH(int, key);
        QFETCH(int, modifiers);
        m_table->setCurrentIndex(m_model.index(2, InputModel::Source));
        QTest::keyClick(m_table, static_cast<Qt::Key>(key), Qt::KeyboardModifiers(modifiers));
        QMenu* menu = shownMenu();
        QVERIFY(menu != nullptr);
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QTRY_VERIFY(shownMenu() == nullptr);
        QCOMPARE(m_model.source(2).kind, InputKind::Zeros);
        QVERIFY(m_table->hasFocus());
    }

    void valuesAreEditedInALine()
    {
        click(InputModel::Value);
        auto* line = m_table->findChild<QLineEdit*>();
        QVERIFY(line != nullptr);
        line->setText(QStringLiteral("42"));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(m_model.source(1).seed, 42u); // editors commit when the key has been dealt with
        QTRY_VERIFY(m_table->hasFocus());
    }

    void whatIsNoValueIsNotTaken_data()
    {
        QTest::addColumn<InputKind>("kind");
        QTest::addColumn<QString>("wrong");
        QTest::addColumn<QString>("right");
        QTest::newRow("seed") << InputKind::Random << QStringLiteral("-1")
                              << QStringLiteral("18446744073709551615");
        QTest::newRow("seed of letters") << InputKind::Random << QStringLiteral("abc") << QStringLiteral("7");
        QTest::newRow("no seed") << InputKind::Random << QString() << QStringLiteral("7");
        QTest::newRow("number") << InputKind::Number << QStringLiteral("1.5.2") << QStringLiteral("-1.5e-3");
    }
    void whatIsNoValueIsNotTaken()
    {
        QFETCH(InputKind, kind);
        QFETCH(QString, wrong);
        QFETCH(QString, right);
        m_model.setSource(1, {.kind = kind, .seed = 3, .number = {3}});
        click(InputModel::Value);
        auto* line = m_table->findChild<QLineEdit*>();
        QVERIFY(line != nullptr && line->accessibleDescription().isEmpty());
        line->setText(wrong);
        QVERIFY(!line->accessibleDescription().isEmpty() && !line->toolTip().isEmpty());
        QTest::keyClick(line, Qt::Key_Return);
        QCoreApplication::processEvents();
        QVERIFY(line->isVisible() && line->text() == wrong); // it can be mended
        QVERIFY(m_model.source(1).seed == 3 && m_model.source(1).number.value == 3);
        line->setText(right);
        QVERIFY(line->accessibleDescription().isEmpty());
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(
            m_model.data(m_model.index(1, InputModel::Value), Qt::EditRole) != QVariant(QStringLiteral("3")));
    }

    // A run takes what is being typed, or does not begin.
    void whatIsTypedIsTaken()
    {
        QVERIFY(m_table->finishEditing());
        const QSignalSpy told(m_table, &InputTable::editingChanged);
        QVERIFY(!m_table->isEditing());
        click(InputModel::Value);
        QVERIFY(m_table->isEditing() && !told.isEmpty());
        auto* line = m_table->findChild<QLineEdit*>();
        QVERIFY(line != nullptr);
        line->setText(QStringLiteral("abc"));
        QVERIFY(!m_table->finishEditing());
        QVERIFY(line->hasFocus());
        line->setText(QStringLiteral("42"));
        QVERIFY(m_table->finishEditing());
        QVERIFY(!m_table->isEditing() && told.size() > 1);
        QCOMPARE(m_model.source(1).seed, 42u);
    }

    // Every row is in view where there is room, and none is left empty below.
    void itIsAsHighAsItsRows()
    {
        for (const int count : {1, 4, 11}) {
            m_model.setInputs(pictures(count));
            QTRY_COMPARE(m_table->height(), m_table->maximumHeight());
            QVERIFY(!m_table->verticalScrollBar()->isVisible());
            const QRect last = m_table->visualRect(m_model.index(count - 1, 0));
            QVERIFY(m_table->viewport()->height() - last.bottom() < last.height());
        }
        m_model.setInputs(pictures(100'000));
        QTRY_VERIFY(m_table->height() > 500);
        QVERIFY(m_table->sizeHint().height() < 1000);
    }

    // What is left of a shape of which the middle is elided is another shape.
    void namesGiveWayBeforeShapes()
    {
        m_model.setInputs({{"a_name_that_is_rather_long_and_longer", {DataType::Float32, {1, 3, 224, 224}}}});
        const auto needed = [this](int column) {
            return static_cast<const QAbstractItemView*>(m_table)->sizeHintForColumn(column);
        };
        const int letters = 42 * m_table->fontMetrics().averageCharWidth();
        const int fixed = std::max(needed(InputModel::Type), m_table->horizontalHeader()->sectionSizeHint(1))
            + needed(InputModel::ShapeColumn);
        const int around = m_page->width() - m_table->viewport()->width();
        m_page->resize(fixed + letters + around, 600);
        QTRY_COMPARE(m_table->horizontalHeader()->length(), m_table->viewport()->width());
        QVERIFY(m_table->columnWidth(InputModel::Name) < needed(InputModel::Name));
        QVERIFY(m_table->columnWidth(InputModel::ShapeColumn) >= needed(InputModel::ShapeColumn));
    }

    void filesHaveAButton()
    {
        InputSource far {.kind = InputKind::Image};
        far.path = std::filesystem::path("/a folder with a name") / std::string(300, 'x') / "picture.png";
        m_model.setSource(1, far);
        QTRY_COMPARE(m_table->horizontalHeader()->length(), m_table->viewport()->width()); // in view, too
        m_model.setSource(1, {.kind = InputKind::Image});
        const QRect cell = m_table->visualRect(m_model.index(1, InputModel::Value));
        QVERIFY(cell.contains(InputDelegate::fileButton(cell, Qt::LeftToRight)));
        const QImage asked = m_table->grab(cell).toImage();
        m_model.setSource(1, {.kind = InputKind::Zeros});
        QVERIFY(m_table->grab(cell).toImage() != asked);
        // What has no value opens nothing.
        click(InputModel::Value);
        QVERIFY(m_table->findChild<QLineEdit*>() == nullptr);
    }

private:
    [[nodiscard]] QPoint onRow(int row) const
    {
        const QPoint middle = m_table->visualRect(m_model.index(row, InputModel::Value)).center();
        return m_table->viewport()->mapTo(m_page.get(), middle);
    }
    [[nodiscard]] bool drop(const char* path, const QPoint& position) const
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QLatin1String(path))});
        QDragEnterEvent enter(position, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QApplication::sendEvent(m_page.get(), &enter);
        QDropEvent dropped(position, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        dropped.ignore();
        if (enter.isAccepted())
            QApplication::sendEvent(m_page.get(), &dropped);
        return dropped.isAccepted();
    }
    void click(int column)
    {
        const QRect cell = m_table->visualRect(m_model.index(1, column));
        QTest::mouseClick(
            m_table->viewport(), Qt::LeftButton, {}, cell.center() - QPoint(cell.width() / 4, 0));
    }
    static QMenu* shownMenu() { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); }

    InputModel m_model;
    std::unique_ptr<QWidget> m_page;
    InputTable* m_table = nullptr;
};

QTEST_MAIN(InputTableTest)
#include "tst_inputtable.moc"
