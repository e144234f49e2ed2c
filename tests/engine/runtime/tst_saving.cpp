// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/demo.h"
#include "engine/onnx/reader.h"
#include "engine/onnx/saver.h"
#include "engine/runtime/importer.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/onnx/savelayouts.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <cmath>

using namespace weightless;
using namespace weightless::testing;
using weightless::onnx_io::readModel;
using weightless::onnx_io::saveModel;
using weightless::onnx_io::SaveOptions;
using weightless::onnx_io::StoredWeights;
using weightless::onnx_io::WeightLayout;
using weightless::test::contentOf;
using weightless::test::savingAs;
using weightless::test::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

struct Loaded {
    Model model;
    std::shared_ptr<Graph> graph;
};

Loaded load(const std::shared_ptr<Context>& context, const fs::path& path, const LoadOptions& options = {})
{
    Loaded loaded;
    loaded.model = readModel(path).model;
    BuildOptions build;
    build.usesSuggestions = true;
    loaded.graph = buildGraph(context, loaded.model, build);
    const auto job = loaded.graph->load(options);
    while (job->step({})) { }
    return loaded;
}

onnx_io::ConstantBytes restorer(const Loaded& loaded)
{
    return [graph = loaded.graph](
               const ConstantInfo& constant) { return onnx_io::ByteFiller(graph->constantBytes(constant)); };
}

std::vector<HostTensor> outputsOf(Context& context, const Loaded& loaded)
{
    std::vector<HostTensor> inputs;
    for (const GraphPort& port : loaded.graph->inputs()) {
        HostTensor input = makeHostTensor(port.descriptor);
        const auto count = static_cast<size_t>(*elementCount(port.descriptor.shape));
        for (size_t i = 0; i < count; ++i) {
            setElement(input, i, static_cast<double>(i * 37 % 97));
        }
        inputs.push_back(std::move(input));
    }
    return runGraph(context, *loaded.graph, inputs);
}

} // namespace

class TestSaving : public ContextTest {
    Q_OBJECT

private:
    void prepare() override
    {
        DemoOptions options;
        options.scale = 32;
        options.type = DataType::Float32;
        writeDemo(DemoPart::Sd15Clip, options, m_folder / "demo.onnx");
    }

private slots:
    void savedModelsComputeTheSame()
    {
        const auto expected = outputsOf(*m_context, load(m_context, m_folder / "demo.onnx"));
        fs::path source = m_folder / "demo.onnx";
        for (const auto& [name, layout] : {std::pair("inside.onnx", WeightLayout::Inline),
                 std::pair("outside.onnx", WeightLayout::External)}) {
            saveModel(m_folder / name, readModel(source).model, savingAs(layout));
            source = m_folder / name;
            const Loaded loaded = load(m_context, source, optionsFor(LoadMode::ZeroCopy));
            QVERIFY(outputsOf(*m_context, loaded) == expected);
        }
        QVERIFY(contentOf(m_folder / "outside.onnx_data") == contentOf(m_folder / "demo.onnx_data"));
    }

    // Nothing has to be copied on a device that takes file pages: all weights begin aligned.
    void singleFilesLoadWithoutACopy()
    {
        if (!m_context->device().traits.hostImportAlignmentBytes) {
            QSKIP("NOT TESTED: this device imports no file pages");
        }
        saveModel(m_folder / "single.onnx", readModel(m_folder / "demo.onnx").model,
            savingAs(WeightLayout::Inline));
        const Model model = readModel(m_folder / "single.onnx").model;
        BuildOptions build;
        build.usesSuggestions = true;
        const auto graph = buildGraph(m_context, model, build);
        const auto job = graph->load(optionsFor(LoadMode::ZeroCopy));
        while (job->step({})) { }
        QCOMPARE(job->report().bytesOf(LoadPath::Imported), graph->memoryPlan().constantBytes);
    }

    void halvedWeightsComputeNearlyTheSame()
    {
        const auto expected = outputsOf(*m_context, load(m_context, m_folder / "demo.onnx"));
        SaveOptions options = savingAs(WeightLayout::External);
        options.weights = StoredWeights::Float16;
        const auto report =
            saveModel(m_folder / "half.onnx", readModel(m_folder / "demo.onnx").model, options);
        QVERIFY(report.convertedTensors > 10);
        QCOMPARE(report.clampedValues, uint64_t {0});
        const Loaded loaded = load(m_context, m_folder / "half.onnx");
        const auto actual = outputsOf(*m_context, loaded);
        QCOMPARE(actual.size(), expected.size());
        for (size_t i = 0; i < actual.size(); ++i) {
            QVERIFY(actual[i].descriptor == expected[i].descriptor);
            double difference = 0;
            double size = 0;
            for (size_t j = 0; j < actual[i].as<float>().size(); ++j) {
                const double value = expected[i].as<float>()[j];
                difference += std::pow(actual[i].as<float>()[j] - value, 2);
                size += value * value;
            }
            QVERIFY2(
                std::sqrt(difference / size) < 2e-3, std::to_string(std::sqrt(difference / size)).c_str());
            QVERIFY(difference > 0);
        }
    }

    void deviceGivesBackWhatIsGone_data()
    {
        QTest::addColumn<LoadOptions>("options");
        QTest::newRow("direct") << optionsFor(LoadMode::Streamed);
        QTest::newRow("staged") << optionsFor(LoadMode::Streamed, LoadPath::Staged);
#ifndef Q_OS_WIN // where a file whose pages are mapped is not gone
        QTest::newRow("imported") << optionsFor(LoadMode::ZeroCopy);
#endif
    }

    void deviceGivesBackWhatIsGone()
    {
        QFETCH(LoadOptions, options);
        const Model demo = readModel(m_folder / "demo.onnx").model;
        for (const bool isStructureGone : {false, true}) {
            const TemporaryFolder folder;
            saveModel(folder / "m.onnx", demo, savingAs(WeightLayout::External));
            const Loaded loaded = load(m_context, folder / "m.onnx", options);
            const auto expected = outputsOf(*m_context, loaded);
            QVERIFY(fs::remove(folder / "m.onnx_data"));
            if (isStructureGone) {
                QVERIFY(fs::remove(folder / "m.onnx"));
            }
            SaveOptions save = savingAs(WeightLayout::Inline);
            save.restore = restorer(loaded);
            const auto report = saveModel(folder / "restored.onnx", loaded.model, save);
            QCOMPARE(report.restoredTensors >= loaded.graph->constantCount(), true);
            QCOMPARE(report.isStructureRebuilt, isStructureGone);
            QVERIFY(outputsOf(*m_context, load(m_context, folder / "restored.onnx")) == expected);
            loaded.graph->unload();
            EXPECT_ERROR(
                saveModel(folder / "none.onnx", loaded.model, save), ErrorKind::Io, "cannot be saved");
        }
    }

    // Every branch of two Ifs has a constant "w" of one shape: each is told by which it is.
    void constantsThatLookAlikeAreTold()
    {
        const auto branch = [](const std::string& name) {
            ModelGraph graph;
            graph.name = name;
            graph.constants = {hollowConstant("w", {DataType::Float32, {3}})};
            graph.nodes = {nodeOf("Add", {"x", "w"}, {"sum"})};
            graph.outputs = {valueOf("sum", DataType::Float32, {3})};
            return std::make_shared<const ModelGraph>(graph);
        };
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {valueOf("x", DataType::Float32, {3}), valueOf("condition", DataType::Bool, {})};
        for (const char* name : {"a", "b"}) {
            Attributes branches;
            branches.set("then_branch", branch("then"));
            branches.set("else_branch", branch("else"));
            model.graph.nodes.push_back(nodeOf("If", {"condition"}, {name}, branches));
            model.graph.outputs.push_back(valueOf(name, DataType::Float32, {3}));
        }
        const auto graph = buildGraph(m_context, model);
        QCOMPARE(graph->constantCount(), size_t {4});
        for (size_t i = 0; i < 4; ++i) {
            const auto value = static_cast<float>(i);
            graph->setConstantData(i, bytesOf({value, value, value}));
        }
        for (size_t i = 0; i < 4; ++i) {
            const auto fill = graph->constantBytes(graph->constant(i));
            QVERIFY2(fill, std::to_string(i).c_str());
            std::vector<float> values(3);
            fill(std::as_writable_bytes(std::span(values)));
            QCOMPARE(values, std::vector<float>(3, static_cast<float>(i)));
        }
        QVERIFY(!graph->constantBytes(ConstantInfo(graph->constant(0)))); // which of them it is, is not known
    }

    void truncatedPagesAreNotRead()
    {
#ifdef Q_OS_WIN
        QSKIP("what is mapped can be neither written nor cut there");
#endif
        const TemporaryFolder folder;
        saveModel(
            folder / "m.onnx", readModel(m_folder / "demo.onnx").model, savingAs(WeightLayout::External));
        const Loaded loaded = load(m_context, folder / "m.onnx", optionsFor(LoadMode::ZeroCopy));
        if (m_context->memory().importedBytes == 0) {
            QSKIP("NOT TESTED: this device imports no file pages");
        }
        fs::resize_file(folder / "m.onnx_data", 4096);
        std::vector<std::byte> bytes(16);
        EXPECT_ERROR(loaded.graph->readConstant(0, 0, bytes), ErrorKind::Io, "m.onnx_data");
    }

    void refusals()
    {
        const Loaded loaded = load(m_context, m_folder / "demo.onnx");
        const uint64_t size = loaded.graph->constant(0).sizeBytes;
        std::vector<std::byte> bytes(16);
        loaded.graph->readConstant(0, size - 16, bytes);
        loaded.graph->readConstant(0, size, {});
        EXPECT_ERROR(loaded.graph->readConstant(0, size - 15, bytes), ErrorKind::InvalidArgument, "16 bytes");
        EXPECT_ERROR(
            loaded.graph->readConstant(0, ~uint64_t {0}, bytes), ErrorKind::InvalidArgument, "inside");
        EXPECT_ERROR(loaded.graph->readConstant(loaded.graph->constantCount(), 0, bytes),
            ErrorKind::InvalidArgument, "no constant");
        ConstantInfo other = loaded.graph->constant(0);
        QVERIFY(loaded.graph->constantBytes(other));
        other.name += "?";
        QVERIFY(!loaded.graph->constantBytes(other));
        loaded.graph->unload();
        EXPECT_ERROR(loaded.graph->readConstant(0, 0, bytes), ErrorKind::InvalidState, "not set");
        QVERIFY(!loaded.graph->constantBytes(loaded.graph->constant(0)));
    }

private:
    TemporaryFolder m_folder;
};

QTEST_GUILESS_MAIN(TestSaving)
#include "tst_saving.moc"
