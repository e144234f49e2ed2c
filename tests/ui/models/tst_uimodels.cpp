// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/document/tensorcsv.h"
#include "ui/models/inputmodel.h"
#include "ui/models/outlinemodel.h"
#include "ui/models/outputmodel.h"
#include "ui/models/problemmodel.h"
#include "ui/models/profilemodel.h"
#include "ui/models/tensorfilterproxy.h"
#include "ui/models/tensormodel.h"
#include "ui/run/freedimensionseditor.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>

#include <algorithm>
#include <set>

using namespace weightless;
using namespace weightless::ui;
using FailureMode = QAbstractItemModelTester::FailureReportingMode;

namespace {

GraphPort port(const char* name, DataType type, Shape shape)
{
    return {name, {type, std::move(shape)}, {}};
}

RunResultPtr resultOf(const HostTensor& values)
{
    OutputResult output;
    output.name = "y";
    output.descriptor = values.descriptor;
    output.statistics = statisticsOf(values);
    output.values = std::make_shared<const HostTensor>(values);
    return std::make_shared<const RunResult>(RunResult {.outputs = {output}});
}

} // namespace

class UiModelsTest : public QObject {
    Q_OBJECT

private slots:
    void tensorsAddUp()
    {
        const ModelDocumentPtr document = smallDocument();
        TensorModel model;
        QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setDocument(document);
        QCOMPARE(model.rowCount(), static_cast<int>(document->tensors.size()));
        qint64 sum = 0;
        for (int row = 0; row < model.rowCount(); ++row)
            sum += model.index(row, TensorModel::Bytes).data(TensorModel::BytesRole).toLongLong();
        QVERIFY(sum > 0);
        QCOMPARE(sum, document->tensorBytes);
        QCOMPARE(sum, static_cast<qint64>(totalsOf(document->model).constantBytes));
        model.setDocument({});
        QCOMPARE(model.rowCount(), 0);
    }

    void tensorStatesAreMerged()
    {
        TensorModel model;
        QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setDocument(smallDocument());
        QVERIFY(model.rowCount() > 8);
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.setStates({5, 3, 4, 7, -1, 1'000'000}, TensorState::Set);
        QCOMPARE(changes.size(), 2); // 3–5 and 7
        QVERIFY(model.state(4) == TensorState::Set);
        QVERIFY(model.state(6) != TensorState::Set);
        model.setNeeded({4});
        QVERIFY(model.state(5) == TensorState::NotNeeded || model.state(5) == TensorState::Known
            || model.state(5) == TensorState::Broken);
    }

    void filterByTextAndState()
    {
        TensorModel model;
        model.setDocument(smallDocument());
        TensorFilterProxy proxy;
        QAbstractItemModelTester tester(&proxy, FailureMode::QtTest);
        proxy.setSourceModel(&model);
        QCOMPARE(proxy.rowCount(), model.rowCount());
        QCOMPARE(proxy.shownBytes(), model.document()->tensorBytes);
        proxy.setText(QStringLiteral("BIAS layers"));
        QVERIFY(proxy.rowCount() > 0);
        QVERIFY(proxy.rowCount() < model.rowCount());
        for (int row = 0; row < proxy.rowCount(); ++row)
            QVERIFY(proxy.index(row, 0).data().toString().contains(QLatin1String("bias")));
        proxy.setText({});
        model.setStates({0}, TensorState::Set);
        proxy.setState(TensorState::Set);
        QCOMPARE(proxy.rowCount(), 1);
        proxy.setState(std::nullopt);
        proxy.sort(TensorModel::Bytes, Qt::DescendingOrder);
        qint64 before = std::numeric_limits<qint64>::max();
        for (int row = 0; row < proxy.rowCount(); ++row) {
            const qint64 bytes =
                proxy.index(row, TensorModel::Bytes).data(TensorModel::BytesRole).toLongLong();
            QVERIFY(bytes <= before);
            before = bytes;
        }
    }

    void csvHoldsEveryTensor()
    {
        TensorModel model;
        model.setDocument(smallDocument());
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("tensors.csv"));
        QCOMPARE(writeTensorCsv(path, *model.document(), model.states()), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), model.rowCount() + 1);
        QVERIFY(lines.front().startsWith("name,bytes,"));
        const QString absent = folder.filePath(QStringLiteral("no/such/folder.csv"));
        QVERIFY(
            writeTensorCsv(absent, *model.document(), model.states()).contains(QLatin1String("folder.csv")));
        const QString text = rowsAsText(model, {model.index(0, 0)});
        QCOMPARE(text.count(QLatin1Char('\n')), 1);
    }

    // A copied table has as many columns as its heading, whatever its names are.
    void namesAreCellsOfACopiedTable()
    {
        QStandardItemModel table(4, 2);
        const QStringList names {QStringLiteral("a\tb\nc"), QStringLiteral("=1+1"),
            QStringLiteral("say \"a\""), QStringLiteral("1, 2")};
        for (int row = 0; row < 4; ++row) {
            table.setItem(row, 0, new QStandardItem(names[row]));
            table.setItem(row, 1, new QStandardItem(QStringLiteral("x")));
            table.item(row, 1)->setData(-row, Qt::UserRole);
        }
        QModelIndexList rows;
        for (int row = 0; row < 4; ++row)
            rows.append(table.index(row, 0));
        const QStringList lines = rowsAsText(table, rows, Qt::UserRole).split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 5);
        for (const QString& line : lines)
            QCOMPARE(line.count(QLatin1Char('\t')), 1);
        QCOMPARE(lines[2], QStringLiteral("'=1+1\t-1"));
        QCOMPARE(lines[3], QStringLiteral("\"say \"\"a\"\"\"\t-2"));
        QCOMPARE(lines[4], QStringLiteral("1, 2\t-3"));
    }

    void namesAreNoFormulas()
    {
        ModelDocument document(std::make_shared<const Model>());
        document.tensors.resize(1);
        document.tensors[0].name = QStringLiteral("=HYPERLINK(\"http://example.com\")");
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("tensors.csv"));
        QCOMPARE(writeTensorCsv(path, document, {TensorState::Hollow}), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray row = file.readAll().split('\n').at(1);
        QVERIFY2(row.startsWith("\"'=HYPERLINK(\"\"http://example.com\"\")\","), row);
    }

    // Qt takes a tooltip or a label for rich text where it looks like it.
    void namesAreNoRichText()
    {
        const QString name = QStringLiteral("<img src=\"http://example.com/x.png\">w & <b>b</b>");
        const auto shown = [](const QVariant& toolTip) {
            QTextDocument text;
            text.setHtml(toolTip.toString());
            return text.toPlainText();
        };
        const auto document = std::make_shared<ModelDocument>(std::make_shared<const Model>());
        document->tensors.resize(1);
        document->tensors[0].name = name;
        TensorModel tensors;
        tensors.setDocument(document);
        QCOMPARE(shown(tensors.index(0, TensorModel::Name).data(Qt::ToolTipRole)), name);

        ProblemModel problems;
        problems.add(warningOf(Task::Open, name));
        const QModelIndex message = problems.index(0, ProblemModel::Message);
        QCOMPARE(shown(message.data(Qt::ToolTipRole)), name);
        QCOMPARE(message.data(Qt::DisplayRole).toString(), name);

        InputModel inputs;
        inputs.setInputs({{name.toStdString(), {DataType::Float32, {1}}, {}}});
        QCOMPARE(shown(inputs.index(0, InputModel::Name).data(Qt::ToolTipRole)), name);

        FreeDimensionsEditor editor;
        editor.setDimensions({{name.toStdString(), {name.toStdString()}, 1}}, {});
        QVERIFY(editor.findChild<QLabel*>()->textFormat() == Qt::PlainText);
        QVERIFY(shown(editor.findChild<QSpinBox*>()->toolTip()).contains(name));
    }

    void outlineModelIsATree()
    {
        const ModelDocumentPtr document = smallDocument();
        OutlineModel model;
        QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setDocument(document);
        QVERIFY(model.rowCount() > 0);
        const QModelIndex node = model.indexOfNode(3);
        QVERIFY(node.isValid());
        QCOMPARE(model.item(node)->node, 3);
        QVERIFY(!model.indexOfNode(-1).isValid());
        QVERIFY(!model.indexOfScope(QStringLiteral("nowhere")).isValid());
        const QModelIndex group = model.index(0, 0);
        QVERIFY(model.item(group)->node < 0);
        QCOMPARE(model.indexOfScope(model.item(group)->path), group);
        QCOMPARE(model.fullName(group), model.item(group)->path);
        QCOMPARE(model.fullName(node), document->graph.nodes[3].name);
    }

    void graphNamesEveryConstantAndEdge()
    {
        const ModelDocumentPtr document = smallDocument(DemoPart::Sd15Unet);
        QCOMPARE(document->graph.constants.size(), document->tensors.size());
        const auto count = static_cast<int>(document->graph.nodes.size());
        QVERIFY(document->graph.edges.size() > document->model.graph.nodes.size() / 2);
        for (const auto& edge : document->graph.edges)
            QVERIFY(edge.from >= 0 && edge.from < count && edge.to >= 0 && edge.to < count);
        for (const TensorRow& row : document->tensors)
            QVERIFY2(!row.nodes.empty(), qPrintable(row.name));
    }

    void problemsAreKept()
    {
        ProblemModel model;
        auto tester = std::make_unique<QAbstractItemModelTester>(&model, FailureMode::QtTest);
        model.add(problemOf(Task::Open, Error(ErrorKind::Io, "cannot read 'x.onnx'")));
        model.add(warningOf(Task::Open, QStringLiteral("one thing")));
        QCOMPARE(model.count(Severity::Error), 1);
        QCOMPARE(model.count(Severity::Warning), 1);
        QVERIFY(model.toText({}).contains(QLatin1String("x.onnx")));
        QVERIFY(!model.toText({model.index(1, 0)}).contains(QLatin1String("x.onnx")));
        QVERIFY(!model.problems()[0].advice.isEmpty());
        tester.reset(); // it looks at every row after every change
        for (int i = 0; i < ProblemModel::maxProblems + 5; ++i)
            model.add(noteOf(Task::General, QString::number(i)));
        QCOMPARE(model.rowCount(), ProblemModel::maxProblems);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void inputsAreEdited()
    {
        InputModel model;
        QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setInputs({port("sample", DataType::Float16, {1, 3, 8, 8}), port("t", DataType::Int64, {1})});
        const QModelIndex source = model.index(1, InputModel::Source);
        const QModelIndex value = model.index(1, InputModel::Value);
        QVERIFY(model.setData(source, static_cast<int>(InputKind::Number), Qt::EditRole));
        QVERIFY(!model.setData(value, QStringLiteral("not a number"), Qt::EditRole));
        QVERIFY(model.setData(value, QStringLiteral("999"), Qt::EditRole));
        QCOMPARE(model.sources().at("t").number.value, 999.0);
        // An image suits [N, C, H, W] only.
        QVERIFY(!model.setData(source, static_cast<int>(InputKind::Image), Qt::EditRole));
        QVERIFY(model.setData(
            model.index(0, InputModel::Source), static_cast<int>(InputKind::Image), Qt::EditRole));
        QVERIFY(!model.problem(0).isEmpty());
        QVERIFY(model.setData(model.index(0, InputModel::Value), QStringLiteral("a.png"), Qt::EditRole));
        QVERIFY(model.problem(0).isEmpty());
        // It is remembered for sessions that begin in other folders.
        QVERIFY(model.source(0).path == std::filesystem::current_path() / "a.png");
        QVERIFY(model.setData(model.index(0, InputModel::Value), QString(), Qt::EditRole));
        QVERIFY(model.source(0).path.empty() && !model.problem(0).isEmpty());
        QVERIFY(model.setData(model.index(0, InputModel::Value), QStringLiteral("a.png"), Qt::EditRole));
        // What a picture's numbers become is chosen with it.
        QVERIFY(model.setData(model.index(0, InputModel::Source),
            sourceCode(InputKind::Image, ImageRange::MinusOneToOne), Qt::EditRole));
        QVERIFY(model.source(0).imageRange == ImageRange::MinusOneToOne);
        QVERIFY(!model.source(0).path.empty()); // the picture stays
        QVERIFY(!model.setData(
            model.index(0, InputModel::Source), sourceCode(InputKind::Image) + 256 * 9, Qt::EditRole));
        // Planning again keeps what was chosen.
        model.setInputs({port("t", DataType::Int64, {2})});
        QCOMPARE(model.sources().at("t").number.value, 999.0);
        model.setShapes({{"t", {5}}});
        QCOMPARE(model.inputs()[0].descriptor.shape, Shape {5});
    }

    // What random numbers would make nonsense of begins with numbers that mean something.
    void inputsBeginWithWhatTheirNamesSay()
    {
        InputModel model;
        model.setInputs(
            {port("input_ids", DataType::Int64, {1, 8}), port("attention_mask", DataType::Int64, {1, 8}),
                port("token_type_ids", DataType::Int64, {1, 8}), port("mask", DataType::Float32, {1, 8})});
        QVERIFY(model.source(0).kind == InputKind::Random);
        QVERIFY(model.source(1).kind == InputKind::Ones);
        QVERIFY(model.source(2).kind == InputKind::Zeros);
        QVERIFY(model.source(3).kind == InputKind::Random);
        // What was chosen stays.
        QVERIFY(
            model.setData(model.index(1, InputModel::Source), sourceCode(InputKind::Random), Qt::EditRole));
        model.setInputs({port("attention_mask", DataType::Int64, {1, 9})});
        QVERIFY(model.source(0).kind == InputKind::Random);
    }

    // Strings come from text or a file, and nothing else does.
    void inputsOfStrings()
    {
        InputModel model;
        model.setInputs({port("city", DataType::String, {2, 1}), port("x", DataType::Float32, {1})});
        QVERIFY(model.source(0).kind == InputKind::Text);
        QVERIFY2(model.problem(0).contains(QLatin1String("needs a text")), qPrintable(model.problem(0)));
        const QModelIndex source = model.index(0, InputModel::Source);
        QVERIFY(!model.setData(source, sourceCode(InputKind::Random), Qt::EditRole));
        QVERIFY(model.setData(model.index(0, InputModel::Value), QStringLiteral("Bern;Ełk"), Qt::EditRole));
        QCOMPARE(model.sources().at("city").text, std::string("Bern;Ełk"));
        QVERIFY2(model.problem(0).isEmpty(), qPrintable(model.problem(0)));
        QVERIFY(model.setData(model.index(0, InputModel::Value), QStringLiteral("a;b;c"), Qt::EditRole));
        QVERIFY2(model.problem(0).contains(QLatin1String("3 texts")), qPrintable(model.problem(0)));
        QVERIFY(
            !model.setData(model.index(1, InputModel::Source), sourceCode(InputKind::Text), Qt::EditRole));
        QVERIFY(model.setData(source, sourceCode(InputKind::File), Qt::EditRole));
    }

    // What was left on the device stays there with the next plan of its model.
    void outputsStayWhereTheyWere()
    {
        OutputModel model;
        const std::vector<GraphPort> outputs {
            port("y", DataType::Float32, {2, 2}), port("z", DataType::Float32, {3})};
        model.setOutputs(outputs);
        const auto place = [&](int row) { return model.index(row, OutputModel::Location); };
        QVERIFY(model.setData(place(1), Qt::Unchecked, Qt::CheckStateRole));
        model.setOutputs({}); // no plan for a while
        QVERIFY(model.deviceOutputs().empty());
        model.setOutputs({port("z", DataType::Float32, {5}), port("w", DataType::Float32, {5})});
        QCOMPARE(model.deviceOutputs(), std::set<std::string> {"z"});
        QVERIFY(model.setData(place(0), Qt::Checked, Qt::CheckStateRole));
        QVERIFY(model.deviceOutputs().empty());
        model.setOutputs(outputs);
        QVERIFY(model.setData(place(0), Qt::Unchecked, Qt::CheckStateRole));
        model.forget();
        QCOMPARE(model.rowCount(), 0);
        model.setOutputs(outputs);
        QVERIFY(model.deviceOutputs().empty());
    }

    void outputsAndTheirPlaces()
    {
        OutputModel model;
        QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setOutputs({port("y", DataType::Float32, {2, 2})});
        QVERIFY(model.deviceOutputs().empty());
        QVERIFY(model.setData(model.index(0, OutputModel::Location), Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(model.deviceOutputs().size(), size_t(1));
        HostTensor values = makeHostTensor({DataType::Float32, {2, 2}});
        setElement(values, 3, 4.0);
        model.setResult(resultOf(values));
        QCOMPARE(model.index(0, OutputModel::Maximum).data().toString(), QLocale().toString(4.0, 'g', 5));
        QCOMPARE(model.index(0, OutputModel::Mean).data().toString(), QLocale().toString(1.0, 'g', 5));
    }

    // No double is this number.
    void largeOutputsHaveAllDigits()
    {
        OutputModel model;
        model.setOutputs({port("y", DataType::Int64, {2})});
        model.setResult(resultOf(makeInt64Tensor(std::vector<int64_t> {9223372036854775807, 3})));
        QCOMPARE(model.index(0, OutputModel::Maximum).data().toString(),
            QLocale().toString(qlonglong {9223372036854775807}));
        QCOMPARE(model.index(0, OutputModel::Minimum).data().toString(), QLocale().toString(3));
    }

    void profileGroups()
    {
        ProfileModel model;
        QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setSteps({{"a", "Conv", "conv", 3}, {"b", "Relu", "unary", 1}, {"c", "Conv", "conv", 4}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.totalMilliseconds(), 8.0);
        QCOMPARE(model.index(0, ProfileModel::Milliseconds).data(ProfileModel::SortRole).toDouble(), 7.0);
        QCOMPARE(model.index(0, ProfileModel::Count).data().toInt(), 2);
        model.setSteps(
            {{"/down/a/Conv", "Conv", "conv", 3}, {"down/b", "Relu", "unary", 1}, {"c", "Conv", "conv", 4}});
        model.setGrouping(ProfileModel::Grouping::ByScope);
        QCOMPARE(model.rowCount(), 2); // the last has no scope
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("down"));
        QCOMPARE(model.index(1, ProfileModel::Milliseconds).data(ProfileModel::SortRole).toDouble(), 4.0);
        model.setGrouping(ProfileModel::Grouping::ByStep);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(2, ProfileModel::NodeName).data().toString(), QStringLiteral("c"));
    }
};

QTEST_MAIN(UiModelsTest)
#include "tst_uimodels.moc"
