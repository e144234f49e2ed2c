// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/writer.h"
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"
#include "ui/document/selection.h"
#include "ui/inspector/valueinspector.h"
#include "ui/pages/valuespage.h"
#include "ui/text/text.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

// Values of a run that is shown, whatever came after it.
class ValuesPageTest : public QObject {
    Q_OBJECT

private slots:
    // What is shown then is of the run before: no value of it is computed from the other one's inputs.
    void valuesAfterARunThatDidNotEnd()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        Selection selection;
        ValuesPage page(controller, selection);
        page.show();
        connect(&controller, &EngineController::modelOpened, &page,
            [&] { page.setDocument(controller.document()); });
        controller.openModel(writeNegatedSum());
        QTRY_VERIFY_WITH_TIMEOUT(controller.canRun(), 60'000);
        const auto request = [](double a, const InputSource& b) {
            RunRequest asked;
            asked.inputs = {{"a", {.kind = InputKind::Number, .number = {a}}}, {"b", b}};
            return asked;
        };
        const auto number = [](double value) {
            return InputSource {.kind = InputKind::Number, .number = {value}};
        };
        QSignalSpy finished(&controller, &EngineController::runFinished);
        QSignalSpy failed(&controller, &EngineController::runFailed);
        controller.run(request(1, number(10)));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        // What was read back is there; what is between is computed.
        selectMaker(selection, controller, "y");
        QCOMPARE(firstOf(page), -11.0);
        auto* compute = named<QPushButton>(page, "Show the values of the last run");
        QVERIFY(!compute->isVisible());
        // Nothing was written yet.
        controller.run(request(5, {.kind = InputKind::File, .path = "absent.npy"}));
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 60'000);
        QCOMPARE(firstOf(page), -11.0);
        selectMaker(selection, controller, "mid");
        compute->click();
        QTRY_VERIFY_WITH_TIMEOUT(!page.inspector().tensor().isEmpty(), 60'000);
        QCOMPARE(firstOf(page), 11.0);
        // Those of another run are there now.
        RunRequest endless = request(7, number(20));
        endless.repeatCount = std::numeric_limits<int>::max();
        QSignalSpy advanced(&controller, &EngineController::runAdvanced);
        controller.run(endless);
        QTRY_VERIFY_WITH_TIMEOUT(!advanced.isEmpty(), 60'000);
        controller.cancelRun();
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 2, 60'000);
        QCOMPARE(firstOf(page), 11.0); // what was computed before
        QVERIFY(!compute->isEnabled());
        selectMaker(selection, controller, "y");
        QCOMPARE(firstOf(page), -11.0);
        selectMaker(selection, controller, "mid");
        QVERIFY(page.inspector().tensor().isEmpty() && compute->isVisible() && !compute->isEnabled());
        QVERIFY(says(page, "The inputs of the run that is shown are gone"));
        QSignalSpy read(&controller, &EngineController::valueRead);
        controller.readValue(QStringLiteral("mid")); // as asked for while that run went on
        QTRY_COMPARE_WITH_TIMEOUT(read.size(), 1, 60'000);
        QVERIFY(!read.front().at(1).value<std::shared_ptr<const HostTensor>>());
        QVERIFY(read.front().at(2).toString().contains(QLatin1String("are gone")));
        controller.run(request(2, number(20)));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, 60'000);
        QVERIFY(compute->isEnabled());
    }

private:
    // mid = a + b, y = -mid
    [[nodiscard]] QString writeNegatedSum() const
    {
        const SymbolicShape shape {{3, {}}};
        Model model;
        model.opsets = {{"", 17}};
        model.graph.inputs = {{"a", DataType::Float32, shape}, {"b", DataType::Float32, shape}};
        model.graph.outputs = {{"y", DataType::Float32, shape}};
        model.graph.nodes = {{.name = "add", .opType = "Add", .inputs = {"a", "b"}, .outputs = {"mid"}},
            {.name = "negate", .opType = "Neg", .inputs = {"mid"}, .outputs = {"y"}}};
        const QString path = m_folder.filePath(QStringLiteral("sum.onnx"));
        onnx_io::writeModel(toPath(path), model, {}, {});
        return path;
    }
    void selectMaker(Selection& selection, const EngineController& controller, const char* value)
    {
        const auto& nodes = controller.document()->nodes;
        const auto makes = [value](const Node* node) { return node && node->outputs.front() == value; };
        selection.selectNode(
            static_cast<int>(std::find_if(nodes.begin(), nodes.end(), makes) - nodes.begin()), this);
    }
    static double firstOf(const ValuesPage& page)
    {
        const auto& values = page.inspector().tensor().values;
        return values ? elementAsDouble(*values, 0) : std::nan("");
    }
    static bool says(const ValuesPage& page, const char* text)
    {
        const auto labels = page.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [text](const QLabel* label) {
            return label->isVisible() && label->text().startsWith(QLatin1String(text));
        });
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(ValuesPageTest)
#include "tst_valuespage.moc"
