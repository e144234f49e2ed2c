// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"

#include "engine/base/error.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graph.h"
#include "engine/session/openedmodel.h"
#include "ui/dialogs/sizespage.h"
#include "ui/text/text.h"
#include "widgets/sizecurveview.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

class SizesPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_model.model = openModel(toUtf8(writeSmallModel(m_folder.path(), DemoPart::Sd15Unet)), {}).model;
        m_model.freeBytes = uint64_t {1} << 40;
    }

    void sizesDouble()
    {
        QCOMPARE(sizesUpTo(8, 4), (std::vector<int64_t> {1, 2, 4, 8}));
        QCOMPARE(sizesUpTo(8, 77), (std::vector<int64_t> {1, 2, 4, 8, 77}));
        QCOMPARE(sizesUpTo(4, 0), (std::vector<int64_t> {0, 1, 2, 4}));
        QCOMPARE(sizesUpTo(5, 3), (std::vector<int64_t> {1, 2, 3, 4}));
        QCOMPARE(sizesUpTo(std::numeric_limits<int64_t>::max(), 1).size(), size_t {63});
    }

    void namesAreShownOnOneLine()
    {
        auto model = std::make_shared<Model>();
        model->graph.inputs.push_back(
            {"e\nvil", DataType::Float32, SymbolicShape {{.symbol = "a\u202Eb\nc"}}});
        const SizesPage page({.model = model});
        const auto* dimension = named<QComboBox>(page, "Free dimension whose sizes are tried");
        QCOMPARE(dimension->currentText(), QStringLiteral("ab c"));
        QVERIFY(dimension->itemData(0, Qt::ToolTipRole).toString().startsWith(QLatin1String("e vil")));
    }

    // The rows stand together above the room for the curve, not scattered over it.
    void nothingIsScatteredBeforeThePrediction()
    {
        SizesPage page(m_model);
        page.resize(800, 500);
        page.show();
        const auto* message = named<QLabel>(page, "What the marked size needs");
        QVERIFY(!page.findChild<widgets::SizeCurveView*>()->isVisible());
        QVERIFY2(message->geometry().bottom() < page.height() / 4,
            qPrintable(QString::number(message->geometry().bottom())));
    }

    void everySizeIsPlanned()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        SizesPage page(m_model);
        page.resize(800, 500);
        page.show();
        QVERIFY(page.hasDimensions());
        auto* dimension = named<QComboBox>(page, "Free dimension whose sizes are tried");
        dimension->setCurrentIndex(dimension->findText(QStringLiteral("batch")));
        QVERIFY(dimension->currentIndex() >= 0);
        named<QSpinBox>(page, "Largest size that is tried")->setValue(4);
        page.compute();
        QVERIFY(page.isBusy());
        QTRY_VERIFY_WITH_TIMEOUT(!page.isBusy(), 120'000);
        QCOMPARE(page.results().size(), size_t {3});
        QCOMPARE(page.table().rowCount(), 3);
        const auto context = Context::create();
        for (size_t i = 0; i < 3; ++i) {
            QVERIFY2(page.results()[i].problem.empty(), page.results()[i].problem.c_str());
            QCOMPARE(page.results()[i].plan.constantBytes, page.results()[0].plan.constantBytes);
            // As a plan for that size says: larger ones may take less, where other kernels are chosen.
            BuildOptions options;
            options.freeDimensions = {{"batch", page.results()[i].size}};
            options.usesSuggestions = true;
            QCOMPARE(page.results()[i].plan.activationBytes,
                buildGraph(context, *m_model.model, options)->memoryPlan().activationBytes);
        }
        QVERIFY2(page.message().contains(QLatin1String("batch = 1")), qPrintable(page.message()));
        auto* curve = page.findChild<widgets::SizeCurveView*>();
        QTest::keyClick(curve, Qt::Key_End);
        QVERIFY2(page.message().contains(QLatin1String("batch = 4")), qPrintable(page.message()));
        const auto deviceBytes = [&](size_t i) { return page.results()[i].deviceBytes(); };
        QCOMPARE(curve->placeOf(2).y() < curve->placeOf(0).y(), deviceBytes(2) > deviceBytes(0));
        QVERIFY(!page.grab().isNull());
    }

    // A plan may be of nothing: it is that one which is marked, not the next.
    void noneAtAllIsASize()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        SizedModel model = m_model;
        model.dimensions["batch"] = 0;
        SizesPage page(model);
        page.resize(800, 500);
        page.show();
        auto* dimension = named<QComboBox>(page, "Free dimension whose sizes are tried");
        dimension->setCurrentIndex(dimension->findText(QStringLiteral("batch")));
        named<QSpinBox>(page, "Largest size that is tried")->setValue(2);
        page.compute();
        QTRY_VERIFY_WITH_TIMEOUT(!page.isBusy(), 120'000);
        QCOMPARE(page.results().size(), size_t {3});
        QCOMPARE(page.results()[0].size, int64_t {0});
        QVERIFY2(page.message().contains(QLatin1String("batch = 0")), qPrintable(page.message()));
        auto* curve = page.findChild<widgets::SizeCurveView*>();
        QVERIFY(std::isfinite(curve->placeOf(0).x()) && curve->placeOf(0).x() < curve->placeOf(1).x());
        QVERIFY(curve->placeOf(1).x() < curve->placeOf(2).x());
    }

    // What no plan can be made of says why, and the others are there.
    void sizesThatCannotBeSaySo()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        ContextOptions options;
        const auto context = Context::create(std::move(options));
        const auto results = memoryBySize(context, *m_model.model,
            {.symbol = "height", .sizes = {1'000'000'000'000, 64}, .freeDimensions = {{"width", 64}}});
        QCOMPARE(results.size(), size_t {2});
        QVERIFY(!results[0].problem.empty() && results[0].plan.activationBytes == 0);
        QVERIFY(results[1].problem.empty() && results[1].plan.activationBytes > 0);
        QVERIFY_THROWS_EXCEPTION(Error,
            static_cast<void>(memoryBySize(context, *m_model.model, {.symbol = "none", .sizes = {1}})));
        QVERIFY_THROWS_EXCEPTION(Error,
            static_cast<void>(memoryBySize(context, *m_model.model, {.symbol = "height", .sizes = {-1}})));
    }

    void stops()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        {
            SizesPage page(m_model);
            page.compute();
            auto* button = named<QPushButton>(page, "Predict the memory of each size");
            QVERIFY(button->text().contains(QLatin1String("Stop")));
            button->click();
            QVERIFY(!page.isBusy());
            QCOMPARE(page.message(), QStringLiteral("Stopped."));
            QTest::qWait(50);
            QVERIFY(page.results().empty()); // nothing of it arrives later
            page.compute(); // and one that goes while it works ends
        }
        SizesPage none({});
        QVERIFY(!none.hasDimensions());
        none.compute();
        QVERIFY(!none.isBusy() && none.message().contains(QLatin1String("no dimension")));
    }

private:
    QTemporaryDir m_folder;
    SizedModel m_model;
};

QTEST_MAIN(SizesPageTest)
#include "tst_sizespage.moc"
