// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/outputfile.h"
#include "engine/onnx/tensorfile.h"
#include "tests/app/cli/clirunner.h"
#include "tests/app/cli/tinymodel.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>

using namespace weightless;
using namespace weightless::test;

namespace {

// An output NAME_out for each input NAME, the same again.
void writeEcho(const QString& path, std::vector<ValueInfo> inputs)
{
    Model model;
    model.opsets[""] = 17;
    model.graph.name = "echo";
    for (const ValueInfo& input : inputs) {
        ValueInfo output = input;
        output.name += "_out";
        model.graph.nodes.push_back({.name = input.name + "_node",
            .opType = "Identity",
            .inputs = {input.name},
            .outputs = {output.name}});
        model.graph.outputs.push_back(std::move(output));
    }
    model.graph.inputs = std::move(inputs);
    writeInline(path.toStdString(), model);
}

HostTensor words(std::vector<std::string> values)
{
    return {{DataType::String, {static_cast<int64_t>(values.size())}}, {}, std::move(values)};
}

onnx_io::TensorSequence sequenceIn(const QString& path)
{
    return std::get<onnx_io::TensorSequence>(
        onnx_io::readTestValue(path.toStdString(), onnx_io::TestValueKind::Sequence));
}

onnx_io::OptionalValue optionalIn(const QString& path)
{
    return std::get<onnx_io::OptionalValue>(
        onnx_io::readTestValue(path.toStdString(), onnx_io::TestValueKind::Optional));
}

void writeSequence(const QString& path, std::vector<HostTensor> tensors)
{
    HostSequence sequence;
    for (HostTensor& tensor : tensors) {
        sequence.elements.push_back(makeHostValue(std::move(tensor)));
    }
    OutputFile out(path.toStdString());
    onnx_io::writeSequenceProto(out, sequence);
    out.commit();
}

void writeOptional(const QString& path, const HostValue& value)
{
    OutputFile out(path.toStdString());
    onnx_io::writeOptionalProto(out, value);
    out.commit();
}

} // namespace

// Sequences and optionals as inputs and outputs of `run`.
class TestCliSequences : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { WEIGHTLESS_NEED_DEVICE(); }
    void comeFromFiles();
    void goToFilesThatAreInputsAgain();
    void optionalsGoToFiles();
    void mapsAreNotWritten();

private:
    [[nodiscard]] QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    QTemporaryDir m_folder;
};

// y is the second of the tensors in s; t is s again.
void TestCliSequences::comeFromFiles()
{
    Model model;
    model.opsets[""] = 17;
    model.graph.name = "sequences";
    const SymbolicShape pair {{2, ""}};
    model.graph.inputs = {{"s", DataType::Float32, pair, "sequence"}};
    model.graph.outputs = {
        {.name = "y", .type = DataType::Float32, .shape = pair}, {"t", DataType::Float32, pair, "sequence"}};
    auto one = std::make_shared<ConstantInfo>();
    one->name = "one";
    one->descriptor = {DataType::Int64, {}};
    one->sizeBytes = 8;
    one->value = makeHostTensor(one->descriptor);
    one->value->as<int64_t>()[0] = 1;
    model.graph.constants = {one};
    model.graph.nodes = {{.name = "at", .opType = "SequenceAt", .inputs = {"s", "one"}, .outputs = {"y"}},
        {.name = "id", .opType = "Identity", .inputs = {"s"}, .outputs = {"t"}}};
    const QString path = file("sequence.onnx");
    writeInline(path.toStdString(), model);

    const QString given = file("s.pb");
    writePairs(given.toStdString(), std::array<std::array<float, 2>, 2> {{{3, 4}, {5, 6}}});
    const QString output = file("second.pb");
    const CliResult result = runCli({"run", path, "--input", "s=" + given, "--output", "y=" + output});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const HostTensor second = onnx_io::readTensorFile(output.toStdString());
    QCOMPARE(second.as<float>()[0], 5.0F);
    QCOMPARE(second.as<float>()[1], 6.0F);

    // A tensor's file is none, nor is one with other elements.
    const CliResult mistaken = runCli({"run", path, "--input", "s=" + output});
    QVERIFY(mistaken.hasOneErrorLine());
    QVERIFY2(mistaken.errors.contains("second.pb': it holds no sequence"), qPrintable(mistaken.errors));
    QFile other(file("other.pb"));
    const QByteArray integers("\x10\x07\x1a\x07\x08\x01\x10\x07\x3a\x01\x01", 11);
    QVERIFY(other.open(QIODevice::WriteOnly) && other.write(integers) == integers.size());
    other.close();
    const CliResult typed = runCli({"run", path, "--input", "s=" + other.fileName()});
    QVERIFY(typed.hasOneErrorLine());
    QVERIFY2(typed.errors.contains("int64[1], but 's' is a sequence of float32"), qPrintable(typed.errors));

    const CliResult filled = runCli({"run", path, "--input", "s=ones"});
    QVERIFY(filled.hasOneErrorLine());
    QVERIFY2(filled.errors.contains("'s' is a sequence: it takes a .pb file"), qPrintable(filled.errors));
    // Before anything is computed.
    const CliResult refused =
        runCli({"run", path, "--input", "s=" + given, "--output", "t=" + file("t.npy")});
    QVERIFY(refused.hasOneErrorLine());
    QVERIFY2(refused.errors.contains("'t' is a sequence: it is written to a .pb file"),
        qPrintable(refused.errors));
}

// Longer than what is shown of it, and of strings.
void TestCliSequences::goToFilesThatAreInputsAgain()
{
    const QString path = file("echo.onnx");
    writeEcho(path,
        {{"numbers", DataType::Float32, std::nullopt, "sequence"},
            {"words", DataType::String, std::nullopt, "sequence"},
            {"nothing", DataType::Float32, std::nullopt, "sequence"}});
    const std::vector<float> many(5000, 1.5F);
    const std::vector<float> one {7.0F};
    const std::vector<HostTensor> numbers {floatTensor({5000}, many), floatTensor({1}, one)};
    const std::vector<HostTensor> texts {words({"a", "", "\xc3\xbc"}), words({"b"})};
    writeSequence(file("numbers.pb"), numbers);
    writeSequence(file("words.pb"), texts);
    writeSequence(file("nothing.pb"), {});
    QString from;
    for (const QString& to : {QStringLiteral("1"), QStringLiteral("2")}) {
        QStringList call {"run", path};
        for (const char* name : {"numbers", "words", "nothing"}) {
            const QLatin1String text(name);
            call << "--input" << text + "=" + m_folder.filePath(text + from + ".pb");
            call << "--output" << text + "_out=" + m_folder.filePath(text + to + ".pb");
        }
        const CliResult result = runCli(call);
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QVERIFY(sequenceIn(m_folder.filePath("numbers" + to + ".pb")) == numbers);
        QVERIFY(sequenceIn(m_folder.filePath("words" + to + ".pb")) == texts);
        QVERIFY(sequenceIn(m_folder.filePath("nothing" + to + ".pb")).empty());
        from = to;
    }
}

// With a tensor and without: a tensor's own message would be none that an optional input takes.
void TestCliSequences::optionalsGoToFiles()
{
    const QString path = file("optionals.onnx");
    writeEcho(path, {{"maybe", DataType::Float32, std::nullopt, "optional"}});
    const std::array values {2.0F, 3.0F};
    const HostTensor some = floatTensor({2}, values);
    writeOptional(file("some.pb"), makeHostValue(HostTensor(some)));
    writeOptional(file("none.pb"), {});
    const auto run = [&](const QString& from, const QString& to) {
        return runCli({"run", path, "--input", "maybe=" + from, "--output", "maybe_out=" + to});
    };
    const CliResult held = run(file("some.pb"), file("some1.pb"));
    QVERIFY2(held.exitCode == 0, qPrintable(held.errors));
    QVERIFY(std::get<HostTensor>(optionalIn(file("some1.pb"))) == some);
    QCOMPARE(run(file("some1.pb"), file("some2.pb")).exitCode, 0);
    QVERIFY(std::get<HostTensor>(optionalIn(file("some2.pb"))) == some);
    QCOMPARE(run(file("some1.pb"), file("some.npy")).exitCode, 0); // which is a tensor

    const CliResult empty = run(file("none.pb"), file("none1.pb"));
    QVERIFY2(empty.exitCode == 0, qPrintable(empty.errors));
    QVERIFY(std::holds_alternative<std::monostate>(optionalIn(file("none1.pb"))));
    QCOMPARE(run(file("none1.pb"), file("none2.pb")).exitCode, 0);
    const CliResult npy = run(file("none.pb"), file("none.npy"));
    QCOMPARE(npy.exitCode, 1);
    QVERIFY2(npy.errors.contains("'maybe_out' is an optional: it is written to a .pb file"),
        qPrintable(npy.errors));
    QVERIFY(!QFile::exists(file("none.npy")));
}

// A sequence of maps has elements of no type. Told before anything is computed.
void TestCliSequences::mapsAreNotWritten()
{
    const QString path = file("maps.onnx");
    Model model = tinyModel();
    model.graph.outputs.push_back({"m", DataType::Undefined, std::nullopt, "sequence"});
    model.graph.nodes.push_back({.name = "map", .opType = "Identity", .inputs = {"x"}, .outputs = {"m"}});
    writeInline(path.toStdString(), model);
    const CliResult result = runCli({"run", path, "--output", "m=" + file("m.pb")});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(
        result.errors.contains(
            "'m' is a sequence of other than tensors; only tensors, and sequences and optionals of them"),
        qPrintable(result.errors));
}

QTEST_GUILESS_MAIN(TestCliSequences)
#include "tst_cli_sequences.moc"
