// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/tensorio.h"
#include "engine/onnx/writer.h"
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"

#include "ui/engine/enginecontroller.h"
#include "ui/models/inputmodel.h"
#include "ui/pages/runpage.h"
#include "ui/run/rememberedruns.h"
#include "ui/text/text.h"

#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <optional>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

// A page on a decoder, whose mask is as long as what is past and what is new.
class RunPageSizesTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        m_page.reset();
        m_controller = std::make_unique<EngineController>();
        m_remembered.emplace();
        m_page = std::make_unique<RunPage>(*m_controller, *m_remembered);
        Model model;
        model.opsets = {{"", 17}};
        const auto input = [](const char* name, const char* symbol) {
            return ValueInfo {name, DataType::Float32, SymbolicShape {{-1, symbol}}};
        };
        model.graph.inputs = {input("ids", "sequence_length"), input("mask", "total_sequence_length"),
            input("past", "past_sequence_length")};
        model.graph.outputs = {{"y", DataType::Float32, SymbolicShape {{-1, {}}}}};
        Attributes along;
        along.set("axis", int64_t {0});
        model.graph.nodes = {{.name = "join",
                                 .opType = "Concat",
                                 .inputs = {"past", "ids"},
                                 .outputs = {"all"},
                                 .attributes = along},
            {.name = "add", .opType = "Add", .inputs = {"all", "mask"}, .outputs = {"y"}}};
        const QString path = m_folder.filePath(QStringLiteral("decoder.onnx"));
        onnx_io::writeModel(toPath(path), model, {}, {});
        m_controller->openModel(path);
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, 60'000);
        QCOMPARE(size("total_sequence_length"), 154);
    }

    // As on the command line: the mask was as long as for the tokens that nobody gave.
    void theMaskFollowsTheFileOfTheTokens()
    {
        choose(0, 5);
        QTRY_COMPARE(size("sequence_length"), 5);
        QCOMPARE(size("total_sequence_length"), 82);
        m_page->dispatch();
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->runResult() != nullptr, 60'000);
        QCOMPARE(m_controller->runResult()->outputs[0].descriptor.shape, (Shape {82}));
    }

    // What the user changes beside it does not change what a file says.
    void aMaskOfAFileStays()
    {
        choose(0, 5);
        choose(1, 8);
        QTRY_COMPARE(size("total_sequence_length"), 8);
        box("past_sequence_length")->setValue(3);
        QCOMPARE(size("total_sequence_length"), 8);
        QVERIFY2(m_page->obstacle().isEmpty(), qPrintable(m_page->obstacle()));
        box("total_sequence_length")->setValue(9);
        QCOMPARE(size("total_sequence_length"), 9);
        QVERIFY(m_page->obstacle().contains(QLatin1String("float32[8]")));
    }

    // Nor is the file's size remembered as what was typed.
    void whatWasTypedOutlivesAFile()
    {
        box("sequence_length")->setValue(8);
        choose(0, 3);
        QTRY_COMPARE(size("sequence_length"), 3);
        box("past_sequence_length")->setValue(4); // beside the file
        QCOMPARE(size("sequence_length"), 3);
        QCOMPARE(size("total_sequence_length"), 7);
        QVERIFY2(m_page->obstacle().isEmpty(), qPrintable(m_page->obstacle()));
        m_page->rememberChoices();
        QVERIFY(m_remembered->of(m_folder.filePath(QStringLiteral("decoder.onnx"))).sizes
            == (std::map<std::string, int64_t> {{"past_sequence_length", 4}, {"sequence_length", 8}}));
        m_page->inputs().setSource(0, {.kind = InputKind::Random});
        QCOMPARE(size("sequence_length"), 8);
        QCOMPARE(size("total_sequence_length"), 12);
    }

    // The empty cache that a decoder begins with, in a file, and for a plan.
    void whatIsPastMayBeNone()
    {
        choose(0, 5);
        choose(2, 0);
        QTRY_COMPARE(size("past_sequence_length"), 0);
        QTRY_COMPARE(size("total_sequence_length"), 5);
        QVERIFY2(m_page->obstacle().isEmpty(), qPrintable(m_page->obstacle()));
        m_page->dispatch();
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->runResult() != nullptr, 60'000);
        QCOMPARE(m_controller->runResult()->outputs[0].descriptor.shape, (Shape {5}));
        m_controller->setFreeDimensions({{"past_sequence_length", 0}});
        m_controller->buildGraph();
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, 60'000);
        QCOMPARE(m_controller->graph()->freeDimensions.at("total_sequence_length"), int64_t {77});
        m_page->inputs().setSource(0, {.kind = InputKind::Ones});
        m_page->dispatch();
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->runResult() != nullptr, 60'000);
        QCOMPARE(m_controller->runResult()->outputs[0].descriptor.shape, (Shape {77}));
    }

private:
    void choose(int row, int64_t length)
    {
        const std::filesystem::path file =
            toPath(m_folder.filePath(QString::number(length) + QLatin1String(".npy")));
        writeTensor(file, makeHostTensor({DataType::Float32, {length}}), "x");
        m_page->inputs().setSource(row, {.kind = InputKind::File, .path = file});
    }
    [[nodiscard]] QSpinBox* box(const char* symbol) const
    {
        return named<QSpinBox>(
            *m_page, qPrintable(QStringLiteral("Free dimension ") + QLatin1String(symbol)));
    }
    [[nodiscard]] int size(const char* symbol) const { return box(symbol)->value(); }

    QTemporaryDir m_folder;
    std::optional<RememberedRuns> m_remembered;
    std::unique_ptr<EngineController> m_controller;
    std::unique_ptr<RunPage> m_page;
};

QTEST_MAIN(RunPageSizesTest)
#include "tst_runpagesizes.moc"
