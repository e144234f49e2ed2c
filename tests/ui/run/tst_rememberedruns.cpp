// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/writer.h"
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"

#include "ui/engine/enginecontroller.h"
#include "ui/models/inputmodel.h"
#include "ui/models/outputmodel.h"
#include "ui/pages/runpage.h"
#include "ui/run/classespage.h"
#include "ui/run/rememberedruns.h"
#include "ui/run/resultview.h"
#include "ui/text/text.h"

#include <QLocale>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

class RememberedRunsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_settings = std::make_unique<QSettings>(path("settings.ini"), QSettings::IniFormat);
    }

    void everyKindIsReadAsItWasWritten()
    {
        RunChoices choices;
        choices.inputs = {{"seeded", {.seed = std::numeric_limits<uint64_t>::max()}},
            {"zeros", {.kind = InputKind::Zeros}}, {"ones", {.kind = InputKind::Ones}},
            {"number", {.kind = InputKind::Number, .number = {0.1}}},
            {"whole", {.kind = InputKind::Number, .number = {9007199254740993.0, 9007199254740993}}},
            {"large",
                {.kind = InputKind::Number, .number = {0x1p64, {}, std::numeric_limits<uint64_t>::max()}}},
            {"none", {.kind = InputKind::Number, .number = {std::numeric_limits<double>::infinity()}}},
            {"list", {.kind = InputKind::Number, .number = {1.5}, .list = {{1.5}, {2, 2}, {-3e-7}}}},
            {"file", {.kind = InputKind::File, .path = toPath(QStringLiteral("/a/ü b.npy"))}},
            {"text", {.kind = InputKind::Text, .text = "one; \"two\", = drei"}}};
        for (const ImageRange range :
            {ImageRange::ZeroToOne, ImageRange::MinusOneToOne, ImageRange::Bytes, ImageRange::ImageNet})
            choices.inputs["picture " + std::to_string(static_cast<int>(range))] = {
                .kind = InputKind::Image, .path = "/a/cat.png", .imageRange = range};
        choices.sizes = {{"batch", 3}, {"näher", int64_t {1} << 40}};
        choices.labels = QStringLiteral("/a/labels.txt");
        choices.vocabulary = QStringLiteral("/a/vocab.json");
        RememberedRuns written;
        const QSignalSpy changed(&written, &RememberedRuns::changed);
        written.remember(QStringLiteral("/models/m.onnx"), choices);
        written.remember(QStringLiteral("/models/m.onnx"), choices); // the same
        QCOMPARE(changed.size(), 1);
        written.save(*m_settings);

        // Written in one language, read in another.
        QLocale::setDefault(QLocale(QLocale::German));
        RememberedRuns read;
        read.restore(*m_settings);
        QLocale::setDefault(QLocale::c());
        const RunChoices back = read.of(QStringLiteral("/models/m.onnx"));
        for (const auto& [name, source] : choices.inputs)
            QVERIFY2(back.inputs.contains(name) && back.inputs.at(name) == source, name.c_str());
        QVERIFY(back == choices);
        QVERIFY(read.of(QStringLiteral("/models/other.onnx")) == RunChoices());
    }

    // Each window writes on top of what the others have written.
    void twoWindowsKeepTheirOwn()
    {
        RunChoices first, second;
        first.sizes = {{"batch", 2}};
        second.sizes = {{"batch", 4}};
        RememberedRuns one, other;
        one.remember(QStringLiteral("/a.onnx"), first);
        other.remember(QStringLiteral("/b.onnx"), second);
        one.save(*m_settings);
        other.save(*m_settings);
        QVERIFY(other.of(QStringLiteral("/a.onnx")) == first);
        one.remember(QStringLiteral("/a.onnx"), {}); // all as suggested again
        one.save(*m_settings);
        RememberedRuns last;
        last.restore(*m_settings);
        QVERIFY(last.of(QStringLiteral("/a.onnx")) == RunChoices());
        QVERIFY(last.of(QStringLiteral("/b.onnx")) == second);
    }

    void thoseOfTheLastModelsAreKept()
    {
        RememberedRuns runs;
        for (int i = 0; i <= RememberedRuns::mostModels; ++i) {
            RunChoices choices;
            choices.sizes = {{"batch", i}};
            runs.remember(QString::number(i), choices);
        }
        runs.save(*m_settings);
        QVERIFY(runs.of(QStringLiteral("0")) == RunChoices());
        QCOMPARE(runs.of(QStringLiteral("100")).sizes.at("batch"), 100);
        QCOMPARE(m_settings->beginReadArray(QStringLiteral("runs")), RememberedRuns::mostModels);
        m_settings->endArray();
    }

    // Settings that somebody edited, or a later version wrote.
    void whatIsNotUnderstoodIsLeftOut()
    {
        m_settings->beginWriteArray(QStringLiteral("runs"));
        m_settings->setArrayIndex(0);
        m_settings->setValue(QStringLiteral("path"), QStringLiteral("/a.onnx"));
        m_settings->setValue(QStringLiteral("inputs/size"), 4);
        const auto setInput = [this](int index, const char* kind, const char* value) {
            const QString key = QStringLiteral("inputs/%1/").arg(index);
            m_settings->setValue(key + QStringLiteral("name"), QString::number(index));
            m_settings->setValue(key + QStringLiteral("kind"), QLatin1String(kind));
            m_settings->setValue(key + QStringLiteral("value"), QLatin1String(value));
        };
        setInput(1, "hologram", "1");
        setInput(2, "random", "minus one");
        setInput(3, "numbers", "[1, two]");
        setInput(4, "ones", "");
        m_settings->setValue(QStringLiteral("sizes/size"), 1'000'000'000);
        m_settings->setValue(QStringLiteral("sizes/1/name"), QStringLiteral("batch"));
        m_settings->setValue(QStringLiteral("sizes/1/value"), -1);
        m_settings->endArray();
        RememberedRuns runs;
        runs.restore(*m_settings);
        const RunChoices choices = runs.of(QStringLiteral("/a.onnx"));
        QCOMPARE(choices.inputs.size(), size_t(1));
        QVERIFY(choices.inputs.at("4").kind == InputKind::Ones);
        QVERIFY(choices.sizes.empty());
    }

    // Closing the window in between, which is what two pages stand for.
    void aModelHasTheInputsOfTheLastTime()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        writeModel();
        RememberedRuns runs;
        {
            EngineController controller;
            RunPage page(controller, runs);
            open(controller, page);
            QVERIFY(page.inputs().source(0) == InputSource());
            page.rememberChoices();
            QVERIFY(runs.of(path("free.onnx")) == RunChoices()); // all is as suggested
            page.inputs().setSource(0, {.kind = InputKind::Number, .number = {2, 2}});
            page.inputs().setSource(1, {.kind = InputKind::File}); // which one is still to be chosen
            batch(page)->setValue(5);
            emit batch(page)->editingFinished();
            page.rememberChoices();
        }
        EngineController controller;
        RunPage page(controller, runs);
        open(controller, page);
        QVERIFY(page.inputs().source(0).kind == InputKind::Number);
        QCOMPARE(page.inputs().source(0).number.value, 2.0);
        QVERIFY(page.inputs().source(1) == InputSource());
        QCOMPARE(batch(page)->value(), 5);
        QVERIFY(page.hasOtherSizes());
    }

    // As --dim does, or the Load page.
    void aSizeThatIsGivenGoesBeforeTheRemembered()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        writeModel();
        RememberedRuns runs;
        RunChoices choices;
        choices.sizes = {{"batch", 5}};
        runs.remember(path("free.onnx"), choices);
        EngineController controller;
        controller.setFreeDimensions({{"batch", 3}});
        RunPage page(controller, runs);
        open(controller, page);
        QCOMPARE(batch(page)->value(), 3);
        QVERIFY(!page.hasOtherSizes());
        page.rememberChoices();
        QCOMPARE(runs.of(path("free.onnx")).sizes.at("batch"), 3);
    }

    // A plan that is not there yet says nothing about what was chosen.
    void aModelThatIsNotPlannedForgetsNothing()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        writeModel();
        RememberedRuns runs;
        RunChoices choices;
        choices.inputs = {{"x", {.kind = InputKind::Ones}}};
        runs.remember(path("free.onnx"), choices);
        EngineController controller;
        RunPage page(controller, runs);
        QSignalSpy opened(&controller, &EngineController::modelOpened);
        controller.openModel(path("free.onnx"));
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 60'000);
        controller.closeModel();
        QVERIFY(runs.of(path("free.onnx")) == choices);
    }

    void classesHaveTheNamesOfTheLastTime()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        writeModel();
        QFile names(path("names.txt"));
        QVERIFY(names.open(QIODevice::WriteOnly));
        names.write("cat\ndog\nbird\n");
        names.close();
        RememberedRuns runs;
        RunChoices choices;
        choices.labels = names.fileName();
        runs.remember(path("free.onnx"), choices);
        EngineController controller;
        RunPage page(controller, runs);
        ResultView view(controller, page.outputs(), runs);
        open(controller, page);
        auto* classes = view.findChild<ClassesPage*>();
        OutputResult scores;
        HostTensor values = makeHostTensor({DataType::Float32, {1, 3}});
        setElement(values, 1, 1.0);
        scores.values = std::make_shared<const HostTensor>(values);
        scores.descriptor = values.descriptor;
        QVERIFY(classes->showOutput(&scores));
        QCOMPARE(classes->model().item(0, 1)->text(), QStringLiteral("dog"));
        emit classes->labelsDropped();
        QVERIFY(runs.of(path("free.onnx")) == RunChoices());
    }

private:
    // Adds two float32[batch, 3].
    void writeModel() const
    {
        Model model;
        model.opsets = {{"", 17}};
        const SymbolicShape shape {{-1, "batch"}, {3, {}}};
        model.graph.inputs = {{"x", DataType::Float32, shape}, {"w", DataType::Float32, shape}};
        model.graph.outputs = {{"y", DataType::Float32, shape}};
        model.graph.nodes = {{.name = "sum", .opType = "Add", .inputs = {"x", "w"}, .outputs = {"y"}}};
        onnx_io::writeModel(toPath(path("free.onnx")), model, {}, {});
    }
    void open(EngineController& controller, RunPage& page) const
    {
        controller.openModel(path("free.onnx"));
        QTRY_COMPARE_WITH_TIMEOUT(page.inputs().rowCount(), 2, 60'000);
    }
    [[nodiscard]] static QSpinBox* batch(const RunPage& page)
    {
        return named<QSpinBox>(page, "Free dimension batch");
    }
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QLatin1String(name)); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_settings;
};

QTEST_MAIN(RememberedRunsTest)
#include "tst_rememberedruns.moc"
