// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/inspector/infile.h"
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"

#include "ui/document/selection.h"
#include "ui/inspector/slicebar.h"
#include "ui/inspector/valueinspector.h"
#include "ui/pages/valuespage.h"
#include "widgets/heatmapview.h"
#include "widgets/histogramview.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QFile>
#include <QHash>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <numeric>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

namespace {

TensorValues counting(Shape shape)
{
    HostTensor tensor = makeHostTensor({DataType::Int32, std::move(shape)});
    std::iota(tensor.as<int32_t>().begin(), tensor.as<int32_t>().end(), 0);
    return {nullptr, std::make_shared<const HostTensor>(std::move(tensor))};
}

} // namespace

class ValueInspectorTest : public QObject {
    Q_OBJECT

private slots:
    void slicesOfATensor()
    {
        SliceModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTensor(counting({2, 3, 4}));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.columnCount(), 4);
        QCOMPARE(model.index(2, 3).data().toString(), QStringLiteral("11"));
        model.setView({.rows = 0, .columns = 1, .index = {0, 0, 2}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(1, 2).data().toString(), QStringLiteral("22"));
        model.setTensor(counting({0, 4}));
        QCOMPARE(model.rowCount(), 0);
        model.setTensor(counting({}));
        QCOMPARE(model.rowCount() * model.columnCount(), 1);
        model.setTensor({});
        QCOMPARE(model.rowCount(), 0);
        HostTensor words;
        words.descriptor = {DataType::String, {2}};
        words.strings = {"yes", "no"};
        model.setTensor({nullptr, std::make_shared<const HostTensor>(words)});
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("no"));
        // What has more than one is shown, wherever it stands.
        model.setTensor(counting({1, 7, 1}));
        QCOMPARE(model.rowCount(), 7);
        QCOMPARE(model.index(6, 0).data().toString(), QStringLiteral("6"));
        model.setTensor(counting({1, 5, 1, 3}));
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.columnCount(), 3);
        model.setTensor(counting({1, 1}));
        QCOMPARE(model.rowCount() * model.columnCount(), 1);
    }

    // What is looked at comes, block by block; nothing else is read.
    void aFileIsReadWhereOneLooks()
    {
        SliceModel model;
        model.setTensor(inFile(m_folder.filePath(QStringLiteral("w.bin")), int64_t {1} << 30)); // 4 GiB
        QVERIFY(!model.isComplete());
        QCOMPARE(model.rowCount(), SliceModel::maxRows);
        const QModelIndex far = model.index(900'000, 1000);
        QCOMPARE(far.data().toString(), QStringLiteral("…"));
        QTRY_COMPARE(far.data().toString(), QStringLiteral("0"));
        // A file that goes away is told once.
        QSignalSpy failed(&model, &SliceModel::failed);
        model.setTensor(inFile(m_folder.filePath(QStringLiteral("gone.bin")), 4096));
        QVERIFY(QFile::remove(m_folder.filePath(QStringLiteral("gone.bin"))));
        static_cast<void>(model.index(0, 0).data());
        QTRY_COMPARE(failed.size(), 1);
        static_cast<void>(model.index(1, 0).data());
        QTest::qWait(20);
        QCOMPARE(failed.size(), 1);
    }

    // Scrolling on takes the place of what is being read; what is still in view comes all the same.
    void whatIsStillInViewIsReadAfterScrolling()
    {
        SliceModel model;
        model.setTensor(inFile(m_folder.filePath(QStringLiteral("scrolled.bin")), int64_t {1} << 26));
        QHash<QModelIndex, QString> view; // as it was painted last
        connect(&model, &QAbstractItemModel::dataChanged, this,
            [&view](const QModelIndex& first, const QModelIndex& last) {
                for (auto cell = view.begin(); cell != view.end(); ++cell) {
                    const QModelIndex index = cell.key();
                    if (index.row() >= first.row() && index.row() <= last.row()
                        && index.column() >= first.column() && index.column() <= last.column())
                        *cell = index.data().toString();
                }
            });
        for (int step = 0; step < 4; ++step) {
            for (int row = 0; row < 3; ++row) {
                for (int column = 0; column < 1024; column += 64) {
                    const QModelIndex index = model.index((step * 3 + row) * 64, column);
                    view.insert(index, index.data().toString());
                }
            }
            QCoreApplication::processEvents(); // it is asked for, and hardly any has come
        }
        QVERIFY(view.values().contains(QStringLiteral("…")));
        QTRY_VERIFY_WITH_TIMEOUT(!view.values().contains(QStringLiteral("…")), 10'000);
        disconnect(&model, nullptr, this, nullptr);
    }

    void dimensionsAreExchanged()
    {
        SliceBar bar;
        bar.setShape({2, 3, 4, 5});
        QSignalSpy changed(&bar, &SliceBar::changed);
        QCOMPARE(bar.view().rows, 2);
        QCOMPARE(bar.view().columns, 3);
        auto* rows = named<QComboBox>(bar, "Dimension that is shown as rows");
        emit rows->activated(3); // what the columns show
        QCOMPARE(bar.view().rows, 3);
        QCOMPARE(bar.view().columns, 2);
        named<QSpinBox>(bar, "Index of dimension 1")->setValue(2);
        QCOMPARE(bar.view().index, (std::vector<int64_t> {0, 2, 0, 0}));
        QCOMPARE(changed.size(), 2);
        QVERIFY(named<QSpinBox>(bar, "Index of dimension 2")->isHidden());
        bar.setShape({3, 4});
        QVERIFY(bar.isHidden());
    }

    void statisticsHistogramAndHeatMap()
    {
        HostTensor tensor = makeHostTensor({DataType::Float32, {300, 4}});
        for (size_t i = 0; i < 1200; ++i)
            setElement(tensor, i, i % 100 == 7 ? std::nan("") : static_cast<double>(i) - 600);
        ValueInspector inspector;
        inspector.resize(400, 700);
        inspector.show();
        inspector.setTensor({nullptr, std::make_shared<const HostTensor>(tensor)});
        QTRY_VERIFY(inspector.statisticsText().contains(QLatin1String("Zeros")));
        const QString text = inspector.statisticsText();
        QVERIFY2(text.contains(QStringLiteral("12 (1 %)")), qPrintable(text)); // NaN
        QVERIFY2(
            text.contains(QStringLiteral("-600")) && text.contains(QStringLiteral("599")), qPrintable(text));
        const auto* histogram = inspector.findChild<widgets::HistogramView*>();
        const auto& counts = histogram->counts();
        QCOMPARE(std::accumulate(counts.begin(), counts.end(), quint64 {0}), quint64 {1188});
        for (size_t bar = 0; bar < counts.size(); ++bar)
            QVERIFY(histogram->barRect(bar).height() >= (counts[bar] > 0 ? 2 : 0));
        inspector.findChild<QTabWidget*>()->setCurrentIndex(1);
        const auto* map = inspector.findChild<widgets::HeatMapView*>();
        QTRY_COMPARE(map->grid().rows, 150); // of two each
        QCOMPARE(map->grid().rowStep, 2);
        QCOMPARE(map->grid().values[0], -600.0);
        QVERIFY(std::isnan(map->grid().values[3])); // row 1, column 3
        QCOMPARE(map->grid().values.back(), 599.0); // of the last row, which is no even one
        const auto* sampling = named<QLabel>(inspector, "How much of the slice the heat map shows");
        QVERIFY(sampling->isVisible());
        QVERIFY2(sampling->text().startsWith(QLatin1String("A cell stands for 2 by 1 numbers")),
            qPrintable(sampling->text()));
        QCOMPARE(map->textAt(QPoint(1, 0)), QStringLiteral("[0 … 1, 0] = -600"));
        QVERIFY(map->accessibleDescription().endsWith(sampling->text()));
        QVERIFY(map->colorOf(-592) != map->colorOf(592));
        // Wide, the facts stand beside the values.
        inspector.resize(1000, 400);
        const auto* table = inspector.findChild<QTabWidget*>();
        QTRY_VERIFY(table->mapTo(&inspector, QPoint()).x() > 200);
        inspector.setTensor({}, QStringLiteral("nothing here"));
        QVERIFY(inspector.statisticsText().isEmpty());
        QVERIFY(table->isHidden());
        inspector.setTensor(counting({5, 4})); // every one of which has a cell
        inspector.findChild<QTabWidget*>()->setCurrentIndex(1);
        QTRY_COMPARE(map->grid().rows, 5);
        QVERIFY(!sampling->isVisible());
    }

    // A number that is cut off reads as another one, at every text size.
    void numbersAreNeverCutOff_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("float32") << static_cast<int>(DataType::Float32) << -1.23457e-38
                                 << QStringLiteral("-1.23457e-38");
        QTest::newRow("float32 without exponent")
            << static_cast<int>(DataType::Float32) << -0.000123457 << QStringLiteral("-0.000123457");
        QTest::newRow("float64") << static_cast<int>(DataType::Float64) << -1.23457e-300
                                 << QStringLiteral("-1.23457e-300");
        QTest::newRow("float16") << static_cast<int>(DataType::Float16) << -6.10352e-05
                                 << QStringLiteral("-6.10352e-05");
        QTest::newRow("float8") << static_cast<int>(DataType::Float8E5M2) << -6.10352e-05
                                << QStringLiteral("-6.10352e-05");
        QTest::newRow("int64") << static_cast<int>(DataType::Int64) << -9223372036854775808.0
                               << QStringLiteral("-9223372036854775808");
        QTest::newRow("uint64") << static_cast<int>(DataType::UInt64) << 17446744073709551615.0
                                << QStringLiteral("17446744073709551616");
        QTest::newRow("int8") << static_cast<int>(DataType::Int8) << -128.0 << QStringLiteral("-128");
    }
    void numbersAreNeverCutOff()
    {
        QFETCH(int, type);
        QFETCH(double, value);
        QFETCH(QString, text);
        HostTensor tensor = makeHostTensor({static_cast<DataType>(type), {2, 3}});
        for (size_t i = 0; i < 6; ++i)
            setElement(tensor, i, value);
        ValueInspector inspector;
        inspector.resize(400, 700);
        inspector.show();
        inspector.setTensor({nullptr, std::make_shared<const HostTensor>(tensor)});
        const auto* table = inspector.findChild<QTableView*>();
        const QModelIndex index = table->model()->index(1, 1);
        QCOMPARE(index.data().toString(), text);
        QVERIFY(index.data(Qt::ToolTipRole).toString().contains(text));
        const auto check = [&] {
            const QSize needed = table->sizeHintForIndex(index);
            QVERIFY2(table->columnWidth(1) >= needed.width(),
                qPrintable(QStringLiteral("%1 pixels for %2, which needs %3")
                               .arg(table->columnWidth(1))
                               .arg(index.data().toString())
                               .arg(needed.width())));
            QVERIFY(table->rowHeight(1) >= table->fontMetrics().height());
        };
        check();
        QFont large = inspector.font();
        large.setPointSizeF(2 * large.pointSizeF());
        inspector.setFont(large);
        check();
    }

    // They come after the panel has its size, and grow with the text.
    void statisticsAreNeverCutOff()
    {
        ValueInspector inspector;
        inspector.resize(1000, 1000);
        inspector.show();
        HostTensor tensor = makeHostTensor({DataType::Float32, {300, 40}});
        for (size_t i = 0; i < 12000; ++i)
            setElement(tensor, i, i % 100 == 7 ? std::nan("") : -1.23457e-20 * static_cast<double>(i));
        inspector.setTensor({nullptr, std::make_shared<const HostTensor>(tensor)});
        const auto* statistics = named<QLabel>(inspector, "Statistics of the values");
        QTRY_VERIFY(statistics->isVisible());
        QFont large = inspector.font();
        large.setPointSizeF(2.5 * large.pointSizeF());
        inspector.setFont(large);
        QTRY_VERIFY2(statistics->width() >= statistics->minimumSizeHint().width(),
            qPrintable(QStringLiteral("%1 of %2 pixels")
                           .arg(statistics->width())
                           .arg(statistics->minimumSizeHint().width())));
        QVERIFY(statistics->width() > 1000 / 3); // which is all that smaller text is given
        QCOMPARE(inspector.width(), 1000);
    }

    void valuesOfWhatIsSelected()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        Selection selection;
        ValuesPage page(controller, selection);
        page.resize(400, 700);
        page.show();
        connect(&controller, &EngineController::modelOpened, &page,
            [&] { page.setDocument(controller.document()); });
        controller.openModel(writeSmallModel(m_folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        const ModelDocument& document = *controller.document();
        // A weight, from its file, before anything is loaded.
        int row = 0;
        while (document.tensors[static_cast<size_t>(row)].isKnown
            || document.tensors[static_cast<size_t>(row)].sizeBytes < 64)
            ++row;
        selection.selectTensor(row, this);
        QTRY_VERIFY(page.inspector().statisticsText().contains(QLatin1String("Zeros")));
        // What a node makes, once there was a run.
        int node = 0;
        while (document.nodes[static_cast<size_t>(node)]->opType != "Softmax")
            ++node;
        selection.selectNode(node, this);
        auto* compute = named<QPushButton>(page, "Show the values of the last run");
        QVERIFY(compute->isVisible() && !compute->isEnabled());
        controller.startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
        controller.run({});
        QTRY_VERIFY_WITH_TIMEOUT(compute->isEnabled(), 60'000);
        compute->click();
        QTRY_VERIFY_WITH_TIMEOUT(!page.inspector().tensor().isEmpty(), 60'000);
        // Rows of a softmax add up to one.
        const HostTensor& values = *page.inspector().tensor().values;
        const auto columns = static_cast<size_t>(values.descriptor.shape.back());
        double sum = 0;
        for (size_t i = 0; i < columns; ++i)
            sum += elementAsDouble(values, i);
        QVERIFY2(std::abs(sum - 1) < 0.01, qPrintable(QString::number(sum)));
        // Another run, other values: those of the last one are not shown on.
        controller.run({});
        QTRY_VERIFY_WITH_TIMEOUT(page.inspector().tensor().isEmpty() && compute->isEnabled(), 60'000);
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(ValueInspectorTest)
#include "tst_valueinspector.moc"
