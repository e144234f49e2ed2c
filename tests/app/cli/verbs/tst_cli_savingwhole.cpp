// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirunner.h"

#include "engine/onnx/constantstream.h"
#include "engine/onnx/reader.h"
#include "engine/onnx/writer.h"

#include <QDir>
#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <algorithm>
#ifdef Q_OS_UNIX
#include <sys/resource.h>
#endif

using namespace weightless;
using namespace weightless::test;

namespace {

constexpr int64_t elements = 300'000;
constexpr size_t constants = 6;

enum class Found { Nothing, First, Second, Mixed };

// Models of equal shapes: every element is `value`.
void writeFilled(const QString& path, float value)
{
    const std::vector<float> values(elements, value);
    const auto bytes = std::as_bytes(std::span(values));
    Model model;
    model.irVersion = 8;
    model.opsets[""] = 17;
    model.graph.name = "filled";
    for (size_t i = 0; i < constants; ++i) {
        auto constant = std::make_shared<ConstantInfo>();
        constant->name = "w" + std::to_string(i);
        constant->descriptor = {DataType::Float32, {elements}};
        constant->sizeBytes = bytes.size();
        model.graph.constants.push_back(constant);
    }
    onnx_io::writeModel(
        path.toStdString(), model, [&](const ConstantInfo&) { return onnx_io::streamOf(bytes); }, {});
}

Found foundAt(const QString& path)
{
    if (!QFile::exists(path)) {
        return Found::Nothing;
    }
    const auto result = onnx_io::readModel(path.toStdString());
    if (!result.problems.empty() || result.model.graph.constants.size() != constants) {
        return Found::Mixed;
    }
    std::vector<float> values(elements);
    std::optional<float> all;
    for (const auto& constant : result.model.graph.constants) {
        onnx_io::streamOf (*constant)(std::as_writable_bytes(std::span(values)));
        const float first = all.value_or(values[0]);
        if (!std::ranges::all_of(values, [first](float each) { return each == first; })) {
            return Found::Mixed;
        }
        all = first;
    }
    return all == 1.0F ? Found::First : Found::Second;
}

} // namespace

// What users of the program have after it was killed while it saved, and while another one saves.
class TestCliSavingWhole : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void killedAtAnyMoment();
    void twoWriters();
    void fileSizeLimits();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    [[nodiscard]] QStringList convert(int source, const QStringList& options = {}) const
    {
        return QStringList {"convert", path(QStringLiteral("%1.onnx").arg(source)), out()} + options;
    }
    [[nodiscard]] QString out() const { return path("out/out.onnx"); }
    [[nodiscard]] QStringList outFiles() const
    {
        return QDir(path("out")).entryList(QDir::Files | QDir::Hidden);
    }

    QTemporaryDir m_folder;
};

void TestCliSavingWhole::initTestCase()
{
    QVERIFY(QDir(m_folder.path()).mkdir("out"));
    writeFilled(path("1.onnx"), 1);
    writeFilled(path("2.onnx"), 2);
    QCOMPARE(foundAt(path("1.onnx")), Found::First);
    QCOMPARE(foundAt(path("2.onnx")), Found::Second);
}

// WEIGHTLESS_KILLS sets how often; 40 take seconds.
void TestCliSavingWhole::killedAtAnyMoment()
{
    const int kills = qEnvironmentVariable("WEIGHTLESS_KILLS", "40").toInt();
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(runCli(convert(1)).exitCode, 0);
    const int wholeUs = static_cast<int>(timer.nsecsElapsed() / 1000);
    Found before = Found::First;
    int interrupted = 0;
    for (int i = 0; i < kills; ++i) {
        const int source = before == Found::First ? 2 : 1;
        QProcess process;
        process.start(
            cliPath(), convert(source, i % 3 == 0 ? QStringList {"--shard-size", "2M"} : QStringList()));
        QVERIFY(process.waitForStarted());

        QThread::usleep(static_cast<unsigned long>(QRandomGenerator::global()->bounded(wholeUs)));
        process.kill();
        QVERIFY(process.waitForFinished());
        interrupted += process.exitStatus() == QProcess::CrashExit ? 1 : 0;
        const Found now = foundAt(out());
        QVERIFY2(now == Found::First || now == Found::Second, qPrintable(outFiles().join(' ')));
        before = now;
    }
    QVERIFY(interrupted > 0);
    QCOMPARE(runCli(convert(1)).exitCode, 0);
    QCOMPARE(foundAt(out()), Found::First);
    QVERIFY2(outFiles().size() == 2, qPrintable(outFiles().join(' ')));
}

void TestCliSavingWhole::twoWriters()
{
    for (int i = 0; i < 10; ++i) {
        QProcess processes[2];
        for (int each = 0; each < 2; ++each) {
            processes[each].start(cliPath(), convert(each + 1));
        }
        int saved = 0;
        for (QProcess& process : processes) {
            QVERIFY(process.waitForFinished());
            const QByteArray errors = process.readAllStandardError();
            QVERIFY2(process.exitCode() == 0 || errors.contains("is being written by another"), errors);
            saved += process.exitCode() == 0 ? 1 : 0;
        }
        QVERIFY(saved > 0);
        const Found found = foundAt(out());
        QVERIFY(found == Found::First || found == Found::Second);
        QVERIFY2(outFiles().size() == 2, qPrintable(outFiles().join(' ')));
    }
}

void TestCliSavingWhole::fileSizeLimits()
{
#ifdef Q_OS_UNIX
    QCOMPARE(runCli(convert(1)).exitCode, 0);
    const QStringList before = outFiles();
    QProcess process;
    process.setChildProcessModifier([] {
        const rlimit limit {500'000, 500'000};
        setrlimit(RLIMIT_FSIZE, &limit);
    });
    process.start(cliPath(), convert(2));
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    const QByteArray errors = process.readAllStandardError();
    QVERIFY2(errors.contains("Cannot write"), errors);
    QCOMPARE(outFiles(), before);
    QCOMPARE(foundAt(out()), Found::First);
#else
    QSKIP("NOT TESTED: no limit on the size of files here");
#endif
}

QTEST_GUILESS_MAIN(TestCliSavingWhole)
#include "tst_cli_savingwhole.moc"
