// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/npyfile.h"
#include "engine/inputs/valuefile.h"
#include "engine/onnx/tensorfile.h"
#include "engine/reference/testdata.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

using namespace weightless;
namespace fs = std::filesystem;

namespace {

ModelGraph graphOf(std::initializer_list<const char*> inputs)
{
    ModelGraph graph;
    for (const char* name : inputs) {
        graph.inputs.push_back({name, DataType::Float32, SymbolicShape {{1, {}}}});
    }
    graph.outputs = {{"y", DataType::Float32, SymbolicShape {{1, {}}}}};
    auto weight = std::make_shared<ConstantInfo>();
    weight->name = "w";
    weight->descriptor = {DataType::Float32, {1}};
    graph.constants = {weight};
    return graph;
}

void writeNamed(const test::TemporaryFolder& folder, const std::string& file, const std::string& name)
{
    onnx_io::writeTensorFile(folder / file, makeHostTensor({DataType::Float32, {1}}), name);
}

} // namespace

class TestTestData : public QObject {
    Q_OBJECT

private slots:
    void setsAreInTheOrderOfTheirNumbers();
    void filesWithoutAGap();
    void inputsAreInTheModelsOrder();
    void moreFilesThanInputsSayWhatTheyAreFor();
    void twoFilesForOneInputAreRefused();
    void countsThatDoNotFitAreTold();
    void valuesMayBeNumPys();
};

void TestTestData::setsAreInTheOrderOfTheirNumbers()
{
    const test::TemporaryFolder folder;
    for (const char* name : {"test_data_set_10", "test_data_set_9", "other"}) {
        fs::create_directories(folder / name);
    }
    folder.write("test_data_set_0", "a file");
    const std::vector<fs::path> sets = testDataSetsIn(folder.path());
    QCOMPARE(sets.size(), size_t {2});
    QCOMPARE(sets[0], folder / "test_data_set_9");
    QCOMPARE(sets[1], folder / "test_data_set_10");
    QVERIFY_EXCEPTION_THROWN((void)testDataSetsIn(folder / "absent"), fs::filesystem_error);
}

void TestTestData::filesWithoutAGap()
{
    const test::TemporaryFolder folder;
    for (const char* name : {"input_0.pb", "input_1.pb", "input_3.pb", "output_0.pb"}) {
        folder.write(name, "");
    }
    QCOMPARE(tensorFiles(folder.path(), "input").size(), size_t {2});
    QCOMPARE(tensorFiles(folder.path(), "output").size(), size_t {1});
}

void TestTestData::inputsAreInTheModelsOrder()
{
    const test::TemporaryFolder folder;
    writeNamed(folder, "input_0.pb", "b"); // names count only where there are more files than inputs
    writeNamed(folder, "input_1.pb", "a");
    writeNamed(folder, "output_0.pb", {});
    const auto inputs = inputFilesOf(folder.path(), graphOf({"a", "b"}));
    QCOMPARE(inputs.size(), size_t {2});
    QCOMPARE(inputs[0].value.name, std::string("a"));
    QCOMPARE(inputs[0].file, folder / "input_0.pb");
    const auto outputs = outputFilesOf(folder.path(), graphOf({}));
    QCOMPARE(outputs.at(0).value.name, std::string("y"));
    QCOMPARE(outputs.at(0).file, folder / "output_0.pb");
}

void TestTestData::moreFilesThanInputsSayWhatTheyAreFor()
{
    const test::TemporaryFolder folder;
    writeNamed(folder, "input_0.pb", "w");
    writeNamed(folder, "input_1.pb", "a");
    const auto inputs = inputFilesOf(folder.path(), graphOf({"a"}));
    QCOMPARE(inputs.size(), size_t {2});
    QCOMPARE(inputs[0].value.name, std::string("w"));
    QCOMPARE(inputs[1].value.name, std::string("a"));
}

// The second was taken for nothing.
void TestTestData::twoFilesForOneInputAreRefused()
{
    const test::TemporaryFolder folder;
    writeNamed(folder, "input_0.pb", "a");
    writeNamed(folder, "input_1.pb", "w");
    writeNamed(folder, "input_2.pb", "a");
    EXPECT_ERROR(inputFilesOf(folder.path(), graphOf({"a"})), ErrorKind::InvalidArgument,
        "'input_0.pb' and 'input_2.pb' in ");
    writeNamed(folder, "input_1.pb", "");
    writeNamed(folder, "input_2.pb", ""); // say nothing: there are too many
    EXPECT_ERROR(
        inputFilesOf(folder.path(), graphOf({"a"})), ErrorKind::InvalidArgument, " has 3 input files");
}

void TestTestData::countsThatDoNotFitAreTold()
{
    const test::TemporaryFolder folder;
    writeNamed(folder, "input_0.pb", {});
    EXPECT_ERROR(inputFilesOf(folder.path(), graphOf({"a", "b"})), ErrorKind::InvalidArgument,
        " has 1 input file, the model 2 inputs");
    EXPECT_ERROR(outputFilesOf(folder.path(), graphOf({"a"})), ErrorKind::InvalidArgument,
        " has 0 output files, the model 1 output");
    EXPECT_ERROR(outputFilesOf(folder.path(), ModelGraph()), ErrorKind::InvalidArgument, "output_0.pb");
}

void TestTestData::valuesMayBeNumPys()
{
    const test::TemporaryFolder folder;
    HostTensor tensor = makeHostTensor({DataType::Float32, {1}});
    setElement(tensor, 0, 2.5);
    writeNpyFile(folder / "y.npy", tensor);
    const HostValue value = readValueFile(folder / "y.npy", graphOf({}).outputs.front());
    QVERIFY(value.tensor && *value.tensor == tensor);
}

QTEST_APPLESS_MAIN(TestTestData)
#include "tst_testdata.moc"
