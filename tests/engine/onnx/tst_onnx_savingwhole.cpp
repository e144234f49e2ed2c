// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/saver.h"

#include "engine/base/writerlock.h"
#include "engine/onnx/reader.h"
#include "engine/onnx/savenote.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/faultyoutput.h"
#include "tests/engine/onnx/richmodel.h"
#include "tests/engine/onnx/savelayouts.h"

#include <QTest>
#include <atomic>
#include <limits>
#include <set>
#include <thread>
#ifdef Q_OS_UNIX
#include <sys/stat.h>
#endif

using namespace weightless;
using namespace weightless::test;
using namespace weightless::onnx_io;
using Fault = FaultyOutput::Fault;

namespace fs = std::filesystem;

// Whatever happens while a model is replaced, the old one or the new one is there, with its own weights.
namespace {

// Two weights of 400 elements, the first of which is `first`; all models of this kind have equal shapes.
onnx::ModelProto numbered(float first)
{
    std::vector<float> values = numbers(400);
    values[0] = first;
    onnx::ModelProto proto = addModel(rawTensor("w", values));
    values[1] = first;
    *proto.mutable_graph()->add_initializer() = rawTensor("v", values);
    return proto;
}

constexpr float cannotBeLoaded = -1;
constexpr float hasOtherWeights = -2;

// What numbered() was given for the model that lies here; 0 where there is none.
float numberOf(const fs::path& path)
{
    if (!fs::exists(path)) {
        return 0;
    }
    const ReadResult result = readModel(path);
    if (!result.problems.empty() || result.model.graph.constants.size() != 2) {
        return cannotBeLoaded;
    }
    const float first = result.model.graph.constants[0]->value->as<float>()[0];
    const auto expected = numbered(first);
    for (size_t i = 0; i < 2; ++i) {
        const auto& raw = expected.graph().initializer(static_cast<int>(i)).raw_data();
        const auto bytes = bytesOf(*result.model.graph.constants[i]);
        if (std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()) != raw) {
            return hasOtherWeights;
        }
    }
    return first;
}

std::set<std::string> namesIn(const TemporaryFolder& folder)
{
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.path())) {
        names.insert(entry.path().filename().string());
    }
    return names;
}

enum class Before { Nothing, OneFile, Pair, PairOfOtherName };

constexpr float oldNumber = 11;
constexpr float newNumber = 22;

} // namespace

class TestSavingWhole : public QObject {
    Q_OBJECT

private slots:
    void everyCallMayFail_data();
    void everyCallMayFail();
    void dataIsNeverExchangedUnderAModel();
    void oldDataGoes();
    void permissionsAreTheOldModels();
    void dataOfOthersStays();
    void leftoversGoWithTheNextSave();
    void notesOfOthersRemoveNothing();
    void onlyOneWriter();
    void onlyRegularFilesAreReplaced();

private:
    void trial(Before before, Fault fault, size_t call, bool& isReached) const;
};

void TestSavingWhole::everyCallMayFail_data()
{
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("fault");
    const std::pair<const char*, Before> befores[] {{"nothing", Before::Nothing},
        {"one file", Before::OneFile}, {"a pair", Before::Pair}, {"other names", Before::PairOfOtherName}};
    const std::pair<const char*, Fault> faults[] {{"error", Fault::Error}, {"kill", Fault::Kill},
        {"power cut", Fault::PowerCut}, {"power cut, names undone", Fault::PowerCutUndoingNames},
        {"power cut, reordered", Fault::PowerCutReordering}};
    for (const auto& [what, before] : befores) {
        for (const auto& [how, fault] : faults) {
            QTest::addRow("%s, %s", what, how) << static_cast<int>(before) << static_cast<int>(fault);
        }
    }
}

void TestSavingWhole::everyCallMayFail()
{
    QFETCH(int, before);
    QFETCH(int, fault);
    bool isReached = true;
    size_t call = 0;
    for (; isReached; ++call) {
        trial(static_cast<Before>(before), static_cast<Fault>(fault), call, isReached);
        if (QTest::currentTestFailed()) {
            qWarning("at call %zu", call);
            return;
        }
    }
    QVERIFY(call > 12); // two data files and a model: made, written, synced and named
}

void TestSavingWhole::trial(Before before, Fault fault, size_t call, bool& isReached) const
{
    const TemporaryFolder sources;
    const TemporaryFolder folder;
    FaultyOutput faultless(Fault::Error, std::numeric_limits<size_t>::max()); // waits for no disk
    if (before != Before::Nothing) {
        SaveOptions options = before == Before::OneFile ? inside : external;
        options.files.system = &faultless;
        options.files.dataFileName = before == Before::PairOfOtherName ? "weights.bin" : "";
        saveModel(folder / "out.onnx", read(write(sources, "old.onnx", numbered(oldNumber))), options);
    }
    const Model model = read(write(sources, "new.onnx", numbered(newNumber)));
    FaultyOutput system(fault, call);
    SaveOptions options = external;
    options.files.system = &system;
    options.files.shardBytes = 2000;
    options.files.dataFileName = before == Before::PairOfOtherName ? "weights.bin" : "";
    const auto error = errorOf([&] { saveModel(folder / "out.onnx", model, options); });
    isReached = system.hasFailed();

    const float found = numberOf(folder / "out.onnx");
    const float old = before == Before::Nothing ? 0 : oldNumber;
    QVERIFY2(found == newNumber || found == old, QByteArray::number(double(found)));
    QVERIFY2(error || found == newNumber, "it said that all is well");
    if (fault == Fault::Error && error && found == old && !namesIn(folder).contains("out.onnx.lock")) {
        // Its own data, if it had any, and nothing else.
        QCOMPARE(folder.fileCount(),
            size_t {before == Before::Nothing   ? 0U
                    : before == Before::OneFile ? 1U
                                                : 2U});
    }
    const std::string dataFileName = options.files.dataFileName;
    options = inside;
    options.files.system = &faultless;
    options.files.dataFileName = dataFileName;
    saveModel(folder / "out.onnx", model, options);
    QCOMPARE(numberOf(folder / "out.onnx"), newNumber);
    QCOMPARE(namesIn(folder), std::set<std::string> {"out.onnx"});
}

void TestSavingWhole::dataIsNeverExchangedUnderAModel()
{
    const TemporaryFolder folder;
    const Model first = read(write(folder, "1.onnx", numbered(1)));
    const Model second = read(write(folder, "2.onnx", numbered(2)));
    SaveOptions options = external;
    options.files.dataFileName = "w.bin";
    saveModel(folder / "a.onnx", first, options);
    const auto report = saveModel(folder / "b.onnx", second, options);
    QVERIFY(report.files.at(1).filename().string().starts_with("w.bin."));
    QCOMPARE(numberOf(folder / "a.onnx"), 1.0F);
    QCOMPARE(numberOf(folder / "b.onnx"), 2.0F);
    // A name that the old model has for data that is gone is not free either.
    QVERIFY(fs::remove(folder / "w.bin"));
    QVERIFY(saveModel(folder / "a.onnx", second, options).files.at(1).filename() != "w.bin");
    // The third time the name is free again.
    QCOMPARE(saveModel(folder / "a.onnx", first, options).files.at(1).filename(), fs::path("w.bin"));
}

void TestSavingWhole::oldDataGoes()
{
    const TemporaryFolder folder;
    const Model model = read(write(folder, "in.onnx", numbered(1)));
    SaveOptions sharded = external;
    sharded.files.dataFileName = "weights.bin";
    sharded.files.shardBytes = 2000;
    QCOMPARE(saveModel(folder / "out.onnx", model, sharded).files.size(), size_t {3});
    sharded.files.shardBytes = 0;
    const auto report = saveModel(folder / "out.onnx", model, sharded);
    QCOMPARE(namesIn(folder),
        (std::set<std::string> {"in.onnx", "out.onnx", report.files.at(1).filename().string()}));
}

void TestSavingWhole::permissionsAreTheOldModels()
{
#ifdef Q_OS_UNIX
    const TemporaryFolder folder;
    const Model model = read(write(folder, "in.onnx", numbered(1)));
    const auto secret = fs::perms::owner_read | fs::perms::owner_write;
    fs::permissions(folder.write("out.onnx", "secret"), secret);
    saveModel(folder / "out.onnx", model, external);
    for (const char* name : {"out.onnx", "out.onnx_data"}) {
        QCOMPARE(fs::status(folder / name).permissions(), secret);
    }
#else
    QSKIP("NOT TESTED: permissions are inherited from the folder here");
#endif
}

void TestSavingWhole::dataOfOthersStays()
{
    const TemporaryFolder folder;
    const Model model = read(write(folder, "in.onnx", numbered(1)));
    saveModel(folder / "out.onnx", model, external);
    fs::copy_file(folder / "out.onnx", folder / "twin.onnx");
    // A model that names files which are not beside it, and one that names a link.
    fs::create_directory(folder / "below");
    fs::copy_file(folder / "out.onnx_data", folder / "below" / "data");
    onnx::ModelProto far = numbered(3);
    setExternal(*far.mutable_graph()->mutable_initializer(0), "below/data", 0, 1600);
    setExternal(*far.mutable_graph()->mutable_initializer(1), "../out.onnx_data", 0, 1600);
    write(folder, "far.onnx", far);
    fs::create_symlink("out.onnx_data", folder / "link");
    setExternal(*far.mutable_graph()->mutable_initializer(0), "link", 0, 1600);
    write(folder, "linked.onnx", far);
    for (const char* name : {"out.onnx", "far.onnx", "linked.onnx"}) {
        saveModel(folder / name, model, inside);
        QVERIFY(fs::exists(folder / "below" / "data"));
        QVERIFY(fs::is_symlink(folder / "link"));
        QCOMPARE(numberOf(folder / "twin.onnx"), 1.0F);
    }
    // Even when nobody names it any more: its name is not one of the twin's.
    const auto report = saveModel(folder / "twin.onnx", model, inside);
    QCOMPARE(report.leftFiles, std::vector<std::string> {"out.onnx_data"});
}

void TestSavingWhole::leftoversGoWithTheNextSave()
{
    const TemporaryFolder folder;
    const Model model = read(write(folder, "in.onnx", numbered(1)));
    folder.write("out.onnx.0123456789abcdef.part", "left by a killed writer");
    folder.write("out.onnx.lock", "weightless sa"); // left by one too
    folder.write("out.onnx.0123456789abcdeX.part", "not ours");
    folder.write("other.onnx.0123456789abcdef.part", "not this output's");
    saveModel(folder / "out.onnx", model, inside);
    QCOMPARE(namesIn(folder),
        (std::set<std::string> {
            "in.onnx", "out.onnx", "out.onnx.0123456789abcdeX.part", "other.onnx.0123456789abcdef.part"}));
}

void TestSavingWhole::notesOfOthersRemoveNothing()
{
    const TemporaryFolder folder;
    const Model model = read(write(folder, "in.onnx", numbered(1)));
    folder.write("precious", "x");
    SaveNote note;
    note.newFiles = {{{1, 2}, "precious"}, {fileNumberOf(folder / "precious").value(), "../precious"},
        {fileNumberOf(folder / "in.onnx").value(), "precious"}};
    folder.write("out.onnx.lock", note.toText());
    saveModel(folder / "out.onnx", model, inside);
    QVERIFY(fs::exists(folder / "precious"));
    QVERIFY(fs::exists(folder / "in.onnx"));
    // The true number is what makes it a note of this machine; without its end it is none.
    note.newFiles = {{fileNumberOf(folder / "precious").value(), "precious"}};
    const std::string text = note.toText();
    folder.write("out.onnx.lock", text.substr(0, text.size() - 2));
    saveModel(folder / "out.onnx", model, inside);
    QVERIFY(fs::exists(folder / "precious"));
    folder.write("out.onnx.lock", text);
    saveModel(folder / "out.onnx", model, inside);
    QVERIFY(!fs::exists(folder / "precious"));
}

void TestSavingWhole::onlyOneWriter()
{
    const TemporaryFolder folder;
    const Model models[] {
        read(write(folder, "1.onnx", numbered(1))), read(write(folder, "2.onnx", numbered(2)))};
    {
        const WriterLock lock(folder / "out.onnx");
        EXPECT_ERROR(saveModel(folder / "out.onnx", models[0], external), ErrorKind::Io,
            "is being written by another");
        QVERIFY(!fs::exists(folder / "out.onnx"));
    }
    saveModel(folder / "out.onnx", models[0], external);
    std::atomic<int> saved = 0;
    std::atomic<int> unexpected = 0;
    const auto saveOften = [&](const Model& model) {
        for (int i = 0; i < 50; ++i) {
            const auto error = errorOf([&] { saveModel(folder / "out.onnx", model, external); });
            saved += error ? 0 : 1;
            unexpected += error && error->message().find("is being written") == std::string::npos ? 1 : 0;
        }
    };
    {
        const std::jthread one([&] { saveOften(models[0]); });
        const std::jthread two([&] { saveOften(models[1]); });
        // A reader may come too late for the old model's data, but never gets other data for it.
        for (int i = 0; i < 50; ++i) {
            float found = 1;
            static_cast<void>(errorOf([&] { found = numberOf(folder / "out.onnx"); }));
            QVERIFY(found == 1 || found == 2 || found == cannotBeLoaded);
        }
    }
    QVERIFY(saved > 0);
    QCOMPARE(unexpected.load(), 0);
    QCOMPARE(folder.fileCount(), size_t {4});
}

void TestSavingWhole::onlyRegularFilesAreReplaced()
{
    const TemporaryFolder folder;
    const Model model = read(write(folder, "in.onnx", numbered(1)));
    const auto refused = [&](const std::string& name, const char* why) {
        EXPECT_ERROR(saveModel(folder / name, model, external), ErrorKind::Io, why);
        EXPECT_ERROR(extractTensor(folder / (name + ".npy"), *model.graph.constants[0]), ErrorKind::Io, why);
    };
    fs::create_directory(folder / "folder");
    fs::create_directory(folder / "folder.npy");
    refused("folder", "it is a folder");
#ifdef Q_OS_UNIX
    fs::create_symlink("nowhere", folder / "link");
    fs::create_symlink("in.onnx", folder / "link.npy");
    refused("link", "it is a symbolic link");
    QCOMPARE(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    QCOMPARE(::mkfifo((folder / "pipe.npy").c_str(), 0600), 0);
    refused("pipe", "it is no regular file");
    QVERIFY(fs::is_fifo(folder / "pipe"));
    QVERIFY(fs::is_symlink(folder / "link"));
    EXPECT_ERROR(saveModel("/dev/null", model, external), ErrorKind::Io, "no regular file");
#endif
    QCOMPARE(numberOf(folder / "in.onnx"), 1.0F);
}

QTEST_APPLESS_MAIN(TestSavingWhole)
#include "tst_onnx_savingwhole.moc"
