// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/tensorfile.h"
#include "tests/app/cli/clirunner.h"
#include "tests/app/cli/tinymodel.h"
#include "tests/datafolder.h"

#include <QJsonArray>
#include <QTest>

#include <array>
#include <limits>

using namespace weightless;
using namespace weightless::test;

class TestCliVerify : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void sharedModelPasses();
    void oneLinePerCase();
    void littleErrorsNameTheTolerances();
    void zerosHideNoOtherError();
    void json();
    void dataSetsOfOtherShapes();
    void aModelThatDoesNotLoadFailsForThatReason();
    void constantsMayBeGiven();
    void nothingToVerify();

private:
    // The line about a case.
    [[nodiscard]] QString lineOf(const QString& name) const
    {
        for (const QString& line : m_result.output.split(QLatin1Char('\n'))) {
            if (line.contains(QLatin1Char(' ') + name + QLatin1Char(':')))
                return line;
        }
        return {};
    }

    QTemporaryDir m_folder;
    CliResult m_result;
};

void TestCliVerify::initTestCase()
{
    WEIGHTLESS_NEED_DEVICE();
    const std::filesystem::path zoo = m_folder.path().toStdString();
    constexpr std::array right {22.5F, 27.5F};
    constexpr std::array wrong {22.5F, 27.6F};
    constexpr std::array within {22.51F, 27.51F}; // 1e-3 of the expected value
    writeTinyZoo(zoo / "right", {1, 2}, right);
    writeTinyZoo(zoo / "deeper" / "down" / "within", {1, 2}, within);
    writeTinyZoo(zoo / "wrong-value", {1, 2}, wrong);
    writeTinyZoo(zoo / "wrong-shape", {2, 1}, right);

    writeTinyZoo(zoo / "other-name", {1, 2}, right);
    std::filesystem::rename(zoo / "other-name" / "model.onnx", zoo / "other-name" / "tiny.onnx");

    writeTinyZoo(zoo / "no-model", {1, 2}, right);
    std::filesystem::remove(zoo / "no-model" / "model.onnx");
    writeTinyZoo(zoo / "no-input", {1, 2}, right);
    std::filesystem::remove(zoo / "no-input" / "test_data_set_0" / "input_0.pb");
    writeTinyZoo(zoo / "no-output", {1, 2}, right);
    std::filesystem::remove(zoo / "no-output" / "test_data_set_0" / "output_0.pb");
    writeTinyZoo(zoo / "truncated", {1, 2}, right);
    std::filesystem::resize_file(zoo / "truncated" / "model.onnx", 40);

    writeTinyZoo(zoo / "sparse", {1, 2}, right);
    Model sparse = tinyModel();
    sparse.graph.inputs.push_back({"s", DataType::Float32, SymbolicShape {{4, ""}}, "sparse tensor"});
    onnx_io::WriteOptions options;
    options.layout = onnx_io::WeightLayout::Inline;
    onnx_io::writeModel(
        zoo / "sparse" / "model.onnx", sparse, [](const ConstantInfo&) { return onnx_io::ByteFiller {}; },
        options);

    m_result = runCli({"verify", m_folder.path()});
}

void TestCliVerify::sharedModelPasses()
{
    const CliResult result = runCli({"verify", WEIGHTLESS_TEST_DATA "/models"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.output + result.errors));
    QVERIFY(result.output.startsWith(QLatin1String("passed mnist: ")));
    QVERIFY(result.output.endsWith(QLatin1String("\n1 passed, 0 failed, 0 skipped\n")));
}

void TestCliVerify::oneLinePerCase()
{
    QCOMPARE(m_result.exitCode, 1);
    QVERIFY2(m_result.output.endsWith(QLatin1String("\n3 passed, 6 failed, 1 skipped\n")),
        qPrintable(m_result.output));
    QVERIFY2(lineOf("right").contains(QLatin1String("1 output as expected, without any difference, ")),
        qPrintable(lineOf("right")));
    const QString within = lineOf("deeper/down/within");
    QVERIFY(within.startsWith(QLatin1String("passed ")) && within.contains(QLatin1String("relative rms")));
    QVERIFY(lineOf("other-name").startsWith(QLatin1String("passed ")));
    const QString value = lineOf("wrong-value");
    QVERIFY2(value.startsWith(QLatin1String("FAILED "))
            && value.contains(QLatin1String("1 of 2 elements differ"))
            && value.contains(QLatin1String("at [0, 1]"))
            && value.contains(QLatin1String("27.5 instead of 27.6"))
            && value.contains(QLatin1String(", relative rms 0.00281"))
            && !value.contains(QLatin1String("--atol")),
        qPrintable(value));
    QVERIFY(lineOf("wrong-shape").contains(QLatin1String("float32[1, 2] instead of float32[2, 1]")));
    QVERIFY(lineOf("no-model").contains(QLatin1String("no model.onnx")));
    QVERIFY(lineOf("no-input").contains(QLatin1String("0 input files, the model 1 input")));
    QVERIFY(lineOf("no-output").startsWith(QLatin1String("FAILED ")));
    QVERIFY(lineOf("truncated").startsWith(QLatin1String("FAILED ")));
    const QString skipped = lineOf("sparse");
    QVERIFY2(skipped.startsWith(QLatin1String("skipped ")) && skipped.contains(QLatin1String("'s'")),
        qPrintable(skipped));
    QCOMPARE(m_result.output.count(QLatin1Char('\n')), 11);
}

// What float32 cannot tell apart is no mistake of the model.
void TestCliVerify::littleErrorsNameTheTolerances()
{
    const QTemporaryDir folder;
    constexpr std::array nearly {22.5F, 27.50002F};
    writeTinyZoo(folder.path().toStdString(), {1, 2}, nearly);
    QCOMPARE(runCli({"verify", folder.path()}).exitCode, 0);
    const CliResult result = runCli({"verify", folder.path(), "--rtol", "0", "--atol", "0"});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(
        result.output.contains(QLatin1String(", relative rms 5.37e-07; that is little: a larger --atol")),
        qPrintable(result.output));
    constexpr std::array noNumber {22.50001F, std::numeric_limits<float>::quiet_NaN()};
    writeTinyZoo(folder.path().toStdString(), {1, 2}, noNumber);
    const CliResult wrong = runCli({"verify", folder.path()});
    QVERIFY2(wrong.output.contains(QLatin1String("relative rms")) && !wrong.output.contains("--atol"),
        qPrintable(wrong.output));
}

// Of zeros no error is a share: how far the others are was told for none then.
void TestCliVerify::zerosHideNoOtherError()
{
    const QTemporaryDir folder;
    const std::filesystem::path zoo = folder.path().toStdString();
    std::filesystem::create_directories(zoo / "test_data_set_0");
    const SymbolicShape pair {{2, ""}};
    Model model;
    model.opsets[""] = 17;
    model.graph.name = "sequences";
    model.graph.inputs = {{"a", DataType::Float32, pair}, {"b", DataType::Float32, pair}};
    model.graph.outputs = {{"s", DataType::Float32, pair, "sequence"}};
    model.graph.nodes = {
        {.name = "join", .opType = "SequenceConstruct", .inputs = {"a", "b"}, .outputs = {"s"}}};
    onnx_io::WriteOptions inside;
    inside.layout = onnx_io::WeightLayout::Inline;
    onnx_io::writeModel(
        zoo / "model.onnx", model, [](const ConstantInfo&) { return onnx_io::ByteFiller {}; }, inside);
    onnx_io::writeTensorFile(
        zoo / "test_data_set_0" / "input_0.pb", floatTensor({2}, std::array {1.0F, 2.0F}));
    onnx_io::writeTensorFile(
        zoo / "test_data_set_0" / "input_1.pb", floatTensor({2}, std::array {1e-9F, 0.0F}));
    const std::filesystem::path output = zoo / "test_data_set_0" / "output_0.pb";
    writePairs(output, std::array<std::array<float, 2>, 2> {{{1.0005F, 2.001F}, {0, 0}}});
    const CliResult passed = runCli({"verify", folder.path()});
    QVERIFY2(passed.exitCode == 0
            && passed.output.contains(", relative rms 0.0005, greatest difference 1e-09 beside zeros"),
        qPrintable(passed.output));
    writePairs(output, std::array<std::array<float, 2>, 2> {{{1.000001F, 2.000002F}, {0, 0}}});
    const CliResult little = runCli({"verify", folder.path(), "--rtol", "0", "--atol", "0"});
    QVERIFY2(little.exitCode == 1 && little.output.contains(" beside zeros; that is little: a larger --atol"),
        qPrintable(little.output));
    writePairs(output, std::array<std::array<float, 2>, 2> {{{1, 2}, {0, 0}}});
    const CliResult zeros = runCli({"verify", folder.path(), "--atol", "0"});
    QVERIFY2(zeros.exitCode == 1 && zeros.output.contains(", greatest difference 1e-09 beside zeros\n")
            && !zeros.output.contains("rms"),
        qPrintable(zeros.output));
}

void TestCliVerify::json()
{
    const CliResult result = runCli({"verify", m_folder.path(), "--json"});
    QCOMPARE(result.exitCode, 1);
    const QJsonValue json = result.json();
    QCOMPARE(json["passed"].toInt(), 3);
    QCOMPARE(json["failed"].toInt(), 6);
    QCOMPARE(json["skipped"].toInt(), 1);
    QCOMPARE(json["cases"].toArray().size(), 10);
    QCOMPARE(json["cases"][0]["name"].toString(), "deeper/down/within");
    QCOMPARE(json["cases"][0]["result"].toString(), "passed");
}

void TestCliVerify::dataSetsOfOtherShapes()
{
    QTemporaryDir folder;
    const std::filesystem::path zoo = std::filesystem::path(folder.path().toStdString()) / "two";
    constexpr std::array first {22.5F, 27.5F};
    writeTinyZoo(zoo, {1, 2}, first);
    std::filesystem::create_directory(zoo / "test_data_set_10");
    constexpr std::array input {0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F};
    constexpr std::array output {0.5F, -0.5F, 1.5F, 1.5F};
    onnx_io::writeTensorFile(zoo / "test_data_set_10" / "input_0.pb", floatTensor({2, 3}, input));
    onnx_io::writeTensorFile(zoo / "test_data_set_10" / "output_0.pb", floatTensor({2, 2}, output));
    const CliResult result = runCli({"verify", QString::fromStdString(zoo.string())});
    QVERIFY2(result.exitCode == 0, qPrintable(result.output));
    const QStringList lines = result.output.split(QLatin1Char('\n'));
    QVERIFY(lines[0].startsWith(QLatin1String("passed two/test_data_set_0:")));
    QVERIFY(lines[1].startsWith(QLatin1String("passed two/test_data_set_10:")));
    QCOMPARE(lines[2], "2 passed, 0 failed, 0 skipped");
}

// Each of its data sets says what is wrong with the model, not what follows from it.
void TestCliVerify::aModelThatDoesNotLoadFailsForThatReason()
{
    const QTemporaryDir folder;
    const std::filesystem::path zoo = std::filesystem::path(folder.path().toStdString()) / "two";
    constexpr std::array right {22.5F, 27.5F};
    writeTinyZoo(zoo, {1, 2}, right);
    std::filesystem::copy(zoo / "test_data_set_0", zoo / "test_data_set_1");
    writeTinyModel(zoo / "model.onnx", onnx_io::WeightLayout::External);
    std::filesystem::remove(zoo / "model.onnx_data");
    const CliResult result = runCli({"verify", QString::fromStdString(zoo.string()), "--json"});
    QCOMPARE(result.exitCode, 1);
    const QJsonValue cases = result.json()["cases"];
    QVERIFY2(
        cases[0]["reason"].toString().contains(QLatin1String("model.onnx_data")), qPrintable(result.output));
    QCOMPARE(cases[1]["reason"].toString(), cases[0]["reason"].toString());
}

// An initializer is an input with a default: a data set may have a file for it, which then says so by its
// name.
void TestCliVerify::constantsMayBeGiven()
{
    QTemporaryDir folder;
    const std::filesystem::path zoo = std::filesystem::path(folder.path().toStdString()) / "two";
    constexpr std::array first {22.5F, 27.5F};
    writeTinyZoo(zoo, {1, 2}, first);
    std::filesystem::create_directory(zoo / "test_data_set_1");
    constexpr std::array bias {100.0F, 200.0F};
    constexpr std::array input {1.0F, 2.0F, 3.0F};
    constexpr std::array output {122.0F, 228.0F};
    onnx_io::writeTensorFile(zoo / "test_data_set_1" / "input_0.pb", floatTensor({2}, bias), "b");
    onnx_io::writeTensorFile(zoo / "test_data_set_1" / "input_1.pb", floatTensor({1, 3}, input), "x");
    onnx_io::writeTensorFile(zoo / "test_data_set_1" / "output_0.pb", floatTensor({1, 2}, output));
    const QString path = QString::fromStdString(zoo.string());
    const CliResult result = runCli({"verify", path});
    QVERIFY2(result.exitCode == 0, qPrintable(result.output));
    QVERIFY(result.output.endsWith(QLatin1String("\n2 passed, 0 failed, 0 skipped\n")));
    onnx_io::writeTensorFile(zoo / "test_data_set_1" / "input_0.pb", floatTensor({2}, bias), "nobody");
    const CliResult unknown = runCli({"verify", path});
    QVERIFY(unknown.output.contains(QLatin1String("2 input files, the model 1 input")));
}

void TestCliVerify::nothingToVerify()
{
    QTemporaryDir empty;
    const CliResult nothing = runCli({"verify", empty.path()});
    QCOMPARE(nothing.exitCode, 1);
    QVERIFY(nothing.hasOneErrorLine());
    const CliResult absent = runCli({"verify", empty.filePath("absent")});
    QCOMPARE(absent.exitCode, 1);
    QVERIFY(absent.errors.contains(QLatin1String("does not exist")));
}

QTEST_GUILESS_MAIN(TestCliVerify)
#include "tst_cli_verify.moc"
