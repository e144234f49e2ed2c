// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/tensorio.h"
#include "engine/onnx/tensorfile.h"
#include "tests/app/cli/clirunner.h"
#include "tests/app/cli/tinymodel.h"
#include "tests/datafolder.h"

#include <QJsonArray>
#include <QTest>

#include <array>

using namespace weightless;
using namespace weightless::test;

class TestCliRun : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void numberAndOutputFile();
    void constantsMayBeGiven();
    void nothingButNan();
    void tensorFilesDecideFreeDimensions();
    void bitsOfBFloat16AreTaken();
    void mnistAnswersItsTestData();
    void randomIsReproducible();
    void pictureIsFitted();
    void repeatAndProfile();
    void textNamesOutputs();
    void percentilesOfManyRuns();
    void stringsAreShown();
    void namesMayContainEquals();
    void failures_data();
    void failures();
    void interruptedWhileRunning();

private:
    [[nodiscard]] QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    [[nodiscard]] std::vector<float> outputOf(const QString& path) const
    {
        const HostTensor tensor = onnx_io::readTensorFile(path.toStdString());
        const auto values = tensor.as<float>();
        return {values.begin(), values.end()};
    }

    QTemporaryDir m_folder;
    QString m_tiny;
    const QString m_mnist = QStringLiteral(WEIGHTLESS_TEST_DATA "/models/mnist");
};

void TestCliRun::initTestCase()
{
    WEIGHTLESS_NEED_DEVICE();
    m_tiny = file("tiny.onnx");
    writeTinyModel(m_tiny.toStdString());
    constexpr std::array input {1.0F, 2.0F, 3.0F, 0.0F, 0.0F, 1.0F};
    onnx_io::writeTensorFile(file("x.pb").toStdString(), floatTensor({2, 3}, input));
    QFile empty(file("empty.pb"));
    QVERIFY(empty.open(QIODevice::WriteOnly));
    constexpr std::array wide {1.0F, 2.0F, 3.0F, 4.0F};
    onnx_io::writeTensorFile(file("wide.pb").toStdString(), floatTensor({1, 4}, wide));
}

void TestCliRun::numberAndOutputFile()
{
    const CliResult result =
        runCli({"run", m_tiny, "--input", "x=2", "--output", "y=" + file("y.pb"), "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    QCOMPARE(outputOf(file("y.pb")), (std::vector<float> {18.5F, 23.5F}));
    const QJsonValue output = result.json()["outputs"][0];
    QCOMPARE(output["name"].toString(), "y");
    QCOMPARE(output["shape"].toArray(), (QJsonArray {1, 2}));
    QCOMPARE(output["min"].toDouble(), 18.5);
    QCOMPARE(output["max"].toDouble(), 23.5);
    QCOMPARE(output["mean"].toDouble(), 21.0);
    QCOMPARE(output["nan_count"].toInt(-1), 0);
}

// An initializer is an input with a default: given a value, it is not loaded.
void TestCliRun::constantsMayBeGiven()
{
    const CliResult result =
        runCli({"run", m_tiny, "--input", "x=2", "--input", "b=3", "--output", "y=" + file("given.pb")});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    QCOMPARE(outputOf(file("given.pb")), (std::vector<float> {21, 27}));
}

// Of no number there is neither a least nor a mean.
void TestCliRun::nothingButNan()
{
    const CliResult result = runCli({"run", m_tiny, "--input", "x=nan", "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const QJsonValue output = result.json()["outputs"][0];
    QCOMPARE(output["nan_count"].toInt(), 2);
    for (const char* number : {"min", "max", "mean"}) {
        QVERIFY2(output[QLatin1String(number)].isNull(), number);
    }
    const CliResult text = runCli({"run", m_tiny, "--input", "x=nan"});
    QVERIFY2(text.output.contains(QString::fromUtf8("–")) && !text.output.contains("0.00000"),
        qPrintable(text.output));
}

void TestCliRun::tensorFilesDecideFreeDimensions()
{
    // There and back through .npy as well.
    for (const char* name : {"y.npy", "y.pb"}) {
        const CliResult result = runCli({"run", m_tiny, "--threshold", "0", "--input", "x=" + file("x.pb"),
            "--output", "y=" + file(name), "--json"});
        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QVERIFY2(!result.errors.contains(QLatin1String("free dimension")), qPrintable(result.errors));
        QCOMPARE(result.json()["dimensions"]["n"].toInt(), 2);
    }
    QCOMPARE(outputOf(file("y.pb")), (std::vector<float> {22.5F, 27.5F, 5.5F, 5.5F}));
    QFile npy(file("y.npy"));
    QVERIFY(npy.open(QIODevice::ReadOnly));
    QVERIFY(npy.readAll().startsWith("\x93NUMPY"));
}

// NumPy has no bfloat16: files hold its bits as uint16.
void TestCliRun::bitsOfBFloat16AreTaken()
{
    Model model;
    model.opsets[""] = 17;
    model.graph.name = "bits";
    model.graph.inputs = {{"x", DataType::BFloat16, SymbolicShape {{-1, "n"}}}};
    model.graph.outputs = {{"y", DataType::BFloat16, SymbolicShape {{-1, "n"}}}};
    model.graph.nodes = {{.name = "double", .opType = "Add", .inputs = {"x", "x"}, .outputs = {"y"}}};
    const QString path = file("bits.onnx");
    onnx_io::WriteOptions inside;
    inside.layout = onnx_io::WeightLayout::Inline;
    onnx_io::writeModel(
        path.toStdString(), model, [](const ConstantInfo&) { return onnx_io::ByteFiller {}; }, inside);
    HostTensor bits = makeHostTensor({DataType::UInt16, {2}});
    bits.as<uint16_t>()[0] = 0x3f80; // 1
    bits.as<uint16_t>()[1] = 0x4000; // 2
    writeTensor(file("bits.npy").toStdString(), bits, "x");
    const CliResult result =
        runCli({"run", path, "--input", "x=" + file("bits.npy"), "--output", "y=" + file("doubled.pb")});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const HostTensor doubled = onnx_io::readTensorFile(file("doubled.pb").toStdString());
    QVERIFY(doubled.descriptor.type == DataType::BFloat16);
    QCOMPARE(elementAsDouble(doubled, 0), 2.0);
    QCOMPARE(elementAsDouble(doubled, 1), 4.0);
}

void TestCliRun::mnistAnswersItsTestData()
{
    const QJsonValue inspected = runCli({"inspect", m_mnist + "/model.onnx", "--json"}).json();
    const QString input = inspected["inputs"][0]["name"].toString();
    const QString output = inspected["outputs"][0]["name"].toString();
    const CliResult result = runCli({"run", m_mnist + "/model.onnx", "--input",
        input + "=" + m_mnist + "/test_data_set_0/input_0.pb", "--output", output + "=" + file("digits.pb")});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const std::vector<float> actual = outputOf(file("digits.pb"));
    const std::vector<float> expected = outputOf(m_mnist + "/test_data_set_0/output_0.pb");
    QCOMPARE(actual.size(), size_t {10});
    for (size_t i = 0; i < actual.size(); ++i) {
        QVERIFY(std::abs(actual[i] - expected[i]) <= 1e-7F + 1e-3F * std::abs(expected[i]));
    }
}

void TestCliRun::randomIsReproducible()
{
    const auto run = [&](const QString& spec) {
        const CliResult result =
            runCli({"run", m_tiny, "--input", "x=" + spec, "--output", "y=" + file("r.pb")});
        return result.exitCode == 0 ? outputOf(file("r.pb")) : std::vector<float> {};
    };
    const std::vector<float> first = run("random:5");
    QCOMPARE(first.size(), size_t {2});
    QCOMPARE(run("random:5"), first);
    QVERIFY(run("random:6") != first);
}

void TestCliRun::pictureIsFitted()
{
    // A white 2 × 1 picture (PPM) becomes ones of any size; no other picture gives the same answer as
    // --input 1.
    QFile picture(file("white.ppm"));
    QVERIFY(picture.open(QIODevice::WriteOnly));
    picture.write(QByteArray("P6 2 1 255\n") + QByteArray(6, '\xff'));
    picture.close();
    const QString model = m_mnist + QStringLiteral("/model.onnx");
    const QString input = runCli({"inspect", model, "--json"}).json()["inputs"][0]["name"].toString();
    const auto mean = [&](const QString& spec) {
        const CliResult result = runCli({"run", model, "--input", input + "=" + spec, "--json"});
        return result.json()["outputs"][0]["mean"].toDouble(1e9);
    };
    const double fromPicture = mean(file("white.ppm"));
    QVERIFY(std::abs(fromPicture - mean("ones")) < 1e-4);
    QVERIFY(std::abs(fromPicture - mean("zeros")) > 1e-4);
}

void TestCliRun::repeatAndProfile()
{
    const CliResult result = runCli({"run", m_tiny, "--repeat", "3", "--profile", "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const QJsonValue json = result.json();
    const QJsonValue times = json["run_seconds"];
    QCOMPARE(times["count"].toInt(), 3);
    QVERIFY(times["min"].toDouble() > 0);
    QVERIFY(times["min"].toDouble() <= times["median"].toDouble());
    QVERIFY(times["median"].toDouble() <= times["max"].toDouble());
    QVERIFY(json["compile_seconds"].toDouble(-1) >= 0);
    QVERIFY(json["compile_seconds"].toDouble() <= times["first"].toDouble());
    const QJsonArray steps = json["profile"]["steps"].toArray();
    // The sum is part of the product, and the step names both nodes.
    QCOMPARE(steps.size(), 1);
    QCOMPARE(steps[0]["operator"].toString(), "FusedMatMul");
    QVERIFY(steps[0]["node"].toString().contains(QLatin1String("product")));
    QVERIFY(steps[0]["milliseconds"].toDouble(-1) >= 0);
    QVERIFY(!json["profile"]["operators"].toArray().isEmpty());
}

void TestCliRun::textNamesOutputs()
{
    const CliResult result = runCli({"run", m_tiny, "--input", "x=2", "--repeat", "2", "--profile"});
    QCOMPARE(result.exitCode, 0);
    for (const char* part : {"float32[1, 2]", "18.50000", "Ran 2 times: min ", "Longest steps", "MatMul"}) {
        QVERIFY2(result.output.contains(QLatin1String(part)), part);
    }
}

void TestCliRun::percentilesOfManyRuns()
{
    const QStringList words {"run", m_tiny, "--input", "x=2", "--repeat"};
    const QJsonValue times = runCli(words + QStringList {"10", "--json"}).json()["run_seconds"];
    QVERIFY(times["median"].toDouble() <= times["p90"].toDouble());
    QVERIFY(times["p90"].toDouble() <= times["p99"].toDouble(-1));
    QCOMPARE(times["p99"].toDouble(), times["max"].toDouble());
    QVERIFY(runCli(words + QStringList {"9", "--json"}).json()["run_seconds"]["p90"].isUndefined());
    const CliResult text = runCli(words + QStringList {"10"});
    QVERIFY2(text.output.contains(", p90 ") && text.output.contains(", p99 "), qPrintable(text.output));
}

void TestCliRun::stringsAreShown()
{
    const QString trees = file("trees.onnx");
    QCOMPARE(runCli({"make-demo", "trees", trees}).exitCode, 0);
    const QStringList words {"run", trees, "--dim", "rows=10", "--input", "city=text:Oslo;Rome"};
    const QJsonArray shown =
        runCli(words + QStringList {"--json"}).json()["outputs"][0]["first_strings"].toArray();
    QCOMPARE(shown.size(), qsizetype {8});
    const CliResult text = runCli(words);
    QVERIFY2(text.output.contains("output_label: '" + shown[0].toString() + "', ")
            && text.output.contains(" and 2 more\n"),
        qPrintable(text.output));
    const QStringList two {"run", trees, "--input", "city=text:Oslo;Rome"};
    QCOMPARE(runCli(two + QStringList {"--json"}).json()["outputs"][0]["first_strings"].toArray().size(),
        qsizetype {2});
    const CliResult dropped = runCli(two + QStringList {"--dim", "rows=1"});
    QVERIFY2(dropped.errors.contains("but 2 texts were given"), qPrintable(dropped.errors));
    const CliResult unnamed = runCli({"run", trees});
    QVERIFY2(unnamed.errors.contains("text:"), qPrintable(unnamed.errors));
}

// The model knows where the name ends.
void TestCliRun::namesMayContainEquals()
{
    Model model = tinyModel();
    model.graph.inputs[0].name = "a=b";
    model.graph.inputs[0].shape->front().symbol = "m=n";
    model.graph.nodes[0].inputs[0] = "a=b";
    model.graph.outputs[0].name = "y=z";
    for (Node& node : model.graph.nodes)
        std::ranges::replace(node.outputs, "y", "y=z");
    const QString path = file("equals.onnx");
    onnx_io::WriteOptions inside;
    inside.layout = onnx_io::WeightLayout::Inline;
    onnx_io::writeModel(
        path.toStdString(), model, [](const ConstantInfo&) { return onnx_io::ByteFiller {}; }, inside);
    const QString output = file("e=quals.pb");
    const CliResult result =
        runCli({"run", path, "--input", "a=b=ones", "--output", "y=z=" + output, "--dim", "m=n=1"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    QCOMPARE(outputOf(output).size(), size_t {2});
    const CliResult unknown = runCli({"run", path, "--input", "a=c=1"});
    QVERIFY2(unknown.errors.contains("no input 'a'; its inputs are 'a=b'"), qPrintable(unknown.errors));
}

void TestCliRun::failures_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    QTest::newRow("unknown input") << QStringList {"--input", "z=1"} << "no input 'z'; its inputs are 'x'";
    QTest::newRow("unknown output") << QStringList {"--output", "z=z.npy"} << "no output 'z'";
    QTest::newRow("wrong shape") << QStringList {"--input", "x=" + file("wide.pb")} << "float32[n, 3]";
    QTest::newRow("no file") << QStringList {"--input", "x=absent.npy"} << "absent.npy";
    QTest::newRow("no image shape") << QStringList {"--input", "x=" + m_tiny} << "no image's shape";
    QTest::newRow("mistyped") << QStringList {"--input", "x=1,5"}
                              << "Input 'x': '1,5' is neither a number, a word of --input";
    QTest::newRow("truth") << QStringList {"--input", "x=true"} << "'x' is of type float32: 'true' and";
    QTest::newRow("contradiction") << QStringList {"--input", "x=" + file("x.pb"), "--dim", "n=3"}
                                   << "was given as 3";
    QTest::newRow("unknown dimension")
        << QStringList {"--dim", "m=3"} << "no free dimension 'm'; its free dimensions are 'n'";
    QTest::newRow("empty file") << QStringList {"--input", "x=" + file("empty.pb")} << "is an empty file";
    QTest::newRow("unwritable") << QStringList {"--output", "y=" + file("no/such/y.npy")} << "y.npy";
}

void TestCliRun::failures()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const CliResult result = runCli(QStringList {"run", m_tiny} + arguments);
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
    QVERIFY2(result.errors.contains(message), qPrintable(result.errors));
}

void TestCliRun::interruptedWhileRunning()
{
#ifdef Q_OS_WIN
    QSKIP("nothing sends Ctrl-C to another console: packaging/check-windows.sh has it sent to its own");
#endif
    const CliResult result = interruptCli({"run", m_tiny, "--repeat", "1000000"}, 1500);
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
    QVERIFY2(
        result.errors.contains(QLatin1String("cancelled"), Qt::CaseInsensitive), qPrintable(result.errors));
    QVERIFY(result.output.isEmpty());
}

QTEST_GUILESS_MAIN(TestCliRun)
#include "tst_cli_run.moc"
